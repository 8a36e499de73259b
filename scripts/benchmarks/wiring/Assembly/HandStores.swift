import Synchronization
package import WiringBenchmarkServices

/// A stand-in that makes its object on the first call, safe for any thread.
final class HandLazyStore: Store {
  private let make: @Sendable () -> any Store
  private let made = Mutex<(any Store)?>(nil)

  init(_ make: @escaping @Sendable () -> any Store) {
    self.make = make
  }

  func read(_ index: Int) -> Int {
    made.withLock { made in
      if let made { return made }
      let store = make()
      made = store
      return store
    }.read(index)
  }
}

/// Counts the calls.
final class HandCountingStore: Store {
  private let base: any Store
  private let calls = Atomic<Int>(0)

  init(_ base: any Store) {
    self.base = base
  }

  func read(_ index: Int) -> Int {
    calls.add(1, ordering: .relaxed)
    return base.read(index)
  }
}

/// A clock that a task may replace.
package enum HandClock {
  @TaskLocal package static var current: any Clock = SystemClock()
}
