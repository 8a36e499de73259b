import Foundation
import Wiring

/// A module from a closure, so that a test reads top to bottom.
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

/// The one place that makes a plan from a closure.
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

/// Counts how often something happened, from any thread.
final class Counter: Sendable {
  private let count = Locked(0)
  func increment() { count.withLock { $0 += 1 } }
  var value: Int { count.withLock { $0 } }
}

/// A value behind a lock that the thread sanitizer knows: it takes the slow path of `Mutex` on Linux for a race.
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

struct Refusal: Error, Equatable {}
