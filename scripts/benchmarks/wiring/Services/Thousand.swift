/// One of a thousand types, by its three digits.
public final class Item<Hundreds, Tens, Ones>: Numbered {
  public let number: Int
  public init(number: Int) { self.number = number }
}

public enum D0 {}
public enum D1 {}
public enum D2 {}
public enum D3 {}
public enum D4 {}
public enum D5 {}
public enum D6 {}
public enum D7 {}
public enum D8 {}
public enum D9 {}
