public import Synchronization

/// Where a shared object is kept.
@usableFromInline protocol Cell<Value>: AnyObject, Sendable {
  associatedtype Value
  /// The object, when it is there.
  var current: Value? { get }
}

/// The place of a singleton: read by one acquiring load once it is there, made by exactly one caller.
///
/// Unchecked for two reasons. `Value` carries no `Sendable` constraint here, but a shared object is declared only through
/// ``BindingBuilder/scoped(_:)``, which demands it. And the pointer is unmanaged: it goes from `nil` to a retained,
/// immutable `HeapBox<Value>` once, is stored with release and read with acquire order, so that a reader sees the box whole,
/// and is released in `deinit`, when no reader is left.
@usableFromInline final class SingletonCell<Value>: @unchecked Sendable {
  @usableFromInline let ready = Atomic<UnsafeRawPointer?>(nil)

  @usableFromInline init() {}

  deinit {
    if let pointer = ready.load(ordering: .acquiring) {
      Unmanaged<HeapBox<Value>>.fromOpaque(pointer).release()
    }
  }

  @inlinable @inline(__always)
  func value(_ make: () throws -> Value) throws -> Value {
    if let pointer = ready.load(ordering: .acquiring) {
      return Unmanaged<HeapBox<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.value }
    }
    return try makeOrWait(make)
  }

  func asyncValue(_ make: () async throws -> Value) async throws -> Value {
    if let value = current { return value }
    return try await AsyncInitializationCoordinator.shared.make(ObjectIdentifier(self), current: { self.current }) {
      let value = try await make()
      keep(value)
      return value
    }
  }

  @usableFromInline @inline(never)
  func makeOrWait(_ make: () throws -> Value) throws -> Value {
    try InitializationCoordinator.shared.make(ObjectIdentifier(self), current: { current }) {
      let value = try make()
      keep(value)
      return value
    }
  }

  private func keep(_ value: Value) {
    ready.store(UnsafeRawPointer(Unmanaged.passRetained(HeapBox(value)).toOpaque()), ordering: .releasing)
  }
}

extension SingletonCell: Cell {
  @inlinable var current: Value? {
    guard let pointer = ready.load(ordering: .acquiring) else { return nil }
    return Unmanaged<HeapBox<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.value }
  }
}

/// The place of an object that lives while somebody holds it.
final class WeakCell<Value>: Cell {
  /// Unchecked: the object is a `Value`, and ``BindingBuilder/scoped(_:)`` takes this scope for `Sendable` values only.
  private struct Reference: @unchecked Sendable {
    weak var object: AnyObject?
  }

  private let reference = ConditionMutex(Reference())

  init() {}

  func value(_ make: () throws -> Value) throws -> Value {
    if let value = current { return value }
    return try InitializationCoordinator.shared.make(ObjectIdentifier(self), current: { current }) {
      let value = try make()
      keep(value)
      return value
    }
  }

  func asyncValue(_ make: () async throws -> Value) async throws -> Value {
    if let value = current { return value }
    return try await AsyncInitializationCoordinator.shared.make(ObjectIdentifier(self), current: { self.current }) {
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

/// A cell that was never empty.
///
/// Unchecked: what is kept here came from a binding with a stop, which demands a `Sendable` type.
final class ConstantCell<Value>: Cell, @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  var current: Value? { value }
}

/// A value on the heap.
@usableFromInline final class HeapBox<Value> {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}

/// An object on its way out of a cell.
///
/// Unchecked: what is kept in a cell is `Sendable`, as ``BindingBuilder/scoped(_:)-(Scope)`` demands.
struct UncheckedSendable<Value>: @unchecked Sendable {
  let value: Value
}
