/// The builder of a container's nodes, one at a time, dependencies before consumers.
@usableFromInline struct Linker {
  let blueprint: Blueprint
  /// The nodes by position of their binding; `nil` for those that are not linked yet.
  private(set) var nodes: NodeTable
  private let container: Container
  /// The observer of every object that is created.
  let observer: (any ResolutionObserver)?
  /// The observer of objects that access the world outside the process.
  let externalAccess: (any ExternalAccess.Observer)?
  /// The position of the binding whose node is being linked.
  private(set) var currentPosition = 0
  private var nextDependency = 0
  /// Whether one of the dependencies linked so far must be resolved with a frame.
  @usableFromInline private(set) var needsFrame = false
  /// The nodes of the dependencies linked so far.
  @usableFromInline private(set) var retained: [AnyNode] = []
  /// References of handles to nodes that are linked later, because a cycle of bindings leads through the handle.
  private var forwardReferences: [(position: Int, node: ForwardReference)] = []

  init(_ container: Container) {
    self.container = container
    blueprint = container.blueprint
    nodes = NodeTable(container)
    observer = container.observer
    externalAccess = container.externalAccess
  }

  /// Links the node at a position.
  mutating func link(at position: Int) {
    currentPosition = position
    nextDependency = 0
    needsFrame = false
    retained = []
    let declaration = blueprint.declarations[position]
    nodes[position] = declaration.link(&self, declaration.scope)
  }

  /// Resolves the forward references. Called once, after all nodes are linked.
  func finish() {
    for (position, reference) in forwardReferences { reference.node = nodes[position] }
  }

  /// The isolation that the current object and its dependencies require.
  var isolation: Isolation { blueprint.isolations[currentPosition] }

  /// Whether the current object needs an asynchronous factory, for callers on any thread.
  @usableFromInline var isAsynchronous: Bool { isolation != .any }

  /// Requires a frame in every resolution of the current object.
  mutating func requireFrame() { needsFrame = true }
}

// MARK: - Dependencies

extension Linker {
  /// Links the next parameter of the current factory.
  @usableFromInline mutating func dependency<Value>(for type: Value.Type) -> LinkedDependency<Value> {
    guard let node = nextNode().node else {
      preconditionFailure("A plan links dependencies before their consumers.")
    }
    if node.needsFrame { needsFrame = true }
    // Keeps the node alive: the reference in the linked dependency is unowned.
    retained.append(node)
    return LinkedDependency(node.of(Value.self))
  }

  /// Links all dependencies of the current object, which have the same type.
  mutating func dependencies<Value>(for type: Value.Type) -> [LinkedDependency<Value>] {
    (0..<blueprint.edges.number(of: currentPosition)).map { _ in dependency(for: type) }
  }

  /// Links the next dependency, which is resolved later than the current object.
  ///
  /// - Parameter isReportingFailure: Whether the handle can throw when its graph is deallocated. A handle that cannot throw
  ///   retains the node, and with it the cycle that leads back to the handle.
  mutating func deferredDependency<Value>(_ type: Value.Type, isReportingFailure: Bool) -> DeferredDependency<Value> {
    let (node, position) = nextNode()
    if let node {
      retained.append(node)
      return DeferredDependency(node: node.of(Value.self))
    }
    return DeferredDependency(forward: forwardReference(to: position, isWeak: isReportingFailure))
  }

  /// Links the next dependency of a handle that has several.
  @usableFromInline mutating func handleDependency<Value>(for type: Value.Type) -> HandleDependency<Value> {
    let (node, position) = nextNode()
    guard let node else { return HandleDependency(forward: forwardReference(to: position, isWeak: true)) }
    if node.needsFrame { needsFrame = true }
    retained.append(node)
    return HandleDependency(LinkedDependency(node.of(Value.self)))
  }

  /// Returns the access of an opaque factory to its container. Every resolution of the factory has a frame.
  @usableFromInline mutating func resolverSource(for key: AnyKey) -> ResolverSource {
    requireFrame()
    return ResolverSource(key: key, reference: WeakContainer(container))
  }

  private mutating func nextNode() -> (node: AnyNode?, position: Int) {
    let position = blueprint.edges.target(nextDependency, of: currentPosition)
    nextDependency += 1
    return (nodes[position], position)
  }

  private mutating func forwardReference(to position: Int, isWeak: Bool) -> ForwardReference {
    let reference = ForwardReference(key: blueprint.declarations[position].key, isWeak: isWeak)
    forwardReferences.append((position, reference))
    return reference
  }
}

// MARK: - Nodes

extension Linker {
  /// Creates the node of a handle, which is created without resolving anything.
  @usableFromInline func transient<Value>(_ make: @escaping @Sendable () -> Value) -> AnyNode {
    Node(
      needsFrame: false, isolation: .any, retained: retained, cell: nil, make: { _ in make() }, makeAsync: nil)
  }

