public final class PlainService: Service {
  public let number = 1
  public init() {}
}

public final class NamedService: Service {
  public let number = 2
  public init() {}
}

public final class SystemClock: Clock {
  public let number = 3
  public init() {}
}

public final class FixedClock: Clock {
  public let number = 4
  public init() {}
}

public final class ConsoleLog: Log {
  public let number = 5
  public init() {}
}

public final class PlainDraft: Draft {
  public let number: Int
  public init(number: Int) { self.number = number }
}

public final class ClockedReport: Report {
  private let clock: any Clock
  public var number: Int { clock.number }
  public init(clock: any Clock) { self.clock = clock }
}

public final class MemoryStore: Store {
  public init() {}
  public func read(_ index: Int) -> Int { index }
}

/// A decorator, as anybody would write it.
public final class LoggingStore: Store {
  private let inner: any Store
  private let log: any Log

  public init(inner: any Store, log: any Log) {
    self.inner = inner
    self.log = log
  }

  public func read(_ index: Int) -> Int { inner.read(index) &+ log.number }
}
