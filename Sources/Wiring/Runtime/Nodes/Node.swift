internal import CWiringRecords

/// The factory of one binding in one container, tied to its scope and its dependencies.
///
/// The factory is a closure in a `let`: reading a `var` of a class costs an exclusivity check per call.
///
/// Unchecked, since `Value` has no constraint: a node has constants only. The closures are `@Sendable`, and a cell, which
/// stores a value, is created for scopes that require a `Sendable` type.
@usableFromInline package final class Node<Value>: AnyNode, @unchecked Sendable {
  /// Returns a new or the shared object synchronously; for a node of the main actor, on that actor only. Only for callers that
  /// are sure to retain the node; others use ``resolve(in:)``.
  @usableFromInline package let make: @Sendable (ResolutionFrame?) throws -> Value
  /// Returns the object from any thread; `nil` where ``make`` does so.
  @usableFromInline let makeAsync: (@Sendable (ResolutionFrame?) async throws -> Value)?
  /// The cell of a singleton, which is read without a dynamic call.
  @usableFromInline let singleton: SingletonCell<Value>?
  /// The cell of another shared object.
  @usableFromInline let otherCell: (any Cell<Value>)?

  /// Creates the node of a transient object or singleton that is created synchronously, on any thread.
  init(
    needsFrame: Bool, retained: [AnyNode], singleton: SingletonCell<Value>?,
    make: @escaping @Sendable (ResolutionFrame?) throws -> Value
  ) {
    self.make = make
    self.singleton = singleton
    makeAsync = nil
    otherCell = nil
    super.init(Value.self, needsFrame: needsFrame, isolation: .any, isConfined: false, retained: retained)
  }

  init(
    needsFrame: Bool, isolation: Isolation, isConfined: Bool = false, retained: [AnyNode], cell: (any Cell<Value>)?,
    make: @escaping @Sendable (ResolutionFrame?) throws -> Value,
    makeAsync: (@Sendable (ResolutionFrame?) async throws -> Value)?
  ) {
    self.make = make
    self.makeAsync = makeAsync
    singleton = cell as? SingletonCell<Value>
    otherCell = singleton == nil ? cell : nil
    super.init(Value.self, needsFrame: needsFrame, isolation: isolation, isConfined: isConfined, retained: retained)
  }

  convenience init(needsFrame: Bool, make: @escaping @Sendable (ResolutionFrame?) throws -> Value) {
    self.init(needsFrame: needsFrame, retained: [], singleton: nil, make: make)
  }

  /// Creates the node of an existing value.
  package convenience init(constant value: Value) { self.init(stored: ConstantCell(value)) }

  convenience init(stored cell: ConstantCell<Value>) {
    self.init(
      needsFrame: false, isolation: .any, retained: [], cell: cell, make: { _ in cell.value }, makeAsync: nil)
  }

  /// Returns a node whose object is converted from that of another node.
  @usableFromInline
  package static func converting<Other>(_ node: AnyNode, _ convert: @escaping @Sendable (Value) -> Other) -> AnyNode {
    let source = node.of(Value.self)
    return Node<Other>(
      needsFrame: node.needsFrame, isolation: node.isolation, isConfined: node.isConfined, retained: [node], cell: nil,
      make: { frame in convert(try source.resolve(in: frame)) },
      makeAsync: { frame in convert(try await source.resolveAsync(in: frame)) })
  }

  /// The cell of a shared object; `nil` for other objects.
  package var cell: (any Cell<Value>)? { singleton ?? otherCell }

  /// Resolves the object synchronously, in a resolution that begins here.
  package func resolve() throws -> Value {
    guard needsFrame else { return try resolve(in: nil) }
    return try ResolutionFrame.begin { try resolve(in: $0) }
  }

  /// Resolves the object, in a resolution that begins here.
  package func resolveAsync() async throws -> Value {
    guard needsFrame else { return try await resolveAsync(in: nil) }
    return try await ResolutionFrame.begin { try await resolveAsync(in: $0) }
  }

  /// Resolves the object synchronously, in a resolution that is under way.
  ///
  /// The node lives until its factory returns: the caller's reference may be the only one, as that of a look-up is, and the
  /// factory uses the nodes that this one retains. ``make`` alone would not keep it: Swift releases an object after its last
  /// use, which is the reading of the closure.
  @usableFromInline package func resolve(in frame: ResolutionFrame?) throws -> Value {
    defer { withExtendedLifetime(self) {} }
    return try make(frame)
  }

  /// Resolves the object in a resolution that is under way, as ``resolve(in:)`` does.
  package func resolveAsync(in frame: ResolutionFrame?) async throws -> Value {
    defer { withExtendedLifetime(self) {} }
    guard let makeAsync else { return try make(frame) }
    return try await makeAsync(frame)
  }

  override func resolveErased() throws -> Any { try resolve() }

  override func resolveErasedAsync() async throws -> Any { try await resolveAsync() }

  override func resolveErased(in frame: ResolutionFrame?) throws -> Any { try resolve(in: frame) }

  override func resolveErasedAsync(in frame: ResolutionFrame?) async throws -> Any {
    try await resolveAsync(in: frame)
  }

  // The copy of a weak object could be the last reference, and end it on this thread.
  override var sharedObject: AnyObject? { isWeaklyConfined ? nil : presentObject }

  override var presentObject: AnyObject? {
    guard let value = cell?.current else { return nil }
    return type(of: value as Any) is AnyClass ? value as AnyObject : nil
  }

  override var isMade: Bool { isWeaklyConfined || cell?.current != nil }

  /// Whether the object is confined to the main actor, and only consumers there retain it. A hook looks there whether it exists.
  private var isWeaklyConfined: Bool { isConfined && otherCell is WeakCell<Value> }

  override var isShared: Bool { singleton != nil }
}

