/// The nodes of a built plan, linked when they are asked for: what a run of a program never needs costs it nothing.
///
/// A container can differ from another one in something, such as an opened scope; it then shares the nodes that do not
/// depend on it.
final class Container: Sendable {
  /// Where the container's own nodes are.
  private enum Storage: Sendable {
    case all(NodeList)
    case some(ContainerOverlay)
  }

  let blueprint: Blueprint
  /// The container around this one: of an enclosing graph, or the one that this one differs from.
  let parent: Container?
  /// The scope that was opened, as far as one was.
  let scope: [String]
  let observer: (any ResolutionObserver)?
  /// Who is told about objects that reach outside the process: whoever watched the task that built the graph, or the graph
  /// around it. Kept, since nodes are linked later, and by any task.
  let externalAccess: (any ExternalAccess.Observer)?
  /// `nil` when nothing has a start or a stop.
  let lifecycle: Lifecycle?
  private let storage: Storage
  /// Held while nodes are linked, which runs nobody's factory.
  private let linking = ConditionMutex(())

  /// A container for a plan. Creates none of its objects.
  init(_ blueprint: Blueprint, parent: Container?, observer: (any ResolutionObserver)?) {
    self.blueprint = blueprint
    self.parent = parent
    scope = parent?.scope ?? []
    self.observer = observer
    externalAccess = ExternalAccess.observer ?? parent?.externalAccess
    lifecycle = blueprint.hasHooks ? Lifecycle() : nil
    storage = .all(NodeList(from: blueprint.inheritedCount, order: blueprint.linkOrder))
  }

  /// A container that differs from another one.
  ///
  /// - Parameters:
  ///   - base: The other container.
  ///   - scope: The scope that is open in this one.
  ///   - overlay: What is different.
  init(_ base: Container, scope: [String], overlay: ContainerOverlay) {
    blueprint = base.blueprint
    parent = base
    self.scope = scope
    observer = base.observer
    externalAccess = base.externalAccess
    lifecycle = blueprint.hasHooks ? Lifecycle() : nil
    storage = .some(overlay)
  }

  /// The node at a position; `nil` for one that lives in a scope that is not open.
  func node(at position: Int) -> AnyNode? {
    guard owns(position) else { return parent?.node(at: position) }
    return linkedNode(at: position) ?? link(position)
  }

  /// The node at a position that the container owns, when somebody has asked for it.
  func linkedNode(at position: Int) -> AnyNode? {
    guard owns(position) else { return nil }
    return switch storage {
    case .all(let nodes): nodes[position]
    case .some(let overlay): overlay.node(at: position)
    }
  }

  /// Whether the container has a node of its own at a position, rather than that of another container.
  func owns(_ position: Int) -> Bool {
    switch storage {
    case .all: position >= blueprint.inheritedCount
    case .some(let overlay): overlay.own.contains(position) || overlay.position == position
    }
  }

  /// Whether the object at a position was handed to the container, rather than made by its binding.
  func isGiven(_ position: Int) -> Bool {
    if case .some(let overlay) = storage { overlay.position == position } else { false }
  }

  /// The node that provides a key, for a caller who can be anywhere, on the main actor, or await.
  func node<Value>(for key: Key<Value>, on isolation: Isolation) throws(ResolutionError) -> Node<Value> {
    guard let position = blueprint.positions[key.erased] else { return try offeredNode(for: key, on: isolation) }
    return try node(at: position, for: key.erased, on: isolation).of(Value.self)
  }

  /// The node at a position, for a caller who can be anywhere, on the main actor, or await.
  @inline(__always)
  func node(at position: Int, for key: AnyKey, on isolation: Isolation) throws(ResolutionError) -> AnyNode {
    guard let node = node(at: position) else {
      throw ResolutionError(.scopeNotOpen(key, scope: blueprint.scopes.scopePaths[position].last ?? ""))
    }
    if node.isolation != .any, node.isolation > isolation {
      throw ResolutionError(node.isolation == .main ? .needsMainActor(key) : .needsAwait(key))
    }
    return node
  }

  @inline(__always)
  func provides(_ key: AnyKey) -> Bool {
    guard let position = blueprint.positions[key] else { return isOffered(key) }
    return node(at: position) != nil
  }

  /// Links a node and what it needs, and publishes all of them together: a handle may lead to a node that is linked after
  /// it.
  private func link(_ position: Int) -> AnyNode? {
    guard canLink(position) else { return nil }
    return linking.withLock {
      // Somebody may have linked it between the caller's look and its turn.
      if let node = linkedNode(at: position) { return node }
      var linker = Linker(self)
      let positions = unlinked(from: position)
      for position in positions { linker.link(at: position) }
      linker.finish()
      for position in positions {
        guard let node = linker.nodes[position] else { continue }
        switch storage {
        case .all(let nodes): nodes.set(node, at: position)
        case .some(let overlay): overlay.set(node, at: position)
        }
      }
      return linker.nodes[position]
    }
  }

  private func canLink(_ position: Int) -> Bool {
    blueprint.scopes.isEmpty || scope.starts(with: blueprint.scopes.scopePaths[position])
  }

  /// The positions that must be linked for one of them, dependencies first.
  private func unlinked(from position: Int) -> [Int] {
    var isFound = [Bool](repeating: false, count: blueprint.declarations.count)
    isFound[position] = true
    var found = [position]
    var next = 0
    while next < found.count {
      for target in blueprint.edges.targets(of: found[next]) where !isFound[target] && owns(target) && canLink(target) {
        isFound[target] = true
        if linkedNode(at: target) == nil { found.append(target) }
      }
      next += 1
    }
    if found.count < 2 { return found }
    return found.sorted { blueprint.ranks[$0] < blueprint.ranks[$1] }
  }
}
