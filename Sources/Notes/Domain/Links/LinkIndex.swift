/// The names of the notes, and the links between them, which the store keeps with each note.
package protocol LinkIndex: Sendable {
  /// Returns the notes with a name, which may be a path: first those outside of the trash, then those with a file of that name,
  /// then those with that title, then the most recently changed, at most `limit`.
  func notes(named name: NoteName, limit: Int) async throws(StoreError) -> [NoteSummary]

  /// Returns the names outside of the trash that begin with a text, without case, in ascending order, at most `limit`; each as
  /// the title of its note.
  func titles(beginningWith prefix: String, limit: Int) async throws(StoreError) -> [NoteSummary]

  /// Returns the notes with a link to one of some names, the most recently changed first.
  ///
  /// - Parameter includesTrash: Whether notes in the trash are among them.
  func notes(linkingTo names: [NoteName], includesTrash: Bool) async throws(StoreError) -> [NoteSummary]

  /// Returns the notes that are neither archived nor in the trash and to which no note outside of the trash links, the most
  /// recently changed first. A link of a note to itself does not count.
  func orphans() async throws(StoreError) -> [NoteSummary]

  /// Returns the links of notes outside of the trash to names that neither such a note has nor an attachment, by note and name.
  func brokenLinks() async throws(StoreError) -> [BrokenLink]
}

extension LinkIndex {
  /// Returns the notes outside of the trash with a link to one of some names, the most recently changed first.
  package func notes(linkingTo names: [NoteName]) async throws(StoreError) -> [NoteSummary] {
    try await notes(linkingTo: names, includesTrash: false)
  }
}

/// The files of a note by the names in links to them. A note may have many of both.
package struct AttachmentNames: Sendable {
  private let names: Set<NoteName?>

  /// Creates the names of attachments.
  package init(_ attachments: [Attachment]) {
    names = Set(attachments.map { NoteName($0.name) })
  }

  /// Returns whether a link leads to one of the files. O(length of the target).
  ///
  /// - Parameter target: The target as written.
  package func hasFile(linkedAs target: String) -> Bool { names.contains(NoteName(AttachmentFolder.name(in: target))) }
}

/// A link to a name that no note has.
package struct BrokenLink: Sendable, Hashable {
  /// The note that contains the link.
  package let note: NoteSummary
  package let name: NoteName
  /// The target as written in the note, where it occurs first.
  package let target: String

  package init(note: NoteSummary, name: NoteName, target: String) {
    self.note = note
    self.name = name
    self.target = target
  }
}
