/// Makes the nodes of a container, one after the other, dependencies first.
@usableFromInline struct Linker {
  let blueprint: Blueprint
  /// The nodes by position of their binding; `nil` until made.
  private(set) var nodes: NodeTable
  private let container: Container
  /// Who is told about every object that is made.
  let observer: (any ResolutionObserver)?
  /// Who is told before an object is made that reaches outside the process.
  let externalAccess: (any ExternalAccess.Observer)?
  private(set) var currentPosition = 0
  private var nextDependency = 0
  private var dependencyNeedsFrame = false
  @usableFromInline private(set) var retained: [AnyNode] = []
  /// Handles whose target comes later in the order, because a circle of bindings leads through them.
  private var forwardReferences: [(position: Int, node: ForwardReference)] = []

  init(_ container: Container) {
    self.container = container
    blueprint = container.blueprint
    nodes = NodeTable(container)
    observer = container.observer
    externalAccess = container.externalAccess
  }

  mutating func link(at position: Int) {
    currentPosition = position
    nextDependency = 0
    dependencyNeedsFrame = false
    retained = []
    let declaration = blueprint.declarations[position]
    nodes[position] = declaration.link(&self, declaration.scope)
  }

  /// Ties handles to nodes that were not there yet when they were linked.
  func finish() {
    for (position, reference) in forwardReferences { reference.node = nodes[position] }
  }

  /// Where the object that is being linked can be made, its dependencies considered.
  var isolation: Isolation { blueprint.isolations[currentPosition] }

  /// Whether the object that is being linked needs a way to be made from elsewhere, by `await`.
  @usableFromInline var isAsynchronous: Bool { isolation != .any }

  private mutating func nextNode() -> (node: AnyNode?, position: Int) {
    let position = blueprint.edges.target(nextDependency, of: currentPosition)
    nextDependency += 1
    return (nodes[position], position)
  }

  /// The slot of the next parameter of the factory that is being linked.
  @usableFromInline mutating func dependency<Value>(for type: Value.Type) -> LinkedDependency<Value> {
    guard let node = nextNode().node else {
      preconditionFailure("A plan links dependencies before their consumers.")
    }
    if node.needsFrame { dependencyNeedsFrame = true }
    retained.append(node)
    return LinkedDependency(node.of(Value.self))
  }

  /// The node of the next dependency, which is needed later than the object that is being linked.
  ///
  /// - Parameter isReportingFailure: Whether the handle can say that its graph is gone. One that cannot keeps the node,
  ///   and with it the circle that leads back to the handle.
  mutating func deferredDependency<Value>(_ type: Value.Type, isReportingFailure: Bool) -> DeferredDependency<Value> {
    let (node, position) = nextNode()
    if let node {
      retained.append(node)
      return DeferredDependency(node: node.of(Value.self))
    }
    let reference = ForwardReference(key: blueprint.declarations[position].key, isWeak: isReportingFailure)
    forwardReferences.append((position, reference))
    return DeferredDependency(forward: reference)
  }

  /// The slot of the next dependency of a handle that has several.
  @usableFromInline mutating func handleDependency<Value>(for type: Value.Type) -> HandleDependency<Value> {
    let (node, position) = nextNode()
    guard let node else {
      let reference = ForwardReference(key: blueprint.declarations[position].key, isWeak: true)
      forwardReferences.append((position, reference))
      return HandleDependency(forward: reference)
    }
    if node.needsFrame { dependencyNeedsFrame = true }
    retained.append(node)
    return HandleDependency(LinkedDependency(node.of(Value.self)))
  }

  /// The slots of all dependencies, which have one type.
  mutating func dependencies<Value>(for type: Value.Type) -> [LinkedDependency<Value>] {
    (0..<blueprint.edges.number(of: currentPosition)).map { _ in dependency(for: type) }
  }

  /// The nodes of the dependencies that have their slots, for a handle that outlives its own node.
  @usableFromInline var retainedDependencies: [AnyNode] { retained }

  /// Whether one of the dependencies that have their slots must be resolved with a frame.
  @usableFromInline var needsFrameForDependencies: Bool { dependencyNeedsFrame }

  /// The node of a handle, which needs nothing to be made.
  @usableFromInline func transient<Value>(_ make: @escaping @Sendable () -> Value) -> AnyNode {
    Node(
      needsFrame: false, isolation: .any, retained: retained, cell: nil, make: { _ in make() }, makeAsync: nil)
  }

  /// The node for a factory whose slots were all taken.
  ///
  /// - Parameters:
  ///   - scope: How long the object lives.
  ///   - factory: Makes it at once.
  ///   - asyncFactory: Makes it from anywhere; needed unless ``isAsynchronous`` is false.
  @usableFromInline mutating func node<Value>(
    _ scope: Scope, _ factory: @escaping @Sendable (ResolutionFrame?) throws -> Value,
    _ asyncFactory: (@Sendable (ResolutionFrame?) async throws -> Value)?
  ) -> AnyNode {
    let declaration = blueprint.declarations[currentPosition]
    guard !declaration.modifiers.isEmpty || observer != nil else { return scoped(scope, factory, asyncFactory) }
    let (made, madeAsync) = modified(factory, asyncFactory, by: declaration.modifiers)
    guard let observer else { return scoped(scope, made, madeAsync) }
    let (watched, watchedAsync) = observed(made, madeAsync, by: observer)
    return scoped(scope, watched, watchedAsync)
  }

