/// The container that a node belongs to, which is made after it. Weak, since the container owns the node.
final class ContainerReference: Sendable {
  private struct Reference: Sendable {
    weak var container: Container?
  }

  private let reference = Monitor(Reference())

  var container: Container? {
    get { reference.withLock { reference.value.container } }
    set { reference.withLock { reference.value.container = newValue } }
  }
}
