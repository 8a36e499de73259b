/// The place of an object that lives while somebody holds it.
final class WeakCell<Value>: Sendable {
  /// Unchecked: the object is a `Value`, and ``BindingBuilder/scoped(_:)`` takes this scope for `Sendable` values only.
  private struct Reference: @unchecked Sendable {
    weak var object: AnyObject?
  }

  private let reference = Monitor(Reference())
  init() {}

  func value(_ make: () throws -> Value) throws -> Value {
    while true {
      if let value = current() { return value }
      let turn = Workshop.shared.begin(ObjectIdentifier(self))
      if turn == .circular { throw ResolutionError(.circular([])) }
      if turn == .ours { break }
    }
    defer { Workshop.shared.end(ObjectIdentifier(self)) }
    if let value = current() { return value }
    let value = try make()
    keep(value)
    return value
  }

  private func current() -> Value? {
    reference.withLock { reference.value.object }.flatMap { $0 as? Value }
  }

  /// Remembers an object; a value has no identity, and boxing one would only keep the box.
  private func keep(_ value: Value) {
    guard type(of: value as Any) is AnyClass else { return }
    let object = value as AnyObject
    reference.withLock { reference.value.object = object }
  }
}
