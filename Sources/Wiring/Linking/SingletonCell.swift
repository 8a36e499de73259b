import Synchronization

/// The place of a singleton: read by one acquiring load once it is there, made by exactly one caller.
///
/// Unchecked for two reasons. `Value` carries no `Sendable` constraint here, but a singleton is declared only through
/// ``BindingBuilder/scoped(_:)``, which demands it. And the pointer is unmanaged: it goes from `nil` to a retained,
/// immutable `Box<Value>` once, is stored with release and read with acquire order, so that a reader sees the box whole,
/// and is released in `deinit`, when no reader is left.
@usableFromInline final class SingletonCell<Value>: @unchecked Sendable {
  private let ready = Atomic<UnsafeRawPointer?>(nil)
  init() {}

  deinit {
    if let pointer = ready.load(ordering: .acquiring) {
      Unmanaged<Box<Value>>.fromOpaque(pointer).release()
    }
  }

  @inline(__always)
  func value(_ make: () throws -> Value) throws -> Value {
    if let pointer = ready.load(ordering: .acquiring) { return Self.value(at: pointer) }
    return try makeOrWait(make)
  }

  @inline(never)
  private func makeOrWait(_ make: () throws -> Value) throws -> Value {
    while true {
      let turn = Workshop.shared.begin(ObjectIdentifier(self))
      if turn == .circular { throw ResolutionError(.circular([])) }
      if turn == .ours { break }
      if let pointer = ready.load(ordering: .acquiring) { return Self.value(at: pointer) }
    }
    defer { Workshop.shared.end(ObjectIdentifier(self)) }
    // Somebody may have finished between the first look and our turn.
    if let pointer = ready.load(ordering: .acquiring) { return Self.value(at: pointer) }
    let value = try make()
    ready.store(UnsafeRawPointer(Unmanaged.passRetained(Box(value)).toOpaque()), ordering: .releasing)
    return value
  }

  private static func value(at pointer: UnsafeRawPointer) -> Value {
    Unmanaged<Box<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.value }
  }
}
