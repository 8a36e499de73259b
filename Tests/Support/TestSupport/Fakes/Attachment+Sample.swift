package import NotesDomain

extension [NotesDomain.Attachment] {
  /// Files for a test, by their names and a number that stands for their bytes, of which there are as many.
  ///
  /// ```swift
  /// let note = Note.sample(1) { $0.attachments = .sample(("plan.pdf", 3)) }
  /// ```
  ///
  /// - Parameter files: The files; one whose name is none is left out.
  package static func sample(_ files: (name: String, number: UInt8)...) -> [NotesDomain.Attachment] {
    files.compactMap { file in
      NotesDomain.Attachment(name: file.name, digest: .sample(file.number), size: Int(file.number))
    }
  }
}

extension BlobDigest {
  /// A digest for a test: a byte, over and over. No blob has it.
  ///
  /// - Parameter byte: The byte.
  package static func sample(_ byte: UInt8) -> BlobDigest {
    BlobDigest(bytes: [UInt8](repeating: byte, count: count)) ?? sample(byte)
  }
}
