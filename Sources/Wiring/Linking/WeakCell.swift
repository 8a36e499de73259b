/// The place of an object that lives while somebody holds it.
final class WeakCell<Value>: Cell {
  /// Unchecked: the object is a `Value`, and ``BindingBuilder/scoped(_:)`` takes this scope for `Sendable` values only.
  private struct Reference: @unchecked Sendable {
    weak var object: AnyObject?
  }

  private let reference = Monitor(Reference())

  init() {}

  func value(_ make: () throws -> Value) throws -> Value {
    if let value = current { return value }
    return try Workshop.shared.make(ObjectIdentifier(self), current: { current }) {
      let value = try make()
      keep(value)
      return value
    }
  }

  func asyncValue(_ make: () async throws -> Value) async throws -> Value {
    if let value = current { return value }
    return try await TaskWorkshop.shared.make(ObjectIdentifier(self), current: { self.current }) {
      let value = try await make()
      keep(value)
      return value
    }
  }

  var current: Value? {
    reference.withLock { reference.value.object }.flatMap { $0 as? Value }
  }

  /// Remembers an object; a value has no identity, and boxing one would only keep the box.
  private func keep(_ value: Value) {
    guard type(of: value as Any) is AnyClass else { return }
    let object = value as AnyObject
    reference.withLock { reference.value.object = object }
  }
}
