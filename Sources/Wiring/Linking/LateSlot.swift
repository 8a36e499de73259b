/// A dependency of a handle that has several: tied to its node at once, or, where a circle leads through the handle, after
/// the container is linked.
@usableFromInline struct LateSlot<Value>: Sendable {
  /// The node, which the handle itself keeps: it may outlive its own node.
  @usableFromInline let slot: Slot<Value>?
  let late: LateNode?

  init(_ slot: Slot<Value>) {
    self.slot = slot
    late = nil
  }

  init(late: LateNode) {
    slot = nil
    self.late = late
  }

  @inlinable
  func value(_ frame: Frame?) throws -> Value {
    if let slot { return try slot.value(frame) }
    return try lateValue(frame)
  }

  @usableFromInline
  func lateValue(_ frame: Frame?) throws -> Value {
    guard let late, let node = late.node else {
      throw ResolutionError(.graphGone(late?.key ?? AnyKey(Value.self)))
    }
    return try node.of(Value.self).make(frame ?? (node.needsFrame ? Frame() : nil))
  }
}
