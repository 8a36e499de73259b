/// The storage of texts while they are in the editor. It waits for the disk, off the main actor.
package protocol DraftStore: Sendable {
  /// Creates a draft with bytes, which need not be UTF-8: what was typed is kept as it is. The name begins that of the file, for
  /// people who look for it.
  func create(named name: String, bytes: [UInt8]) async throws(DraftError) -> Draft

  /// Marks a draft as open in an editor, so that it is not taken for one that a failed edit left. On file systems without locks
  /// it is not marked.
  ///
  /// - Returns: The lease, at the end of which the draft is not open any more.
  func open(_ draft: Draft) -> DraftLease

  /// Returns the current text of a draft.
  func text(of draft: Draft) async throws(DraftError) -> String

  /// Removes a draft whose text is saved elsewhere.
  func remove(_ draft: Draft) async throws(DraftError)

  /// Returns all drafts, the most recently changed first: those of failed edits, and those in an editor that is still open.
  func drafts() async throws(DraftError) -> [StoredDraft]
}

extension DraftStore {
  /// Creates a draft with a text.
  package func create(named name: String, text: String) async throws(DraftError) -> Draft {
    try await create(named: name, bytes: Array(text.utf8))
  }
}

/// The time in which a draft is open: until the object is released, or the process ends.
package final class DraftLease: Sendable {
  private let close: @Sendable () -> Void

  /// - Parameter close: The function to call at the end.
  package init(close: @escaping @Sendable () -> Void) {
    self.close = close
  }

  deinit { close() }
}

/// A draft that is left, with what a list shows of it.
package struct StoredDraft: Sendable, Hashable {
  package let draft: Draft
  /// The letters by which commands name the draft.
  package let id: String
  /// The name that it was created with, as far as a file's name can have it.
  package let name: String
  package let modified: Timestamp
  package let bytes: Int
  /// Whether an editor has it open.
  package let isOpen: Bool

  package init(_ draft: Draft, id: String, name: String, modified: Timestamp, bytes: Int, isOpen: Bool) {
    self.draft = draft
    self.id = id
    self.name = name
    self.modified = modified
    self.bytes = bytes
    self.isOpen = isOpen
  }
}

/// A file with a text in the editor, which survives a crash.
package struct Draft: Sendable, Hashable {
  package let path: String

  package init(path: String) {
    self.path = path
  }
}

/// An error of writing or reading a draft.
package enum DraftError: Error, Sendable, Hashable {
  /// The file or its folder cannot be written.
  case unwritable(path: String, reason: String)
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file is not UTF-8; the offset is that of the first invalid byte.
  case notUTF8(path: String, offset: Int)
}