  /// Whether nothing stands between the factory of the object that is being linked and its place.
  @usableFromInline
  func isPlain(_ scope: Scope) -> Bool {
    (scope.kind == .transient || scope.kind == .singleton) && observer == nil
      && blueprint.declarations[currentPosition].modifiers.isEmpty
  }

  /// The node of a plain object. Inlinable, unlike the others, since most are plain, and code that knows the type makes
  /// and reads them in half the instructions.
  @inlinable
  func plain<Value>(_ scope: Scope, _ make: @escaping @Sendable (ResolutionFrame?) throws -> Value) -> AnyNode {
    guard scope.kind == .singleton else {
      return Node(needsFrame: needsFrameForDependencies, retained: retained, singleton: nil, make: make)
    }
    let cell = SingletonCell<Value>()
    return Node(needsFrame: false, retained: retained, singleton: cell) { _ in try cell.value { try make(nil) } }
  }

  private func scoped<Value>(
    _ scope: Scope, _ make: @escaping SyncFactory<Value>, _ makeAsync: AsyncFactory<Value>?
  ) -> AnyNode {
    switch scope.kind {
    case .transient:
      return node(needsFrame: dependencyNeedsFrame, make, makeAsync)
    case .graph:
      return sharedWithinResolution(make, makeAsync)
    case .weak:
      let cell = WeakCell<Value>()
      let shared: SyncFactory<Value> = { _ in try cell.value { try make(nil) } }
      guard let makeAsync else { return node(cell, shared, nil) }
      if isolation == .main { return node(cell, shared) { _ in try await Self.onMainActor(cell, shared) } }
      return node(cell, shared) { _ in try await cell.asyncValue { try await makeAsync(nil) } }
    case .singleton, .custom:
      let cell = SingletonCell<Value>()
      let shared: SyncFactory<Value> = { _ in try cell.value { try make(nil) } }
      guard let makeAsync else { return node(cell, shared, nil) }
      if isolation == .main { return node(cell, shared) { _ in try await Self.onMainActor(cell, shared) } }
      return node(cell, shared) { _ in try await cell.asyncValue { try await makeAsync(nil) } }
    }
  }

  /// The shared object of a cell whose making belongs to the main actor: made there at once, as it is for those who are
  /// there already, so that the two ways cannot make it twice.
  private static func onMainActor<Value>(_ cell: some Cell<Value>, _ make: @escaping SyncFactory<Value>) async throws
    -> Value
  {
    if let value = cell.current { return value }
    return try await MainActor.run { UncheckedSendable(value: try make(nil)) }.value
  }

  private func sharedWithinResolution<Value>(_ make: @escaping SyncFactory<Value>, _ makeAsync: AsyncFactory<Value>?) -> AnyNode {
    let identity = NodeIdentity()
    let shared: SyncFactory<Value> = { frame in
      guard let frame else { return try make(nil) }
      if let value: Value = frame.instance(at: ObjectIdentifier(identity)) { return value }
      let value = try make(frame)
      frame.keep(value, at: ObjectIdentifier(identity))
      return value
    }
    guard let makeAsync else { return node(needsFrame: true, shared, nil) }
    return node(needsFrame: true, shared) { frame in
      guard let frame else { return try await makeAsync(nil) }
      if let value: Value = frame.instance(at: ObjectIdentifier(identity)) { return value }
      let value = try await makeAsync(frame)
      frame.keep(value, at: ObjectIdentifier(identity))
      return value
    }
  }

  private func node<Value>(
    _ cell: (any Cell<Value>)? = nil, needsFrame: Bool = false,
    _ make: @escaping @Sendable (ResolutionFrame?) throws -> Value,
    _ makeAsync: (@Sendable (ResolutionFrame?) async throws -> Value)?
  ) -> AnyNode {
    Node(
      needsFrame: needsFrame, isolation: isolation, retained: retained, cell: cell, make: make,
      makeAsync: isAsynchronous ? makeAsync : nil)
  }

  /// The way out of an opaque factory. From here on the resolution carries a frame.
  @usableFromInline mutating func resolverSource(for key: AnyKey) -> ResolverSource {
    dependencyNeedsFrame = true
    return ResolverSource(key: key, reference: WeakContainer(container))
  }

  mutating func requireFrame() { dependencyNeedsFrame = true }
}

/// The nodes that a linker finds and makes.
struct NodeTable {
  private let container: Container
  /// Those that were made, by position.
  private var made: [AnyNode?]

  init(_ container: Container) {
    self.container = container
    made = Array(repeating: nil, count: container.blueprint.declarations.count)
  }

  /// The node at a position; `nil` for one that comes later.
  subscript(position: Int) -> AnyNode? {
    get {
      if let node = made[position] { return node }
      return container.owns(position) ? container.linkedNode(at: position) : container.parent?.node(at: position)
    }
    set { made[position] = newValue }
  }
}
