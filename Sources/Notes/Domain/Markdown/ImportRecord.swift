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
  /// The note's modification time after the import. If the stored note has another one, a person edited it since.
  package let noteModified: Timestamp

  package init(directory: String, path: String, digest: ContentDigest, note: NoteID, noteModified: Timestamp) {
    self.directory = directory
    self.path = path
    self.digest = digest
    self.note = note
    self.noteModified = noteModified
  }
}

/// A note to import, with the record of its file.
package struct ImportItem: Sendable, Hashable {
  package let note: Note
  package let record: ImportRecord
  /// The expected modification time of the stored note; `nil` for a new note. The store skips the item when the note
  /// has another one.
  package let replacing: Timestamp?

  package init(note: Note, record: ImportRecord, replacing: Timestamp? = nil) {
    self.note = note
    self.record = record
    self.replacing = replacing
  }
}

/// A fingerprint of a file's bytes, to detect changes. It does not protect against forgery.
package struct ContentDigest: Sendable, Hashable {
  package let value: UInt64

  package init(value: UInt64) {
    self.value = value
  }

  /// Computes the fingerprint of a sequence of bytes: FNV-1a with 64 bits
  /// (<http://www.isthe.com/chongo/tech/comp/fnv/>). O(n).
  @inlinable
  package init(of bytes: some Sequence<UInt8>) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    self.init(value: hash)
  }
}
