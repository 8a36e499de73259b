public import Synchronization

/// The place of a singleton: read by one acquiring load once it is there, made by exactly one caller.
///
/// Unchecked for two reasons. `Value` carries no `Sendable` constraint here, but a shared object is declared only through
/// ``BindingBuilder/scoped(_:)``, which demands it. And the pointer is unmanaged: it goes from `nil` to a retained,
/// immutable `Box<Value>` once, is stored with release and read with acquire order, so that a reader sees the box whole,
/// and is released in `deinit`, when no reader is left.
@usableFromInline final class SingletonCell<Value>: @unchecked Sendable {
  @usableFromInline let ready = Atomic<UnsafeRawPointer?>(nil)

  @usableFromInline init() {}

  deinit {
    if let pointer = ready.load(ordering: .acquiring) {
      Unmanaged<Box<Value>>.fromOpaque(pointer).release()
    }
  }

  @inlinable @inline(__always)
  func value(_ make: () throws -> Value) throws -> Value {
    if let pointer = ready.load(ordering: .acquiring) {
      return Unmanaged<Box<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.value }
    }
    return try makeOrWait(make)
  }

  func asyncValue(_ make: () async throws -> Value) async throws -> Value {
    if let value = current { return value }
    return try await TaskWorkshop.shared.make(ObjectIdentifier(self), current: { self.current }) {
      let value = try await make()
      keep(value)
      return value
    }
  }

  @usableFromInline @inline(never)
  func makeOrWait(_ make: () throws -> Value) throws -> Value {
    try Workshop.shared.make(ObjectIdentifier(self), current: { current }) {
      let value = try make()
      keep(value)
      return value
    }
  }

  private func keep(_ value: Value) {
    ready.store(UnsafeRawPointer(Unmanaged.passRetained(Box(value)).toOpaque()), ordering: .releasing)
  }
}

extension SingletonCell: Cell {
  @inlinable var current: Value? {
    guard let pointer = ready.load(ordering: .acquiring) else { return nil }
    return Unmanaged<Box<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.value }
  }
}
