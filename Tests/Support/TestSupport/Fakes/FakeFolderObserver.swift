package import NotesTransfer
import Synchronization

/// A ``FolderObserver`` of folders that change when a test says so.
package final class FakeFolderObserver: FolderObserver {
  private let consumers = Mutex<[AsyncStream<Void>.Continuation]>([])
  private let folder: any MarkdownFolder

  package init(_ folder: any MarkdownFolder) {
    self.folder = folder
  }

  package func changes(in directory: String) throws(MarkdownFolderError) -> AsyncStream<Void> {
    _ = try folder.canonicalPath(of: directory)
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    consumers.withLock { $0.append(signal) }
    return signals
  }

  /// Tells all consumers of a change.
  package func tell() { for consumer in consumers.withLock({ $0 }) { consumer.yield() } }
}
