/// The changes of folders, whichever program makes them.
package protocol FolderObserver: Sendable {
  /// Returns a signal for the changes of a folder and its subfolders from now on, until its consumer stops asking. Changes that are
  /// made before the consumer asks again are told as one.
  ///
  /// A signal says that something may have changed, not what: a reader that looks after each misses nothing. What happens to hidden
  /// files may be told, and need not be.
  ///
  /// - Throws: ``MarkdownFolderError`` if there is no such folder.
  func changes(in directory: String) throws(MarkdownFolderError) -> AsyncStream<Void>
}
