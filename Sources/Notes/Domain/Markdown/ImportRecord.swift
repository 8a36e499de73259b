/// The record of an imported file, which makes repeated imports of a folder idempotent.
package struct ImportRecord: Sendable, Hashable {
  /// The absolute path of the imported folder.
  package let directory: String
  /// The path of the file inside the folder.
  package let path: String
  /// The fingerprint of the file at its import.
  package let digest: ContentDigest
  /// The note that was created from the file.
  package let note: NoteID
  /// The content of the note after the import; `nil` in a record of a program that did not compute it.
  package let content: ContentDigest?
  /// The note's modification time after the import, which decides where there is no ``content``.
  package let noteModified: Timestamp

  /// Restores a record.
  package init(
    directory: String, path: String, digest: ContentDigest, note: NoteID, content: ContentDigest?,
    noteModified: Timestamp
  ) {
    self.directory = directory
    self.path = path
    self.digest = digest
    self.note = note
    self.content = content
    self.noteModified = noteModified
  }

  /// Records the import of a file as a note.
  package init(directory: String, path: String, digest: ContentDigest, note: Note) {
    self.init(
      directory: directory, path: path, digest: digest, note: note.id, content: ContentDigest(of: note),
      noteModified: note.modified)
  }

  /// Announces the file of a note that is about to be written. It describes no content of the note, so that the absence of the file
  /// is not taken for its deletion.
  package init(directory: String, path: String, announcing digest: ContentDigest, of note: Note) {
    self.init(
      directory: directory, path: path, digest: digest, note: note.id, content: ContentDigest(value: 0),
      noteModified: note.modified)
  }

  /// Whether the file was announced, and perhaps never written: its absence is no deletion.
  package var isAnnounced: Bool { content?.value == 0 }

  /// Returns whether a note still has the imported content. No clock decides this: that of another device may be slow, and
  /// a merge has the later time of both sides, so that an edit may leave the time as it was.
  package func describes(_ note: Note) -> Bool {
    content.map { $0 == ContentDigest(of: note) } ?? (noteModified == note.modified)
  }
}

/// A note to import, with the record of its file.
package struct ImportItem: Sendable, Hashable {
  package let note: Note
  /// The record of the file; `nil` when the file is gone, which moves the note to the trash.
  package let record: ImportRecord?
  /// The record that ends: of the path from which the file was renamed, or of a file that is gone.
  package let obsolete: ImportRecord?
  /// The expected content of the stored note; `nil` for a new note. The store skips the item when the note has another
  /// one.
  package let replacing: ContentDigest?
  /// The versions that the note was merged from: the content of the file, and that of its last import.
  package let merge: MergeRecord?
  /// The conflict whose copy is the note, because it could not be merged.
  package let conflict: NoteConflict?

  package init(
    note: Note, record: ImportRecord?, obsolete: ImportRecord? = nil, replacing: ContentDigest? = nil,
    merge: MergeRecord? = nil, conflict: NoteConflict? = nil
  ) {
    self.note = note
    self.record = record
    self.obsolete = obsolete
    self.replacing = replacing
    self.merge = merge
    self.conflict = conflict
  }
}

/// A fingerprint of a file or a note, to detect changes. It does not protect against forgery.
package struct ContentDigest: Sendable, Hashable {
  package var value: UInt64

  package init(value: UInt64) {
    self.value = value
  }

  /// Computes the fingerprint of bytes, of a file for example. Not generic, since other modules do not specialize.
  package init(of bytes: [UInt8]) {
    self.init(value: 0xCBF2_9CE4_8422_2325)
    append(bytes)
  }

  /// Computes the fingerprint of a sequence of bytes: FNV-1a with 64 bits
  /// (<http://www.isthe.com/chongo/tech/comp/fnv/>). O(n).
  @inlinable
  package init(of bytes: some Sequence<UInt8>) {
    self.init(value: 0xCBF2_9CE4_8422_2325)
    append(bytes)
  }

  /// Continues the fingerprint with more bytes.
  @inlinable
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    var hash = value
    for byte in bytes {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    value = hash
  }

  /// Computes the fingerprint of what an import of a file replaces in a note: its texts, tags, notebook and attachments.
  /// O(n).
  package init(of note: Note) {
    self.init(of: note.body.utf8)
    // A byte that no text contains ends each of them.
    let end = CollectionOfOne<UInt8>(0xFF)
    append(end)
    for text in [note.title, note.notebook.path, note.foreignFrontMatter] + note.tags.map(\.name) {
      append(text.utf8)
      append(end)
    }
    for attachment in note.attachments {
      append(end)
      append(attachment.name.utf8)
      append(end)
      append(attachment.digest.bytes)
      if !attachment.path.isEmpty { append(attachment.path.utf8) }
    }
    if !note.fileName.isEmpty {
      append(end)
      append(note.fileName.utf8)
    }
  }
}

/// A path as the key of a dictionary or a member of a set. Two keys are equal if the bytes of their paths are.
///
/// `String` takes the composed and the decomposed form of a name for one, and a folder can have a file of each.
package struct PathKey: Hashable, Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  package static func == (left: PathKey, right: PathKey) -> Bool { left.path.hasSameBytes(as: right.path) }

  package func hash(into hasher: inout Hasher) {
    for byte in path.utf8 { hasher.combine(byte) }
  }
}
