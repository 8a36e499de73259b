/// A dependency of a factory, tied to its node.
///
/// Unchecked, and the reference unowned, for speed: an owned reference costs a retain and a release per dependency and
/// resolution. It is sound because of three facts. A slot is made by ``Linker`` only, for a node of the container that
/// is being built or of its ancestors. It is captured by factories only, which are owned by nodes of that container. And
/// a container owns its nodes and its parent for as long as it lives, and outlives every call of its factories, since
/// whoever resolves holds it. A node itself is immutable and `Sendable`.
@usableFromInline struct Slot<Value>: @unchecked Sendable {
  @usableFromInline let node: Unmanaged<Node<Value>>

  @inlinable
  init(_ node: Node<Value>) {
    self.node = .passUnretained(node)
  }

  @inlinable
  func value(_ frame: Frame?) throws -> Value {
    try node._withUnsafeGuaranteedRef { node in try node.make(frame) }
  }
}
