public final class ChainFirst: First {
  private let second: any Second
  public var number: Int { second.number }
  public init(second: any Second) { self.second = second }
}

public final class ChainSecond: Second {
  private let third: any Third
  public var number: Int { third.number }
  public init(third: any Third) { self.third = third }
}

public final class ChainThird: Third {
  private let fourth: any Fourth
  public var number: Int { fourth.number }
  public init(fourth: any Fourth) { self.fourth = fourth }
}

public final class ChainFourth: Fourth {
  private let fifth: any Fifth
  public var number: Int { fifth.number }
  public init(fifth: any Fifth) { self.fifth = fifth }
}

public final class ChainFifth: Fifth {
  public let number = 5
  public init() {}
}
