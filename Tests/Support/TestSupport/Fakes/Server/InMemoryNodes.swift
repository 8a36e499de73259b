import NotesDomain
package import NotesHosting
import Synchronization

/// The nodes of a server in one process.
package final class InMemoryNodes: Sendable {
  private let listeners = Mutex<[(node: Int, continuation: AsyncStream<NodeMessage>.Continuation)]>([])

  package init() {}

  /// Returns the messenger of a node.
  package func messenger(_ node: Int) -> any NodeMessenger { Messenger(nodes: self, node: node) }

  private struct Messenger: NodeMessenger {
    let nodes: InMemoryNodes
    let node: Int

    func send(_ message: NodeMessage) {
      let others = nodes.listeners.withLock { $0.filter { $0.node != node } }
      for other in others { other.continuation.yield(message) }
    }

    func flush() async {}

    func messages() -> AsyncStream<NodeMessage> {
      let (stream, continuation) = AsyncStream<NodeMessage>.makeStream()
      continuation.yield(.gap)
      nodes.listeners.withLock { $0.append((node, continuation)) }
      return stream
    }
  }
}
