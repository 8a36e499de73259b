/// How one binding's object is had in one container: scope, factory and slots tied together.
///
/// A closure in a `let`, since reading a `var` of a class costs an exclusivity check on every call.
///
/// Unchecked, since `Value` carries no constraint: a node has constants only, of which the closures are `@Sendable`, and the
/// cells, which keep a value, are made for scopes that demand a `Sendable` one.
@usableFromInline final class Node<Value>: AnyNode, @unchecked Sendable {
  /// Returns the object at once: a new one, or the one that is there. For a node of the main actor, only there.
  @usableFromInline let make: @Sendable (ResolutionFrame?) throws -> Value
  /// Returns the object from anywhere; `nil` where ``make`` does that.
  @usableFromInline let makeAsync: (@Sendable (ResolutionFrame?) async throws -> Value)?
  /// Where a singleton is kept, for a look without a call.
  @usableFromInline let singleton: SingletonCell<Value>?
  /// Where another shared object is kept.
  @usableFromInline let otherCell: (any Cell<Value>)?

  /// A node whose object can be had at once and anywhere: a transient one, or a singleton.
  @inlinable
  init(
    needsFrame: Bool, retained: [AnyNode], singleton: SingletonCell<Value>?,
    make: @escaping @Sendable (ResolutionFrame?) throws -> Value
  ) {
    self.make = make
    self.singleton = singleton
    makeAsync = nil
    otherCell = nil
    super.init(needsFrame: needsFrame, isolation: .any, retained: retained)
  }

  init(
    needsFrame: Bool, isolation: Isolation, retained: [AnyNode], cell: (any Cell<Value>)?,
    make: @escaping @Sendable (ResolutionFrame?) throws -> Value,
    makeAsync: (@Sendable (ResolutionFrame?) async throws -> Value)?
  ) {
    self.make = make
    self.makeAsync = makeAsync
    singleton = cell as? SingletonCell<Value>
    otherCell = singleton == nil ? cell : nil
    super.init(needsFrame: needsFrame, isolation: isolation, retained: retained)
  }

  @inlinable
  convenience init(needsFrame: Bool, make: @escaping @Sendable (ResolutionFrame?) throws -> Value) {
    self.init(needsFrame: needsFrame, retained: [], singleton: nil, make: make)
  }

  /// Where a shared object is kept.
  var cell: (any Cell<Value>)? { singleton ?? otherCell }

  /// The node of a value that is there.
  convenience init(constant value: Value) {
    let kept = ConstantCell(value)
    self.init(
      needsFrame: false, isolation: .any, retained: [], cell: kept, make: { _ in kept.value }, makeAsync: nil)
  }

  /// A node whose object is made of that of a node of this type.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - convert: Makes the object.
  @usableFromInline
  static func converting<Other>(_ node: AnyNode, _ convert: @escaping @Sendable (Value) -> Other) -> AnyNode {
    let source = node.of(Value.self)
    return Node<Other>(
      needsFrame: false, isolation: node.isolation, retained: [node], cell: nil,
      make: { _ in convert(try source.resolve()) }, makeAsync: { _ in convert(try await source.resolveAsync()) })
  }

  /// Begins a resolution.
  func resolve() throws -> Value {
    try make(needsFrame ? ResolutionFrame() : nil)
  }

  /// Begins a resolution that may have to wait.
  func resolveAsync() async throws -> Value {
    let frame = needsFrame ? ResolutionFrame() : nil
    guard let makeAsync else { return try make(frame) }
    return try await makeAsync(frame)
  }

  override func make(on isolation: Isolation) throws {
    guard self.isolation <= isolation else {
      let key = AnyKey(Value.self)
      throw ResolutionError(self.isolation == .main ? .needsMainActor(key) : .needsAwait(key))
    }
    _ = try resolve()
  }

  override func makeAsync() async throws { _ = try await resolveAsync() }

  override func resolveErased() throws -> Any { try resolve() }

  override func resolveErasedAsync() async throws -> Any { try await resolveAsync() }

  override var sharedObject: AnyObject? {
    guard let value = cell?.current else { return nil }
    return type(of: value as Any) is AnyClass ? value as AnyObject : nil
  }

  override var isMade: Bool { cell?.current != nil }
}

/// A ``Node`` whose value's type is known to its binding only.
///
/// Unchecked, since the base class of a `Sendable` class must be one too: it has constants only.
@usableFromInline class AnyNode: @unchecked Sendable {
  /// Whether a resolution that begins here must carry a frame.
  @usableFromInline final let needsFrame: Bool
  /// Where the object can be made.
  @usableFromInline final let isolation: Isolation
  /// The nodes that this one's slots point to: they live as long as it does, whatever becomes of their container.
  @usableFromInline final let retained: [AnyNode]

  @inlinable
  init(needsFrame: Bool, isolation: Isolation, retained: [AnyNode]) {
    self.needsFrame = needsFrame
    self.isolation = isolation
    self.retained = retained
  }

  /// Makes the object for whoever asks next.
  func make(on isolation: Isolation) throws {}

  /// Makes the object for whoever asks next.
  func makeAsync() async throws {}

  /// Begins a resolution for somebody who does not know the type.
  func resolveErased() throws -> Any { () }

  /// Begins a resolution that may have to wait, for somebody who does not know the type.
  func resolveErasedAsync() async throws -> Any { () }

  /// The shared object, when it is there and has an identity.
  var sharedObject: AnyObject? { nil }

  /// Whether the shared object is there.
  var isMade: Bool { false }

  /// The node as what it is.
  ///
  /// The downcast is sound: the plan ties a dependency to a binding only when both have the same type in their keys, and
  /// the node of a binding with a key of type `Value` is a `Node<Value>`.
  func of<Value>(_ type: Value.Type) -> Node<Value> {
    unsafeDowncast(self, to: Node<Value>.self)
  }
}