  /// Creates the node of a factory whose dependencies are all linked.
  ///
  /// - Parameters:
  ///   - scope: The lifetime of the object.
  ///   - make: Creates the object synchronously.
  ///   - makeAsync: Creates the object from any thread; required unless ``isAsynchronous`` is `false`.
  @usableFromInline mutating func node<Value>(
    _ scope: Scope, _ make: @escaping @Sendable (ResolutionFrame?) throws -> Value,
    _ makeAsync: (@Sendable (ResolutionFrame?) async throws -> Value)?
  ) -> AnyNode {
    var factory = NodeFactory(make: make, makeAsync: makeAsync)
    let declaration = blueprint.declarations[currentPosition]
    if !declaration.modifiers.isEmpty { factory = modified(factory, by: declaration.modifiers) }
    if let observer { factory = observed(factory, by: observer) }
    return scoped(scope, factory)
  }

  /// Whether the current object has a scope and a factory that ``plain(_:_:)`` supports: no modifiers and no observer.
  @usableFromInline
  func isPlain(_ scope: Scope) -> Bool {
    (scope.kind == .transient || scope.kind == .singleton) && observer == nil
      && blueprint.declarations[currentPosition].modifiers.isEmpty
  }

  /// Creates the node of a plain object.
  ///
  /// Inlinable, unlike the others: most objects are plain, and code that is specialized for the type creates and reads them
  /// in half the instructions.
  @inlinable
  func plain<Value>(_ scope: Scope, _ make: @escaping @Sendable (ResolutionFrame?) throws -> Value) -> AnyNode {
    guard scope.kind == .singleton else {
      return Node(needsFrame: needsFrame, retained: retained, singleton: nil, make: make)
    }
    let cell = SingletonCell<Value>()
    return Node(needsFrame: false, retained: retained, singleton: cell) { _ in try cell.value { try make(nil) } }
  }

  private func scoped<Value>(_ scope: Scope, _ factory: NodeFactory<Value>) -> AnyNode {
    let (make, makeAsync) = (factory.make, factory.makeAsync)
    switch scope.kind {
    case .transient:
      return node(factory, needsFrame: needsFrame)
    case .graph:
      return sharedWithinResolution(factory)
    // Both bodies call a concrete cell: through a protocol, each resolution would look up a witness.
    case .weak:
      let cell = WeakCell<Value>()
      var shared = NodeFactory<Value> { _ in try cell.value { try make(nil) } }
      if let makeAsync { shared.makeAsync = { _ in try await cell.asyncValue { try await makeAsync(nil) } } }
      return sharedNode(shared, in: cell)
    case .singleton, .custom:
      let cell = SingletonCell<Value>()
      var shared = NodeFactory<Value> { _ in try cell.value { try make(nil) } }
      if let makeAsync { shared.makeAsync = { _ in try await cell.asyncValue { try await makeAsync(nil) } } }
      return sharedNode(shared, in: cell)
    }
  }

  private func sharedNode<Value>(_ factory: NodeFactory<Value>, in cell: any Cell<Value>) -> AnyNode {
    guard factory.makeAsync != nil, isolation == .main else { return node(factory, cell: cell) }
    // Created synchronously on the main actor, as for callers that are there already, so that both cannot create it.
    let make = factory.make
    let onMainActor = NodeFactory(make: make) { _ in
      if let value = cell.current { return value }
      return try await MainActor.run { UncheckedSendable(value: try make(nil)) }.value
    }
    return node(onMainActor, cell: cell)
  }

  private func sharedWithinResolution<Value>(_ factory: NodeFactory<Value>) -> AnyNode {
    let identity = NodeIdentity()
    let make = factory.make
    var shared = NodeFactory<Value> { frame in
      guard let frame else { return try make(nil) }
      if let value: Value = frame.instance(at: ObjectIdentifier(identity)) { return value }
      let value = try make(frame)
      frame.store(value, at: ObjectIdentifier(identity))
      return value
    }
    if let makeAsync = factory.makeAsync {
      shared.makeAsync = { frame in
        guard let frame else { return try await makeAsync(nil) }
        if let value: Value = frame.instance(at: ObjectIdentifier(identity)) { return value }
        let value = try await makeAsync(frame)
        frame.store(value, at: ObjectIdentifier(identity))
        return value
      }
    }
    return node(shared, needsFrame: true)
  }

  private func node<Value>(
    _ factory: NodeFactory<Value>, cell: (any Cell<Value>)? = nil, needsFrame: Bool = false
  ) -> AnyNode {
    Node(
      needsFrame: needsFrame, isolation: isolation, retained: retained, cell: cell, make: factory.make,
      makeAsync: isAsynchronous ? factory.makeAsync : nil)
  }
}

/// The nodes that a linker finds and creates.
struct NodeTable {
  private let container: Container
  /// The new nodes, by position.
  private var linked: [AnyNode?]

  init(_ container: Container) {
    self.container = container
    linked = Array(repeating: nil, count: container.blueprint.declarations.count)
  }

  /// The node at a position; `nil` for a node that is linked later.
  subscript(position: Int) -> AnyNode? {
    get {
      if let node = linked[position] { return node }
      return container.owns(position) ? container.linkedNode(at: position) : container.parent?.node(at: position)
    }
    set { linked[position] = newValue }
  }
}
