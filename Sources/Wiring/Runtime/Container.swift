/// The nodes of a built plan. Each is linked when it is first requested, after its dependencies: bindings that a program
/// never uses get no node.
///
/// A container can overlay another one, as an opened scope does; it then shares the nodes that do not depend on the
/// difference.
final class Container: Sendable {
  let bindings: BindingGraph
  /// The container of the enclosing graph, or the one that this container overlays.
  let parent: Container?
  /// The path of the open scope; empty outside custom scopes.
  let scope: [ScopeName]
  let observer: (any ResolutionObserver)?
  /// The observer of objects that access the world outside the process: that of the task that built the graph, or that of the
  /// enclosing graph. Stored, since nodes are linked later, by any task.
  let externalAccess: (any ExternalAccess.Observer)?
  private let storage: Storage
  /// The lock of linking, which runs no factory.
  private let linking: ConditionMutex<Linked>

  /// The place of the nodes.
  private enum Storage {
    /// It has a place for each binding of its plan.
    case whole(NodeList)
    /// It overlays its parent, and shares all nodes but these.
    case overlay(Overlay)
  }

  /// The difference of an overlay.
  private struct Overlay {
    /// The position whose node is replaced.
    let position: Int
    let replacement: AnyNode
    /// The positions that are linked anew, since they depend on the replaced one.
    let dependents: PositionSet
    /// The positions whose objects were passed to the containers around this one, and stay as they are here.
    let given: [Int]

    func owns(_ position: Int) -> Bool {
      position == self.position || dependents.contains(position) && !given.contains(position)
    }
  }

  private struct Linked {
    /// The linked nodes of an overlay.
    var nodes: LinkedNodes
    var lifecycle: Lifecycle?

    init(_ bindings: BindingGraph) {
      nodes = LinkedNodes(positionCount: bindings.declarations.count)
      lifecycle = bindings.hasHooks ? Lifecycle() : nil
    }
  }

  /// Creates a container for a plan, without objects.
  init(_ bindings: BindingGraph, parent: Container?, observer: (any ResolutionObserver)?) {
    self.bindings = bindings
    self.parent = parent
    scope = parent?.scope ?? []
    self.observer = observer
    externalAccess = ExternalAccess.observer ?? parent?.externalAccess
    storage = .whole(NodeList(from: bindings.inheritedCount, order: bindings.order))
    linking = ConditionMutex(Linked(bindings))
    if bindings.hasHooks { parent?.add(inner: self) }
  }

  /// Creates a container that overlays another one: the node at a position is replaced, and its dependents are linked anew.
  init(_ base: Container, scope: [ScopeName], replacing position: Int, by node: AnyNode, dependents: PositionSet) {
    bindings = base.bindings
    parent = base
    self.scope = scope
    observer = base.observer
    externalAccess = base.externalAccess
    storage = .overlay(Overlay(position: position, replacement: node, dependents: dependents, given: base.given))
    linking = ConditionMutex(Linked(bindings))
    if bindings.hasHooks { base.add(inner: self) }
  }

  deinit {
    // Without the lock, under which no code of a program runs: there is no other reference.
    linking.value.nodes.removeAll()
  }

  /// The lifecycle; `nil` while neither a binding nor an inner graph has a start or stop hook.
  var lifecycle: Lifecycle? { linking.withLock { linking.value.lifecycle } }

  /// Records a graph or scope inside this one that has hooks, which then is one with hooks itself.
  private func add(inner container: Container) {
    let new = Lifecycle()
    let (lifecycle, isNew) = linking.withLock {
      if let known = linking.value.lifecycle { return (known, false) }
      linking.value.lifecycle = new
      return (new, true)
    }
    lifecycle.add(inner: container)
    if isNew { parent?.add(inner: self) }
  }

  /// The node at a position; `nil` when its scope is not open.
  func node(at position: Int) -> AnyNode? {
    guard owns(position) else { return parent?.node(at: position) }
    return linkedNode(at: position) ?? link(position)
  }

  /// The node at a position that the container owns; `nil` before it is linked.
  func linkedNode(at position: Int) -> AnyNode? {
    guard owns(position) else { return nil }
    switch storage {
    case .whole(let nodes): return nodes[position]
    case .overlay(let overlay) where position == overlay.position: return overlay.replacement
    case .overlay: return linking.withLock { linking.value.nodes[position] }
    }
  }

  /// The node at a position that the container owns; `nil` before it is linked. Only for code that holds the lock of linking.
  func nodeWhileLinking(at position: Int) -> AnyNode? {
    guard owns(position) else { return nil }
    switch storage {
    case .whole(let nodes): return nodes[position]
    case .overlay(let overlay):
      return position == overlay.position ? overlay.replacement : linking.value.nodes[position]
    }
  }

  /// Whether the node at a position belongs to this container rather than to its parent.
  func owns(_ position: Int) -> Bool {
    switch storage {
    case .whole: position >= bindings.inheritedCount
    case .overlay(let overlay): overlay.owns(position)
    }
  }

  /// The positions whose objects were passed to this container or to those around it.
  private var given: [Int] {
    switch storage {
    case .whole: parent?.given ?? []
    case .overlay(let overlay): overlay.given + [overlay.position]
    }
  }

  /// Whether the object at a position was passed to the container, rather than created by its binding.
  func isGiven(_ position: Int) -> Bool {
    if case .overlay(let overlay) = storage { overlay.position == position } else { false }
  }