/// A node whose type of value is erased.
///
/// Unchecked, since the base class of a `Sendable` class must be `Sendable`: it has constants only.
@usableFromInline package class AnyNode: @unchecked Sendable {
  /// The type of the objects.
  private final let type: any Any.Type
  /// Whether a resolution that begins here needs a frame.
  @usableFromInline final let needsFrame: Bool
  /// The isolation that creating the object requires.
  @usableFromInline final let isolation: Isolation
  /// Whether the object never leaves the main actor, so that only callers there may have it.
  final let isConfined: Bool
  /// The nodes of the dependencies, which this node refers to without owning them: they live as long as it does, even
  /// after their container is deallocated.
  @usableFromInline final let retained: [AnyNode]
  /// The number of objects on the longest path of dependencies from this one, itself included.
  final let depth: Int

  fileprivate init(
    _ type: any Any.Type, needsFrame: Bool, isolation: Isolation, isConfined: Bool, retained: [AnyNode]
  ) {
    self.type = type
    self.isConfined = isConfined
    self.needsFrame = needsFrame
    self.isolation = isolation
    self.retained = retained
    depth = retained.depth + 1
  }

  // A handle may outlive its graph, and be the last owner of a long chain, which is released recursively. Where the stack ends,
  // another thread goes on. No node is taken apart instead: a weak reference can revive one until its own `deinit`.
  deinit {
    guard !retained.isEmpty, wiring_remaining_stack() < ResolutionError.reservedStack else { return }
    let rest = retained
    Task.detached { withExtendedLifetime(rest) {} }
  }

  /// Creates the object, if it is shared, for no caller.
  final func prepare() async throws {
    guard isConfined else { return _ = try await resolveErasedAsync() }
    try await prepareOnMainActor()
  }

  @MainActor
  private func prepareOnMainActor() async throws { _ = try await resolveErasedAsync() }

  /// Resolves the object without its type.
  func resolveErased() throws -> Any { () }

  /// Resolves the object without its type.
  func resolveErasedAsync() async throws -> Any { () }

  /// Resolves the object without its type, in a resolution that is under way.
  func resolveErased(in frame: ResolutionFrame?) throws -> Any { () }

  /// Resolves the object without its type, in a resolution that is under way.
  func resolveErasedAsync(in frame: ResolutionFrame?) async throws -> Any { () }

  /// The shared object; `nil` before it is created, for a value without identity, and for a weak one of the main actor.
  var sharedObject: AnyObject? { nil }

  /// The shared object, also a weak one of the main actor. If the object is confined to that, only for callers there.
  var presentObject: AnyObject? { nil }

  /// Whether the shared object exists.
  var isMade: Bool { false }

  /// Whether the container retains the object, once it exists, as long as it lives itself.
  var isShared: Bool { false }

  /// Returns the node if a caller can have its object.
  @inline(__always)
  func checked(for key: AnyKey, on caller: Caller) throws(ResolutionError) -> AnyNode {
    if isolation != .any, let reason = caller.refusal(of: self, for: key) { throw ResolutionError(reason) }
    return self
  }

  /// Returns the node with its type.
  ///
  /// The plan ties a dependency to a binding only when the types of both keys are equal, and
  /// ``DeclarationList/check(_:hasType:at:)`` ensures that the node of a binding whose key has the type `Value` is a
  /// `Node<Value>`. Were a path around both forgotten, the program would end here, rather than take an object for another.
  ///
  /// The downcast is sound: only ``Node`` creates an `AnyNode`, with its own type. A checked cast would cost a search.
  package func of<Value>(_ type: Value.Type) -> Node<Value> {
    if ObjectIdentifier(self.type) != ObjectIdentifier(Value.self) { isOfAnotherType(Value.self) }
    return unsafeDowncast(self, to: Node<Value>.self)
  }

  /// Ends the program; apart, so that the check costs two instructions.
  @inline(never)
  private func isOfAnotherType(_ wanted: any Any.Type) -> Never {
    preconditionFailure("A node of '\(type)' was used as '\(wanted)'.")
  }
}

extension [AnyNode] {
  /// The number of objects on the longest path of dependencies from these nodes.
  var depth: Int { reduce(0) { Swift.max($0, $1.depth) } }
}
