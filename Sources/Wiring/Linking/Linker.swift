/// Makes the nodes of a container, one after the other, dependencies first.
@usableFromInline struct Linker {
  let blueprint: Blueprint
  /// The nodes by position of their binding; `nil` until made.
  private(set) var nodes: NodeTable
  private let container: Container
  /// Who is told about every object that is made.
  let observer: (any ResolutionObserver)?
  /// Who is told before an object is made that reaches outside the process.
  let reality: (any Reality.Observer)?
  private(set) var currentPosition = 0
  private var nextDependency = 0
  private var dependencyNeedsFrame = false
  @usableFromInline private(set) var retained: [AnyNode] = []
  /// Handles whose target comes later in the order, because a circle of bindings leads through them.
  private var late: [(position: Int, node: LateNode)] = []

  init(_ container: Container) {
    self.container = container
    blueprint = container.blueprint
    nodes = NodeTable(container)
    observer = container.observer
    reality = container.reality
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
    for (position, late) in late { late.node = nodes[position] }
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
  @usableFromInline mutating func slot<Value>(for type: Value.Type) -> Slot<Value> {
    guard let node = nextNode().node else {
      preconditionFailure("A plan links dependencies before their consumers.")
    }
    if node.needsFrame { dependencyNeedsFrame = true }
    retained.append(node)
    return Slot(node.of(Value.self))
  }

  /// The node of the next dependency, which is needed later than the object that is being linked.
  ///
  /// - Parameter isReportingFailure: Whether the handle can say that its graph is gone. One that cannot keeps the node,
  ///   and with it the circle that leads back to the handle.
  mutating func deferred<Value>(_ type: Value.Type, isReportingFailure: Bool) -> Deferred<Value> {
    let (node, position) = nextNode()
    if let node {
      retained.append(node)
      return Deferred(node: node.of(Value.self))
    }
    let lateNode = LateNode(key: blueprint.declarations[position].key, isWeak: isReportingFailure)
    late.append((position, lateNode))
    return Deferred(late: lateNode)
  }

  /// The slot of the next dependency of a handle that has several.
  @usableFromInline mutating func lateSlot<Value>(for type: Value.Type) -> LateSlot<Value> {
    let (node, position) = nextNode()
    guard let node else {
      let lateNode = LateNode(key: blueprint.declarations[position].key, isWeak: true)
      late.append((position, lateNode))
      return LateSlot(late: lateNode)
    }
    if node.needsFrame { dependencyNeedsFrame = true }
    retained.append(node)
    return LateSlot(Slot(node.of(Value.self)))
  }

  /// The slots of all dependencies, which have one type.
  mutating func slots<Value>(for type: Value.Type) -> [Slot<Value>] {
    (0..<blueprint.edges.number(of: currentPosition)).map { _ in slot(for: type) }
  }

  /// The nodes of the dependencies that have their slots, for a handle that outlives its own node.
  @usableFromInline var nodesOfSlots: [AnyNode] { retained }

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
    _ scope: Scope, _ factory: @escaping @Sendable (Frame?) throws -> Value,
    _ asyncFactory: (@Sendable (Frame?) async throws -> Value)?
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
  func plain<Value>(_ scope: Scope, _ make: @escaping @Sendable (Frame?) throws -> Value) -> AnyNode {
    guard scope.kind == .singleton else {
      return Node(needsFrame: needsFrameForDependencies, retained: retained, singleton: nil, make: make)
    }
    let cell = SingletonCell<Value>()
    return Node(needsFrame: false, retained: retained, singleton: cell) { _ in try cell.value { try make(nil) } }
  }

  private func scoped<Value>(
    _ scope: Scope, _ make: @escaping Making<Value>, _ makeAsync: AsyncMaking<Value>?
  ) -> AnyNode {
    switch scope.kind {
    case .transient:
      return node(needsFrame: dependencyNeedsFrame, make, makeAsync)
    case .graph:
      return sharedInFrame(make, makeAsync)
    case .weak:
      let cell = WeakCell<Value>()
      let shared: Making<Value> = { _ in try cell.value { try make(nil) } }
      guard let makeAsync else { return node(cell, shared, nil) }
      if isolation == .main { return node(cell, shared) { _ in try await Self.onMainActor(cell, shared) } }
      return node(cell, shared) { _ in try await cell.asyncValue { try await makeAsync(nil) } }
    case .singleton, .custom:
      let cell = SingletonCell<Value>()
      let shared: Making<Value> = { _ in try cell.value { try make(nil) } }
      guard let makeAsync else { return node(cell, shared, nil) }
      if isolation == .main { return node(cell, shared) { _ in try await Self.onMainActor(cell, shared) } }
      return node(cell, shared) { _ in try await cell.asyncValue { try await makeAsync(nil) } }
    }
  }

  /// The shared object of a cell whose making belongs to the main actor: made there at once, as it is for those who are
  /// there already, so that the two ways cannot make it twice.
  private static func onMainActor<Value>(_ cell: some Cell<Value>, _ make: @escaping Making<Value>) async throws
    -> Value
  {
    if let value = cell.current { return value }
    return try await MainActor.run { Shared(value: try make(nil)) }.value
  }

  private func sharedInFrame<Value>(_ make: @escaping Making<Value>, _ makeAsync: AsyncMaking<Value>?) -> AnyNode {
    let place = Place()
    let shared: Making<Value> = { frame in
      guard let frame else { return try make(nil) }
      if let value: Value = frame.instance(at: ObjectIdentifier(place)) { return value }
      let value = try make(frame)
      frame.keep(value, at: ObjectIdentifier(place))
      return value
    }
    guard let makeAsync else { return node(needsFrame: true, shared, nil) }
    return node(needsFrame: true, shared) { frame in
      guard let frame else { return try await makeAsync(nil) }
      if let value: Value = frame.instance(at: ObjectIdentifier(place)) { return value }
      let value = try await makeAsync(frame)
      frame.keep(value, at: ObjectIdentifier(place))
      return value
    }
  }

  private func node<Value>(
    _ cell: (any Cell<Value>)? = nil, needsFrame: Bool = false,
    _ make: @escaping @Sendable (Frame?) throws -> Value,
    _ makeAsync: (@Sendable (Frame?) async throws -> Value)?
  ) -> AnyNode {
    Node(
      needsFrame: needsFrame, isolation: isolation, retained: retained, cell: cell, make: make,
      makeAsync: isAsynchronous ? makeAsync : nil)
  }

  /// The way out of an opaque factory. From here on the resolution carries a frame.
  @usableFromInline mutating func opening(of key: AnyKey) -> Opening {
    dependencyNeedsFrame = true
    return Opening(key: key, reference: ContainerReference(container))
  }

  mutating func carryFrame() { dependencyNeedsFrame = true }
}
