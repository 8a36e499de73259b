package final class PlainService: Service {
  package let number = 1
  package init() {}
}

package final class NamedService: Service {
  package let number = 2
  package init() {}
}

package final class SystemClock: Clock {
  package let number = 3
  package init() {}
}

package final class FixedClock: Clock {
  package let number = 4
  package init() {}
}

package final class ConsoleLog: Log {
  package let number = 5
  package init() {}
}

package final class PlainDraft: Draft {
  package let number: Int
  package init(number: Int) { self.number = number }
}

package final class ClockedReport: Report {
  private let clock: any Clock
  package var number: Int { clock.number }
  package init(clock: any Clock) { self.clock = clock }
}

package final class MemoryStore: Store {
  package init() {}
  package func read(_ index: Int) -> Int { index }
}

/// A decorator, as anybody would write it.
package final class LoggingStore: Store {
  private let inner: any Store
  private let log: any Log

  package init(inner: any Store, log: any Log) {
    self.inner = inner
    self.log = log
  }

  package func read(_ index: Int) -> Int { inner.read(index) &+ log.number }
}