  /// The node that provides a key.
  func node<Value>(for key: Key<Value>, on caller: Caller) throws(ResolutionError) -> Node<Value> {
    guard let position = bindings.positions[key.erased] else { return try offeredNode(for: key, on: caller) }
    return try node(at: position, for: key.erased, on: caller).of(Value.self)
  }

  /// The node that provides the key of a request.
  @inline(__always)
  func node<Value>(
    for key: Key<Value>, as type: Value.Type, on caller: Caller, at site: CallSite?
  ) throws(ResolutionError) -> Node<Value> {
    try requested(at: site) { () throws(ResolutionError) in try node(for: key.checked(for: type), on: caller) }
  }

  /// The node that provides a key; `nil` when nothing does, or when its scope is not open.
  func node<Value>(ifProvided key: Key<Value>, on caller: Caller) throws(ResolutionError) -> Node<Value>? {
    guard let position = bindings.positions[key.erased] else {
      return isOffered(key) ? try offeredNode(for: key, on: caller) : nil
    }
    guard let node = node(at: position) else { return nil }
    return try node.checked(for: key.erased, on: caller).of(Value.self)
  }

  /// The node at a position.
  @inline(__always)
  func node(at position: Int, for key: AnyKey, on caller: Caller) throws(ResolutionError) -> AnyNode {
    guard let node = node(at: position) else {
      throw ResolutionError(.scopeNotOpen(key, scope: bindings.scopes.scopePaths[position].last?.text ?? ""))
    }
    return try node.checked(for: key, on: caller)
  }

  /// Whether a key can be resolved now.
  func provides<Value>(_ key: Key<Value>) -> Bool {
    guard let position = bindings.positions[key.erased] else { return isOffered(key) }
    return node(at: position) != nil
  }

  /// Links a node and its dependencies, and publishes all of them together: a handle may refer to a node that is linked after
  /// it.
  private func link(_ position: Int) -> AnyNode? {
    guard canLink(position) else { return nil }
    return linking.withLock {
      // Another thread may have linked it after the caller's check.
      if let node = nodeWhileLinking(at: position) { return node }
      let positions = unlinked(from: position)
      var linker = Linker(self)
      for position in positions { linker.link(at: position) }
      linker.finish()
      for position in positions {
        guard let node = linker.nodes[position] else { continue }
        switch storage {
        case .whole(let nodes): nodes.set(node, at: position)
        case .overlay: linking.value.nodes.add(node, at: position)
        }
      }
      return linker.nodes[position]
    }
  }

  private func canLink(_ position: Int) -> Bool {
    bindings.scopes.isEmpty || scope.starts(with: bindings.scopes.scopePaths[position])
  }

  /// The positions to link for one of them, dependencies first.
  private func unlinked(from position: Int) -> [Int] {
    // Mostly its dependencies are linked, and no set is needed.
    guard hasUnlinkedTarget(position) else { return [position] }
    var isFound = [Bool](repeating: false, count: bindings.declarations.count)
    isFound[position] = true
    var found = [position]
    var next = 0
    while next < found.count {
      for target in bindings.edges.targets(of: found[next]) where !isFound[target] && mayLink(target) {
        isFound[target] = true
        if nodeWhileLinking(at: target) == nil { found.append(target) }
      }
      next += 1
    }
    return found.sorted { bindings.ranks[$0] < bindings.ranks[$1] }
  }

  private func hasUnlinkedTarget(_ position: Int) -> Bool {
    bindings.edges.targets(of: position).contains { mayLink($0) && nodeWhileLinking(at: $0) == nil }
  }

  private func mayLink(_ position: Int) -> Bool { owns(position) && canLink(position) }
}

// MARK: - Graphs

extension Container {
  /// Creates the graph of this container, its eager objects and its root, synchronously.
  func graph<Root>(_ rootKey: Key<Root>, on caller: Caller, at site: CallSite) throws -> Graph<Root> {
    try withExtendedLifetime(self) {
      do {
        for (key, node) in eagerNodes {
          let node = try requested(at: site) { () throws(ResolutionError) in try node.checked(for: key, on: caller) }
          _ = try node.resolveErased()
        }
        return Graph(root: try node(for: rootKey, as: Root.self, on: caller, at: site).resolve(), container: self)
      } catch {
        // The caller receives no graph that could stop the objects that were created.
        lifecycle?.stopInBackground(self)
        throw error
      }
    }
  }

  /// Creates the graph of this container, its eager objects and its root.
  func graph<Root>(
    _ rootKey: Key<Root>, at site: CallSite, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Graph<Root> {
    do {
      for (_, node) in eagerNodes { try await node.prepare() }
      let root = try node(for: rootKey, as: Root.self, on: .awaiting(on: isolation), at: site)
      return Graph(root: try await root.resolveAsync(), container: self)
    } catch {
      _ = await lifecycle?.stop(self, clock: ContinuousClock())
      throw error
    }
  }

  /// The nodes of objects that are created with the graph. Those of an opened scope are created when it is started.
  private var eagerNodes: [(key: AnyKey, node: AnyNode)] {
    guard case .whole = storage, bindings.features.contains(.modifiers) else { return [] }
    return bindings.order.compactMap { position in
      let declaration = bindings.declarations[position]
      guard !declaration.modifiers.isEmpty, declaration.isEager else { return nil }
      return node(at: position).map { (declaration.key, $0) }
    }
  }
}
