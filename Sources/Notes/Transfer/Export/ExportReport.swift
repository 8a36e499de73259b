package import NotesDomain

/// The result of an export, or of its finished part.
package struct ExportReport: Sendable, Hashable {
  /// The number of notes.
  package var total = 0
  /// The number of processed notes.
  package var finished = 0
  /// The number of written attachments.
  package var attachments = 0
  /// The number of notes whose files in a mirror say the same.
  package var unchanged = 0
  /// The number of files that were removed from a mirror.
  package var removed = 0
  /// The number of files that were not removed from a mirror, although their notes are gone, since they are too many.
  package var heldRemovals = 0
  /// The files that are gone since the import before the mirror, and were not written again.
  package var heldBack: [String] = []
  /// The files of a mirror that could not be written or removed.
  package var unwritable: [UnwritableFile] = []
  /// The files of a mirror that were changed or moved since the last import or export, and left alone.
  package var edited: [String] = []
  /// The files of a mirror that are symbolic links, or behind one, and were left alone.
  package var linked: [String] = []
  /// The notes that were left out, since the paths of their notebooks are too long for a file system.
  package var skipped: [NoteID] = []
  /// The attachments that were left out.
  package var missing: [MissingAttachment] = []

  package init() {}
}

/// A file that could not be written or removed.
package struct UnwritableFile: Sendable, Hashable {
  /// The path inside the folder.
  package let path: String
  package let reason: String
}

/// An attachment that an export left out, since its bytes on this device are missing or damaged.
package struct MissingAttachment: Sendable, Hashable {
  /// The path of the note's file inside the folder.
  package let note: String
  package let name: String
  /// Whether the bytes are damaged, not missing.
  package var isDamaged = false

  package init(note: String, name: String, isDamaged: Bool = false) {
    (self.note, self.name, self.isDamaged) = (note, name, isDamaged)
  }
}
