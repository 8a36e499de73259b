import NotesDomain

extension SplitMix64 {
  /// Returns a note with random fields, many of them empty.
  mutating func note(id: NoteID) -> Note {
    let times: [Int64] = [0, 1, -1, 63, 64, -64, -65, 1_790_000_000_000, .max, .min]
    func time(_ generator: inout SplitMix64) -> Timestamp {
      let drawn = Int64(truncatingIfNeeded: generator.next())
      return Timestamp(millisecondsSince1970: times.randomElement(using: &generator) ?? drawn)
    }
    return Note(
      id: id, title: text(maximumLength: 3), body: text(maximumLength: 40),
      tags: (0..<Int.random(in: 0...4, using: &self)).compactMap { _ in
        NoteTag(["a", "b/c", "é", "世界", "Z-1"].randomElement(using: &self) ?? "d")
      },
      notebook: Notebook(["", "Kitchen", "Kitchen/Bread", "ü b/c"].randomElement(using: &self) ?? "") ?? .root,
      fileName: ["", "", "Loaf 2", "世界"].randomElement(using: &self) ?? "", isPinned: Bool.random(using: &self),
      isArchived: Bool.random(using: &self),
      trashed: Bool.random(using: &self) ? time(&self) : nil, created: time(&self), modified: time(&self),
      foreignFrontMatter: Bool.random(using: &self) ? "" : text(maximumLength: 5),
      attachments: Bool.random(using: &self) ? [] : attachments())
  }

  /// Returns up to four files of few names and blobs, so that two results often overlap.
  mutating func attachments() -> [Attachment] {
    (0..<Int.random(in: 0...4, using: &self)).compactMap { _ in
      Attachment(
        name: ["plan.pdf", "plan (2).pdf", "caf\u{E9}", "cafe\u{301}", ".env", "世界.png"].randomElement(using: &self)
          ?? "",
        digest: Self.digest(UInt8.random(in: 0...3, using: &self)),
        size: [0, 1, 300, .max].randomElement(using: &self) ?? 0,
        path: ["", "", "images/plan.pdf", "世界.png"].randomElement(using: &self) ?? "")
    }
  }

  /// Returns a digest of one repeated byte.
  static func digest(_ byte: UInt8) -> BlobDigest {
    BlobDigest(bytes: [UInt8](repeating: byte, count: BlobDigest.count)) ?? digest(0)
  }

  /// Returns a text of characters that are special to some rule.
  mutating func text(maximumLength: Int) -> String {
    let pieces = [
      "a", "Z", "word", "1", " ", "\t", "\n", "\r\n", "\u{0}", "é", "e\u{301}", "世", "🍞", "#", "##", "# ", "[[", "]]",
      "|", "`", "```", "~~~", "/", "-", "*", "\"", ",", ".", "..", ":", "<", ">",
    ]
    let count = Int.random(in: 0...maximumLength, using: &self)
    return (0..<count).compactMap { _ in pieces.randomElement(using: &self) }.joined()
  }
}
