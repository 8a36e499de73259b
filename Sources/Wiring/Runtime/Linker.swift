internal import CWiringRecords

/// The builder of a container's nodes, one at a time, dependencies before consumers.
@usableFromInline package struct Linker {
  let bindings: BindingGraph
  /// The new nodes.
  private(set) var nodes: LinkedNodes
  private let container: Container
  /// The observer of every object that is created.
  let observer: (any ResolutionObserver)?
  /// The observer of objects that access the world outside the process.
  let externalAccess: (any ExternalAccess.Observer)?
  /// The position of the binding whose node is being linked.
  private(set) var currentPosition = 0
  /// The number of dependencies of that binding linked so far.
  private var nextDependency = 0
  /// Whether one of the dependencies linked so far must be resolved with a frame.
  @usableFromInline private(set) var needsFrame = false
  /// The nodes of the dependencies linked so far.
  @usableFromInline private(set) var retained: [AnyNode] = []
  /// References of handles to nodes that are linked later, because a cycle of bindings leads through the handle.
  private var forwardReferences: [(position: Int, node: ForwardReference)] = []

  init(_ container: Container) {
    self.container = container
    bindings = container.bindings
    nodes = LinkedNodes(positionCount: container.bindings.declarations.count)
    observer = container.observer
    externalAccess = container.externalAccess
  }

  /// Links the node at a position.
  mutating func link(at position: Int) {
    currentPosition = position
    nextDependency = 0
    needsFrame = false
    retained = []
    let declaration = bindings.declarations[position]
    nodes.add(declaration.link(&self, declaration.scope), at: position)
  }

  /// Resolves the forward references. Called once, after all nodes are linked.
  func finish() {
    for (position, reference) in forwardReferences { reference.node = node(at: position) }
  }

  /// The key of the current object.
  var key: AnyKey { bindings.declarations[currentPosition].key }

  /// The isolation that the current object and its dependencies require.
  var isolation: Isolation { bindings.isolations[currentPosition] }

  /// Whether the current object needs an asynchronous form of its factory: one of the main actor does, too, for callers
  /// elsewhere.
  @usableFromInline package var needsAsyncForm: Bool { isolation != .any }

  /// Whether the current object never leaves the main actor.
  var isConfined: Bool { bindings.isConfined(currentPosition) }

  /// Requires a frame in every resolution of the current object.
  mutating func requireFrame() { needsFrame = true }

  /// Requires a frame for a handle or proxy, whose objects may belong to an ``Owned`` one.
  mutating func requireFrameOfOwner() {
    if bindings.features.contains(.ownedStops) { needsFrame = true }
  }
}

// MARK: - Dependencies

// Each call links the next dependency of the declaration, so that callers must ask for all of them, in the order of
// `Declaration.dependencies`: the parameters of the factory first, then those of the steps.
extension Linker {
  /// Links the next parameter of the current factory.
  @usableFromInline package mutating func dependency<Value>(for type: Value.Type) -> LinkedDependency<Value> {
    guard let node = nextNode().node else {
      preconditionFailure("A plan links dependencies before their consumers.")
    }
    if node.needsFrame { needsFrame = true }
    // Keeps the node alive, which the linked dependency does not: its reference is unowned.
    retained.append(node)
    return LinkedDependency(node.of(Value.self))
  }

  /// Links all dependencies of the current object, which have the same type.
  mutating func dependencies<Value>(for type: Value.Type) -> [LinkedDependency<Value>] {
    (0..<bindings.edges.number(of: currentPosition)).map { _ in dependency(for: type) }
  }

  /// Links the next dependency, which is resolved later than the current object.
  ///
  /// - Parameter isReportingFailure: Whether the handle can throw when its graph is deallocated. A handle that cannot throw
  ///   retains the node, and with it the cycle that leads back to the handle.
  mutating func deferredDependency<Value>(_ type: Value.Type, isReportingFailure: Bool) -> DeferredDependency<Value> {
    let (node, position) = nextNode()
    if let node {
      retained.append(node)
      return DeferredDependency(.direct(node.of(Value.self)))
    }
    return DeferredDependency(.forward(forwardReference(to: position, isWeak: isReportingFailure)))
  }

  /// Links the next dependency of a handle that has several.
  @usableFromInline mutating func handleDependency<Value>(for type: Value.Type) -> HandleDependency<Value> {
    let (node, position) = nextNode()
    guard let node else {
      // Unknown until it is linked.
      if !bindings.features.isDisjoint(with: [.ownedStops, .shortScopes]) { needsFrame = true }
      return .forward(forwardReference(to: position, isWeak: true))
    }
    if node.needsFrame { needsFrame = true }
    retained.append(node)
    return .linked(LinkedDependency(node.of(Value.self)))
  }

