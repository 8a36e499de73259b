public import Synchronization

/// The storage of a shared object.
@usableFromInline package protocol Cell<Value>: AnyObject, Sendable {
  associatedtype Value
  /// The object; `nil` before it is created.
  var current: Value? { get }
}

/// A cell whose object is created on demand, by one caller at a time.
protocol LazyCell<Value>: Cell {
  /// The qualifier of the object's key, for messages.
  var qualifier: String? { get }
  /// Whether the object is confined to the main actor.
  var isConfined: Bool { get }
  /// Returns the object, which is created first if necessary.
  func value(_ make: () throws -> Value) throws -> Value
  /// Returns the object, which is created first if necessary.
  func asyncValue(_ make: () async throws -> Value) async throws -> Value
  /// Stores the new object. For ``initialize(_:)`` only.
  func store(_ value: Value)
}

extension LazyCell {
  private var key: AnyKey { AnyKey(Value.self, qualifier: qualifier) }

  /// Creates the object, unless another thread does so first.
  fileprivate func initialize(_ make: () throws -> Value) throws -> Value {
    try InitializationCoordinator.shared.make(ObjectIdentifier(self), of: key, current: { current }) {
      let value = try make()
      store(value)
      return value
    }
  }

  /// Creates the object, unless another task does so first.
  fileprivate func initialize(_ make: () async throws -> Value) async throws -> Value {
    try await AsyncInitializationCoordinator.shared.make(
      ObjectIdentifier(self), of: key, isConfined: isConfined, current: { current }
    ) {
      let value = try await make()
      store(value)
      return value
    }
  }
}

/// The cell of a singleton. Reading an existing object is one acquiring load.
///
/// Unchecked for two reasons. `Value` has no `Sendable` constraint here, but a shared object is declared through
/// ``BindingBuilder/scoped(_:)`` only, which requires it, or is confined to the main actor. And the pointer is unmanaged: it changes once, from `nil` to a
/// retained, immutable `HeapBox<Value>`, is stored with release and read with acquire order, so that readers see a complete
/// box, and is released in `deinit`, when no reader is left.
@usableFromInline final class SingletonCell<Value>: @unchecked Sendable {
  // First, so that its offset depends on no type.
  @usableFromInline let ready = Atomic<UnsafeRawPointer?>(nil)
  let qualifier: String?
  let isConfined: Bool

  init(qualifier: String?, isConfined: Bool = false) {
    self.qualifier = qualifier
    self.isConfined = isConfined
  }

  deinit {
    if let pointer = ready.load(ordering: .acquiring) {
      Unmanaged<HeapBox<Value>>.fromOpaque(pointer).release()
    }
  }

  /// Returns the object, which is created first if necessary.
  @inlinable @inline(__always)
  func value(_ make: () throws -> Value) throws -> Value {
    if let pointer = ready.load(ordering: .acquiring) {
      return Unmanaged<HeapBox<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.value }
    }
    return try makeOrWait(make)
  }

  /// Returns the object, which is created first if necessary.
  func asyncValue(_ make: () async throws -> Value) async throws -> Value {
    if let value = current { return value }
    return try await initialize(make)
  }

  @usableFromInline @inline(never)
  func makeOrWait(_ make: () throws -> Value) throws -> Value {
    try initialize(make)
  }
}

extension SingletonCell: Cell, LazyCell {
  @inlinable var current: Value? {
    guard let pointer = ready.load(ordering: .acquiring) else { return nil }
    return Unmanaged<HeapBox<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.value }
  }

  func store(_ value: Value) {
    let box = isConfined ? HeapBox.confined(value) : HeapBox(value)
    ready.store(UnsafeRawPointer(Unmanaged.passRetained(box).toOpaque()), ordering: .releasing)
  }
}

/// The cell of an object that lives only while something outside the container retains it.
final class WeakCell<Value>: LazyCell {
  /// Unchecked: the object is a `Value`, and ``BindingBuilder/scoped(_:)`` accepts `Sendable` values only for this scope.
  private struct Reference: @unchecked Sendable {
    weak var object: AnyObject?
  }

  let qualifier: String?
  let isConfined: Bool
  private let reference = ConditionMutex(Reference())

  init(qualifier: String?, isConfined: Bool = false) {
    self.qualifier = qualifier
    self.isConfined = isConfined
  }

  var current: Value? {
    reference.withLock { reference.value.object }.flatMap { $0 as? Value }
  }

  /// Returns the object, which is created first if necessary.
  func value(_ make: () throws -> Value) throws -> Value {
    if let value = current { return value }
    return try initialize(make)
  }

  /// Returns the object, which is created first if necessary.
  func asyncValue(_ make: () async throws -> Value) async throws -> Value {
    if let value = current { return value }
    return try await initialize(make)
  }

  /// Stores an object. A value that is no object has no identity: a weak reference to its box would be `nil` at once.
  func store(_ value: Value) {
    guard type(of: value as Any) is AnyClass else { return }
    let object = value as AnyObject
    reference.withLock { reference.value.object = object }
  }
}

/// The cell of an object that existed before its node.
///
/// Unchecked: it is an object with a stop hook, which requires a `Sendable` type or one that is confined to the main actor, or a
/// value of a definition, which is `Sendable` or has no mutable state, unless it was read for a single look-up.
final class ConstantCell<Value>: Cell, @unchecked Sendable {
  private let box: HeapBox<Value>

  init(_ value: Value, isConfined: Bool = false) {
    box = isConfined ? .confined(value) : HeapBox(value)
  }

  var value: Value { box.value }
  var current: Value? { value }
}

/// A value on the heap.
@usableFromInline class HeapBox<Value> {
  @usableFromInline final let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}

extension HeapBox {
  /// Returns the box of an object that is confined to the main actor. It is released there, whichever thread releases the box:
  /// otherwise the end of a graph on another thread would run the `deinit` of such an object.
  static func confined(_ value: Value) -> HeapBox {
    guard #available(macOS 15.4, iOS 18.4, *) else { return HeapBox(value) }
    return ConfinedBox(value)
  }
}

@available(macOS 15.4, iOS 18.4, *)
private final class ConfinedBox<Value>: HeapBox<Value> {
  // Runs at once on the main actor, and is sent there from elsewhere.
  @MainActor deinit {}
}

/// A shared object that crosses an isolation boundary.
///
/// Unchecked: the object of a cell is `Sendable`, as ``BindingBuilder/scoped(_:)-(Scope)`` requires, or is confined to the main
/// actor, and crosses from there to there.
struct UncheckedSendable<Value>: @unchecked Sendable {
  let value: Value
}
