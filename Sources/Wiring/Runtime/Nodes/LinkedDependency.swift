/// A dependency of a factory, tied to its node.
///
/// Unchecked, and the reference unowned, for speed: an owned reference costs a retain and a release per dependency and
/// resolution. It is sound because of two facts. A slot is made by ``Linker`` only, which gives the node that captures
/// it an owned reference to the same node beside it (``AnyNode/retained``). And whoever resolves holds the node it begins
/// with. A node itself is immutable.
@usableFromInline struct LinkedDependency<Value>: @unchecked Sendable {
  @usableFromInline let node: Unmanaged<Node<Value>>

  @inlinable
  init(_ node: Node<Value>) {
    self.node = .passUnretained(node)
  }

  @inlinable
  func value(_ frame: ResolutionFrame?) throws -> Value {
    // No look at the singleton's place here: a loop over a pack is not specialised, and the call costs less than finding out
    // what type is looked at.
    try node._withUnsafeGuaranteedRef { node in try node.make(frame) }
  }

  @inlinable
  func asyncValue(_ frame: ResolutionFrame?) async throws -> Value {
    let node = node.takeUnretainedValue()
    guard let makeAsync = node.makeAsync else { return try node.make(frame) }
    return try await makeAsync(frame)
  }
}

/// A dependency that is needed later than its consumer.
struct DeferredDependency<Value>: Sendable {
  private let node: Node<Value>?
  private let forward: ForwardReference?

  init(node: Node<Value>) {
    self.node = node
    forward = nil
  }

  init(forward: ForwardReference) {
    node = nil
    self.forward = forward
  }

  /// The node, when it was linked before the handle, which is whenever no circle leads through the handle.
  var direct: Node<Value>? { node }

  /// The node.
  ///
  /// - Throws: ``ResolutionError`` when the graph, which alone kept it, is gone.
  func target() throws(ResolutionError) -> Node<Value> {
    if let node { return node }
    guard let forward, let node = forward.node else {
      throw ResolutionError(.graphGone(forward?.key ?? AnyKey(Value.self)))
    }
    return node.of(Value.self)
  }

  /// Begins a resolution.
  func resolve() throws -> Value { try target().resolve() }

  /// Begins a resolution that may have to wait.
  func resolveAsync() async throws -> Value { try await target().resolveAsync() }
}

/// A dependency of a handle that has several: tied to its node at once, or, where a circle leads through the handle, after
/// the container is linked.
@usableFromInline struct HandleDependency<Value>: Sendable {
  /// The node, which the handle itself keeps: it may outlive its own node.
  @usableFromInline let linked: LinkedDependency<Value>?
  let forward: ForwardReference?

  init(_ linked: LinkedDependency<Value>) {
    self.linked = linked
    forward = nil
  }

  init(forward: ForwardReference) {
    linked = nil
    self.forward = forward
  }

  @inlinable
  func value(_ frame: ResolutionFrame?) throws -> Value {
    if let linked { return try linked.value(frame) }
    return try forwardValue(frame)
  }

  @usableFromInline
  func forwardValue(_ frame: ResolutionFrame?) throws -> Value {
    guard let forward, let node = forward.node else {
      throw ResolutionError(.graphGone(forward?.key ?? AnyKey(Value.self)))
    }
    return try node.of(Value.self).make(frame ?? (node.needsFrame ? ResolutionFrame() : nil))
  }
}

/// A node that is linked after the handle that leads to it, since a circle of bindings leads through the handle.
///
/// Unchecked: the references are written once, before the handle's own node is published together with all that were linked
/// with it, and only read afterwards; the runtime makes reading a weak one safe.
final class ForwardReference: @unchecked Sendable {
  let key: AnyKey
  /// Whether the container alone shall keep the node: the circle would otherwise outlive it.
  private let isWeak: Bool
  private weak var weakNode: AnyNode?
  private var strongNode: AnyNode?

  init(key: AnyKey, isWeak: Bool) {
    self.key = key
    self.isWeak = isWeak
  }

  var node: AnyNode? {
    get { isWeak ? weakNode : strongNode }
    set {
      if isWeak { weakNode = newValue } else { strongNode = newValue }
    }
  }
}