  /// Returns the access of an opaque factory to its container. Every resolution of the factory has a frame.
  @usableFromInline mutating func resolverSource() -> ResolverSource {
    requireFrame()
    return ResolverSource(key: key, reference: WeakReference(container))
  }

  /// A reference to the container; for the container of a single look-up, to the one that it was derived for.
  var containerReference: WeakReference<Container> {
    WeakReference(bindings.isLookUp ? container.parent ?? container : container)
  }

  private mutating func nextNode() -> (node: AnyNode?, position: Int) {
    let position = bindings.edges.target(nextDependency, of: currentPosition)
    nextDependency += 1
    return (node(at: position), position)
  }

  /// The node at a position; `nil` for a node that is linked later.
  private func node(at position: Int) -> AnyNode? {
    if let node = nodes[position] { return node }
    return container.owns(position) ? container.nodeWhileLinking(at: position) : container.parent?.node(at: position)
  }

  private mutating func forwardReference(to position: Int, isWeak: Bool) -> ForwardReference {
    let reference = ForwardReference(to: position, in: bindings, isWeak: isWeak)
    forwardReferences.append((position, reference))
    return reference
  }
}

// MARK: - Nodes

extension Linker {
  /// Creates the node of a handle, which is created without resolving anything.
  ///
  /// - Parameter make: Returns the handle. Its parameter is the owner of the objects that the handle creates.
  mutating func handleNode<Handle>(_ make: @escaping @Sendable (StopList?) -> Handle) -> AnyNode {
    for case .sharing(let transform) in bindings.declarations[currentPosition].modifiers {
      guard let transform = transform as? HandleTransform<Handle> else { continue }
      // Applied once, so that all handles share the objects.
      let handle = UncheckedSendable(value: transform.apply(make(nil)))
      return Node(
        needsFrame: false, isolation: isolation, isConfined: isConfined, retained: retained, cell: nil,
        make: { _ in handle.value }, makeAsync: nil)
    }
    needsFrame = false
    requireFrameOfOwner()
    return Node(
      needsFrame: needsFrame, isolation: isolation, isConfined: isConfined, retained: retained, cell: nil,
      make: { frame in make(frame?.owner) }, makeAsync: nil)
  }

  /// Creates the node of a factory whose dependencies are all linked.
  ///
  /// The asynchronous form serves callers on any thread, and is not used unless ``needsAsyncForm``.
  package mutating func node<Value>(
    _ scope: Scope, _ make: @escaping @Sendable (ResolutionFrame?) throws -> Value,
    _ makeAsync: (@Sendable (ResolutionFrame?) async throws -> Value)?
  ) -> AnyNode {
    let make = checkingStack(make)
    if !needsAsyncForm, isPlain(scope) { return plainNode(scope, make) }
    var factory = NodeFactory(make: make, makeAsync: makeAsync)
    let declaration = bindings.declarations[currentPosition]
    if !declaration.modifiers.isEmpty { factory = modified(factory, by: declaration.modifiers) }
    if let observer { factory = observed(factory, by: observer) }
    return scopedNode(factory, in: scope)
  }

  /// Returns the factory with a check of the stack, for one object of at most 32 in a chain of dependencies: factories call each
  /// other, and a stack that ends would end the program without a message.
  private func checkingStack<Value>(
    _ make: @escaping @Sendable (ResolutionFrame?) throws -> Value
  ) -> @Sendable (ResolutionFrame?) throws -> Value {
    let depth = retained.depth + 1
    // Depths increase along a chain, by more than one where another chain to the same object is longer.
    guard retained.contains(where: { $0.depth / 32 < depth / 32 }) else { return make }
    let key = bindings.declarations[currentPosition].key
    return { frame in
      guard wiring_remaining_stack() > ResolutionError.reservedStack else {
        throw ResolutionError(.tooDeep(key, depth: depth))
      }
      return try make(frame)
    }
  }

  /// Creates the node of an object that is converted from the next dependency.
  package mutating func node<Source, Value>(
    _ scope: Scope, from source: Source.Type, _ convert: @escaping @Sendable (Source) throws -> Value
  ) -> AnyNode {
    let linked = dependency(for: source)
    return node(
      scope, { frame in try convert(try linked.value(frame)) },
      { frame in try convert(try await linked.asyncValue(frame)) })
  }

  private var qualifier: String? { bindings.declarations[currentPosition].key.qualifier }

