package final class ChainFirst: First {
  private let second: any Second
  package var number: Int { second.number }
  package init(second: any Second) { self.second = second }
}

package final class ChainSecond: Second {
  private let third: any Third
  package var number: Int { third.number }
  package init(third: any Third) { self.third = third }
}

package final class ChainThird: Third {
  private let fourth: any Fourth
  package var number: Int { fourth.number }
  package init(fourth: any Fourth) { self.fourth = fourth }
}

package final class ChainFourth: Fourth {
  private let fifth: any Fifth
  package var number: Int { fifth.number }
  package init(fifth: any Fifth) { self.fifth = fifth }
}

package final class ChainFifth: Fifth {
  package let number = 5
  package init() {}
}
