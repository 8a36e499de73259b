/// A node that is linked after the handle that leads to it, since a circle of bindings leads through the handle.
///
/// Unchecked: the references are written once, before the handle's own node is published together with all that were linked
/// with it, and only read afterwards; the runtime makes reading a weak one safe.
final class LateNode: @unchecked Sendable {
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
