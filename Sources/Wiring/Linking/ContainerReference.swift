/// The container that a node belongs to. Weak, since the container owns the node.
///
/// Unchecked: the reference is written by `init` only, and the runtime makes reading a weak one safe.
final class ContainerReference: @unchecked Sendable {
  private(set) weak var container: Container?

  init(_ container: Container) {
    self.container = container
  }
}