  /// Whether the current object has a scope and a factory that ``plainNode(_:_:)`` supports: no modifiers, no observer.
  private func isPlain(_ scope: Scope) -> Bool {
    (scope.kind == .transient || scope.kind == .singleton) && observer == nil
      && bindings.declarations[currentPosition].modifiers.isEmpty
  }

  /// Creates the node of a plain object. Most objects are, and this takes a fraction of the steps.
  private func plainNode<Value>(_ scope: Scope, _ make: @escaping @Sendable (ResolutionFrame?) throws -> Value)
    -> AnyNode
  {
    guard scope.kind == .singleton else {
      return Node(needsFrame: needsFrame, retained: retained, singleton: nil, make: make)
    }
    let cell = SingletonCell<Value>(qualifier: qualifier)
    guard mayCreateOwned else {
      return Node(needsFrame: false, retained: retained, singleton: cell) { _ in try cell.value { try make(nil) } }
    }
    return Node(needsFrame: false, retained: retained, singleton: cell) { _ in
      try cell.value { try ResolutionFrame.begin { try make($0) } }
    }
  }

  /// Whether the creation of the current object may create ``Owned`` ones for its consumers.
  private var mayCreateOwned: Bool { needsFrame && bindings.features.contains(.ownedStops) }

  // A shared object outlives the resolution that creates it, so that its factory receives no frame of it (`nil`): a plan
  // refuses one that would hold objects of the resolution (W004), and an opaque factory begins a resolution of its own. Only
  // where there are owned objects, whose consumers it may fail to create, its creation is a resolution of its own.
  private func scopedNode<Value>(_ factory: NodeFactory<Value>, in scope: Scope) -> AnyNode {
    var factory = factory
    if mayCreateOwned, scope.outlivesResolution { factory = factory.beginningResolution }
    let (make, makeAsync) = (factory.make, factory.makeAsync)
    switch scope.kind {
    case .transient:
      return newNode(factory, needsFrame: needsFrame)
    case .graph:
      return nodeSharedInResolution(factory)
    // Both bodies call a concrete cell: through a protocol, each resolution would look up a witness.
    case .weak:
      let cell = WeakCell<Value>(qualifier: qualifier, isConfined: isConfined)
      var shared = NodeFactory<Value> { _ in try cell.value { try make(nil) } }
      if let makeAsync { shared.makeAsync = { _ in try await cell.asyncValue { try await makeAsync(nil) } } }
      return cellNode(shared, cell)
    case .singleton, .custom:
      let cell = SingletonCell<Value>(qualifier: qualifier, isConfined: isConfined)
      var shared = NodeFactory<Value> { _ in try cell.value { try make(nil) } }
      if let makeAsync { shared.makeAsync = { _ in try await cell.asyncValue { try await makeAsync(nil) } } }
      return cellNode(shared, cell)
    }
  }

  /// Creates the node of an object that a cell stores.
  private func cellNode<Value>(_ factory: NodeFactory<Value>, _ cell: any Cell<Value>) -> AnyNode {
    guard factory.makeAsync != nil, isolation == .main else { return newNode(factory, cell: cell) }
    // Created synchronously on the main actor, as for callers that are there already, so that both cannot create it.
    var factory = factory
    let make = factory.make
    factory.makeAsync = { _ in
      if let value = cell.current { return value }
      return try await MainActor.run { UncheckedSendable(value: try make(nil)) }.value
    }
    return newNode(factory, cell: cell)
  }

  /// Creates the node of an object that the frame of a resolution stores.
  private func nodeSharedInResolution<Value>(_ factory: NodeFactory<Value>) -> AnyNode {
    let identity = NodeIdentity()
    let (make, makeAsync) = (factory.make, factory.makeAsync)
    var shared = NodeFactory<Value> { frame in
      guard let frame else { return try make(nil) }
      if let value: Value = frame.instance(at: identity) { return value }
      let value = try make(frame)
      frame.store(value, at: identity)
      return value
    }
    if let makeAsync {
      shared.makeAsync = { frame in
        guard let frame else { return try await makeAsync(nil) }
        if let value: Value = frame.instance(at: identity) { return value }
        let value = try await makeAsync(frame)
        frame.store(value, at: identity)
        return value
      }
    }
    return newNode(shared, needsFrame: true)
  }

  private func newNode<Value>(
    _ factory: NodeFactory<Value>, cell: (any Cell<Value>)? = nil, needsFrame: Bool = false
  ) -> AnyNode {
    Node(
      needsFrame: needsFrame, isolation: isolation, isConfined: isConfined, retained: retained, cell: cell,
      make: factory.make, makeAsync: needsAsyncForm ? factory.makeAsync : nil)
  }
}
