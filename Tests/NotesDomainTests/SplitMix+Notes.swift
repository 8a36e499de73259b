import NotesDomain

extension SplitMix {
  /// A note with anything in any of its fields, and often with nothing.
  mutating func note(id: NoteID) -> Note {
    let moments: [Int64] = [0, 1, -1, 63, 64, -64, -65, 1_790_000_000_000, .max, .min]
    func moment(_ generator: inout SplitMix) -> Timestamp {
      let drawn = Int64(truncatingIfNeeded: generator.next())
      return Timestamp(millisecondsSince1970: moments.randomElement(using: &generator) ?? drawn)
    }
    return Note(
      id: id, title: text(maximumLength: 3), body: text(maximumLength: 40),
      tags: (0..<Int.random(in: 0...4, using: &self)).compactMap { _ in
        NoteTag(["a", "b/c", "é", "世界", "Z-1"].randomElement(using: &self) ?? "d")
      },
      notebook: Notebook(["", "Kitchen", "Kitchen/Bread", "ü b/c"].randomElement(using: &self) ?? "") ?? .root,
      isPinned: Bool.random(using: &self), isArchived: Bool.random(using: &self),
      trashed: Bool.random(using: &self) ? moment(&self) : nil, created: moment(&self), modified: moment(&self),
      foreignFrontMatter: Bool.random(using: &self) ? "" : text(maximumLength: 5),
      attachments: Bool.random(using: &self) ? [] : attachments())
  }

  /// Up to four files, of few names and few blobs, so that two draws often name the same.
  mutating func attachments() -> [Attachment] {
    (0..<Int.random(in: 0...4, using: &self)).compactMap { _ in
      Attachment(
        name: ["plan.pdf", "plan (2).pdf", "caf\u{E9}", "cafe\u{301}", ".env", "世界.png"].randomElement(using: &self)
          ?? "",
        digest: Self.digest(UInt8.random(in: 0...3, using: &self)),
        size: [0, 1, 300, .max].randomElement(using: &self) ?? 0)
    }
  }

  /// A digest of one byte, over and over.
  static func digest(_ byte: UInt8) -> BlobDigest {
    BlobDigest(bytes: [UInt8](repeating: byte, count: BlobDigest.count)) ?? digest(0)
  }
}
