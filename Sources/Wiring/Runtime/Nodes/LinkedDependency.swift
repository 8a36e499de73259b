internal import CWiringRecords

/// A dependency of a factory, tied to its node.
///
/// Unchecked, and with an unowned reference, for speed: an owned one costs a retain and a release per dependency and
/// resolution. Two facts make it sound. ``Linker`` alone creates a linked dependency, and gives the node that captures it an
/// owned reference to the same node (``AnyNode/retained``). And every resolution retains the node that it begins with. A node
/// itself is immutable.
@usableFromInline package struct LinkedDependency<Value>: @unchecked Sendable {
  @usableFromInline package let node: Unmanaged<Node<Value>>

  @inlinable
  init(_ node: Node<Value>) {
    self.node = .passUnretained(node)
  }

  @inlinable
  package func value(_ frame: ResolutionFrame?) throws -> Value {
    // Does not read `node.singleton`: a loop over a pack is not specialized, and the call costs less than finding the type.
    try node._withUnsafeGuaranteedRef { node in try node.make(frame) }
  }

  @inlinable
  package func asyncValue(_ frame: ResolutionFrame?) async throws -> Value {
    let node = node.takeUnretainedValue()
    guard let makeAsync = node.makeAsync else { return try node.make(frame) }
    return try await makeAsync(frame)
  }
}

/// A dependency that is resolved later than its consumer.
struct DeferredDependency<Value>: Sendable {
  enum Source: Sendable {
    /// A node that was linked before the handle: always, unless a cycle of bindings leads through the handle.
    case direct(Node<Value>)
    case forward(ForwardReference)
  }

  let source: Source
  /// The owner of the objects; `nil` where none disposes of them. Weak, since it retains the objects that it stops.
  private(set) var owner: WeakReference<StopList>?

  init(_ source: Source) {
    self.source = source
  }

  /// Returns the dependency of a handle that is a part of an ``Owned`` object.
  func owned(by owner: StopList?) -> Self {
    guard let owner else { return self }
    var owned = self
    owned.owner = WeakReference(owner)
    return owned
  }

  /// Whether the graph, or an open scope, retains the object as long as it lives itself.
  var isShared: Bool {
    switch source {
    case .direct(let node): node.isShared
    case .forward(let reference): reference.isShared
    }
  }

  /// Returns the node.
  ///
  /// - Throws: ``ResolutionError`` when the graph, which alone retained the node, is deallocated.
  func target() throws(ResolutionError) -> Node<Value> {
    switch source {
    case .direct(let node): node
    case .forward(let reference): try reference.target().of(Value.self)
    }
  }

  /// Resolves the object synchronously, in a resolution that begins here.
  func resolve() throws -> Value {
    let node = try target()
    guard node.needsFrame else { return try node.resolve(in: nil) }
    return try ResolutionFrame.begin(owner: owner?.object) { try node.resolve(in: $0) }
  }

  /// Resolves the object, in a resolution that begins here.
  func resolveAsync() async throws -> Value {
    let node = try target()
    switch source {
    case .direct: return try await resolveAsync(node)
    case .forward(let reference): return try await reference.nested { try await resolveAsync(node) }
    }
  }

  private func resolveAsync(_ node: Node<Value>) async throws -> Value {
    guard node.needsFrame else { return try await node.resolveAsync(in: nil) }
    return try await ResolutionFrame.begin(owner: owner?.object) { try await node.resolveAsync(in: $0) }
  }
}

/// A dependency of a handle that has several: tied to its node at once, or, where a cycle of bindings leads through the
/// handle, after the container is linked.
@usableFromInline enum HandleDependency<Value>: Sendable {
  /// A linked node, which the handle retains: it may outlive its own node.
  case linked(LinkedDependency<Value>)
  case forward(ForwardReference)

  @inlinable
  func value(_ frame: ResolutionFrame?) throws -> Value {
    switch self {
    case .linked(let linked): try linked.value(frame)
    case .forward(let reference): try Self.value(of: reference, frame)
    }
  }

  func asyncValue(_ frame: ResolutionFrame?) async throws -> Value {
    switch self {
    case .linked(let linked):
      return try await linked.asyncValue(frame)
    case .forward(let reference):
      return try await reference.nested {
        let node = try reference.target().of(Value.self)
        guard let frame else { return try await node.resolveAsync() }
        return try await node.resolveAsync(in: frame)
      }
    }
  }

  @usableFromInline
  static func value(of reference: ForwardReference, _ frame: ResolutionFrame?) throws -> Value {
    let node = try reference.target().of(Value.self)
    guard let frame else { return try node.resolve() }
    return try node.resolve(in: frame)
  }
}

/// A reference of a handle to a node that is linked after it, since a cycle of bindings leads through the handle.
///
/// Unchecked: the references are written once, before the handle's node is published together with all nodes that were
/// linked with it, and only read afterwards. The runtime makes reading a weak reference safe.
@usableFromInline final class ForwardReference: @unchecked Sendable {
  private let position: Int
  private let bindings: BindingGraph
  /// Whether the container alone retains the node: a strong reference would keep the cycle alive after the container.
  private let isWeak: Bool
  private weak var weakNode: AnyNode?
  private var strongNode: AnyNode?

  /// The number of asynchronous resolutions through forward references that the running one is nested in.
  @TaskLocal private static var depth = 0
  /// The maximum of ``depth``. No program nests so many initializers on purpose.
  private static let maximumDepth = 1000

  init(to position: Int, in bindings: BindingGraph, isWeak: Bool) {
    self.position = position
    self.bindings = bindings
    self.isWeak = isWeak
  }

  var node: AnyNode? {
    get { isWeak ? weakNode : strongNode }
    set {
      if isWeak { weakNode = newValue } else { strongNode = newValue }
    }
  }

  /// Returns the node.
  ///
  /// - Throws: ``ResolutionError`` when the graph is deallocated, and when the stack of the thread ends, as in a cycle of
  ///   initializers that use each other through handles. A plan accepts the cycle, since most handles are used later.
  func target() throws(ResolutionError) -> AnyNode {
    guard let node else {
      var error = ResolutionError(.graphGone(bindings.declarations[position].key))
      error.request = FailedRequest(in: bindings, at: nil)
      throw error
    }
    guard wiring_remaining_stack() > ResolutionError.reservedStack else { throw endless }
    return node
  }

  /// Runs an asynchronous resolution, whose frames are not on the stack, with the caller's isolation.
  ///
  /// - Throws: ``ResolutionError`` when it is nested too deep, otherwise the error of the body.
  func nested<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async throws -> Value {
    guard Self.depth < Self.maximumDepth else { throw endless }
    return try await Self.$depth.withValue(Self.depth + 1) {
      _ = isolation
      return try await body()
    }
  }

  /// Whether the graph, or an open scope, retains the object as long as it lives itself.
  var isShared: Bool { bindings.declarations[position].isShared }

  private var endless: ResolutionError {
    ResolutionError(.endless(bindings.cycle(through: position).map { bindings.declarations[$0].key }))
  }
}
