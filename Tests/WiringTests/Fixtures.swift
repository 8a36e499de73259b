import Dispatch
import Foundation
import Wiring

/// A module from a closure, so that a test reads from top to bottom.
struct TestModule<Tag>: Module {
  let bindings: @Sendable (inout Binder) -> Void

  init(_ bindings: @escaping @Sendable (inout Binder) -> Void) {
    self.bindings = bindings
  }

  func configure(_ binder: inout Binder) {
    bindings(&binder)
  }
}

typealias Bindings = TestModule<Never>
typealias MoreBindings = TestModule<Void>

/// Creates a plan from a closure.
func plan<Root>(
  _ root: Root.Type, overrides: (inout Overrides) -> Void = { _ in },
  _ bindings: @escaping @Sendable (inout Binder) -> Void
) throws -> Plan<Root> {
  try Plan(root, modules: [Bindings(bindings)], overrides: overrides)
}

protocol Engine: AnyObject, Sendable {}
final class Diesel: Engine {}

final class Gearbox: Sendable {
  let engine: any Engine
  init(engine: any Engine) { self.engine = engine }
}

final class Car: Sendable {
  let engine: any Engine
  let gearbox: Gearbox
  init(engine: any Engine, gearbox: Gearbox) {
    (self.engine, self.gearbox) = (engine, gearbox)
  }
}

/// A thread-safe counter.
final class Counter: Sendable {
  private let count = Locked(0)
  @discardableResult
  func increment() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
  func decrement() { count.withLock { $0 -= 1 } }
  var value: Int { count.withLock { $0 } }
}

/// A value behind a lock that the thread sanitizer supports: it reports the slow path of `Mutex` on Linux as a race.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

/// A thread-safe list of events, in order.
final class Log: Sendable {
  private let lines = Locked<[String]>([])
  func note(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

/// An object that counts the existing ones.
final class Tracked: Sendable {
  private let living: Counter
  init(_ living: Counter) {
    self.living = living
    living.increment()
  }
  deinit { living.decrement() }
}

struct Refusal: Error, Equatable {}

/// Runs a closure on a new thread and waits for it: for synchronous overloads, which an `async` test cannot choose, and for
/// deep recursion, which needs a large stack.
func onThread(stackSize: Int = 1 << 20, _ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    done.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  done.wait()
}
