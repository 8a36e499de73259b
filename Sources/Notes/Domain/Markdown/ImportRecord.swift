/// The memory of one imported file, which makes a second import of the same folder change nothing.
package struct ImportRecord: Sendable, Hashable {
  /// The folder that was imported, as an absolute path.
  package let directory: String
  /// The file's path inside the folder.
  package let path: String
  /// The file's fingerprint when it was imported.
  package let digest: ContentDigest
  /// The note that was made from it.
  package let note: NoteID
  /// The note's time of change right after the import; a different one in the store means that a person edited it since.
  package let noteModified: Timestamp

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - directory: The folder that was imported.
  ///   - path: The file's path inside the folder.
  ///   - digest: The file's fingerprint.
  ///   - note: The note that was made from it.
  ///   - noteModified: The note's time of change right after the import.
  package init(directory: String, path: String, digest: ContentDigest, note: NoteID, noteModified: Timestamp) {
    self.directory = directory
    self.path = path
    self.digest = digest
    self.note = note
    self.noteModified = noteModified
  }
}

/// One note on its way from a file into the store.
package struct ImportItem: Sendable, Hashable {
  /// The note as it shall be kept.
  package let note: Note
  /// What to remember of the file.
  package let record: ImportRecord
  /// For a note that is there already: its time of change when it was looked at. The store leaves the note alone when it
  /// has changed since. `nil` for a new note.
  package let replacing: Timestamp?

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - note: The note as it shall be kept.
  ///   - record: What to remember of the file.
  ///   - replacing: The time of change of the version that is replaced; `nil` for a new note.
  package init(note: Note, record: ImportRecord, replacing: Timestamp? = nil) {
    self.note = note
    self.record = record
    self.replacing = replacing
  }
}

/// A fingerprint of a file's bytes, to see that the file has changed. Not a defence against forgery.
package struct ContentDigest: Sendable, Hashable {
  /// The 64 bits of the fingerprint.
  package let value: UInt64

  /// Restores a fingerprint that was kept.
  ///
  /// - Parameter value: The 64 bits.
  package init(value: UInt64) {
    self.value = value
  }

  /// Takes the fingerprint of some bytes: FNV-1a with 64 bits (<http://www.isthe.com/chongo/tech/comp/fnv/>).
  ///
  /// - Parameter bytes: The bytes. O(count).
  @inlinable
  package init(of bytes: some Sequence<UInt8>) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    self.init(value: hash)
  }
}
