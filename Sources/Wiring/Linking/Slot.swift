/// A dependency of a factory, tied to its node.
///
/// Unchecked, and the reference unowned, for speed: an owned reference costs a retain and a release per dependency and
/// resolution. It is sound because of two facts. A slot is made by ``Linker`` only, which gives the node that captures
/// it an owned reference to the same node beside it (``AnyNode/retained``). And whoever resolves holds the node it begins
/// with. A node itself is immutable.
@usableFromInline struct Slot<Value>: @unchecked Sendable {
  @usableFromInline let node: Unmanaged<Node<Value>>

  @inlinable
  init(_ node: Node<Value>) {
    self.node = .passUnretained(node)
  }

  @inlinable
  func value(_ frame: Frame?) throws -> Value {
    // No look at the singleton's place here: a loop over a pack is not specialised, and the call costs less than finding out
    // what type is looked at.
    try node._withUnsafeGuaranteedRef { node in try node.make(frame) }
  }

  @inlinable
  func asyncValue(_ frame: Frame?) async throws -> Value {
    let node = node.takeUnretainedValue()
    guard let makeAsync = node.makeAsync else { return try node.make(frame) }
    return try await makeAsync(frame)
  }
}
