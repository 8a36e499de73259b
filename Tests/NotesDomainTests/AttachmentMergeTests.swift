import NotesDomain
import NotesTestSupport
import Testing

@Suite struct AttachmentMergeTests {
  @Test(arguments: [-1, Attachment.maximumSize + 1, .max])
  func `no attachment has a size that no file has`(size: Int) {
    #expect(NotesDomain.Attachment(name: "a", digest: .sample(1), size: size) == nil)
  }

  @Test func `attachments that either side added or removed are added or removed`() {
    let merged = merge(
      base: [("a", 1), ("b", 2), ("c", 3)], ours: [("b", 2), ("c", 3), ("ours", 4)],
      theirs: [("a", 1), ("b", 2), ("theirs", 5)])
    #expect(merged == files(("b", 2), ("ours", 4), ("theirs", 5)))
  }

  @Test func `a file that one side replaced is replaced, and stays if the other removed it`() {
    for (ours, theirs) in [([("a", 2)], [("a", 1)]), ([("a", 2)], []), ([("a", 1)], [("a", 2)]), ([], [("a", 2)])] {
      #expect(merge(base: [("a", 1)], ours: ours, theirs: theirs) == files(("a", 2)))
    }
  }

  @Test func `of two files with one name, ours gets a number before its extension`() {
    #expect(
      merge(base: [], ours: [("plan.pdf", 1)], theirs: [("plan.pdf", 2)])
        == files(("plan (2).pdf", 1), ("plan.pdf", 2)))
    #expect(
      merge(base: [("plan", 3)], ours: [("plan", 1)], theirs: [("plan", 2)]) == files(("plan", 2), ("plan (2)", 1)))
    #expect(merge(base: [], ours: [(".env", 1)], theirs: [(".env", 2)]) == files((".env", 2), (".env (2)", 1)))
  }

  @Test func `the number is free`() {
    let taken = [("plan.pdf", 2), ("plan (2).pdf", 3)]
    #expect(merge(base: [], ours: [("plan.pdf", 1)], theirs: taken)?.named("plan (3).pdf") == file("plan (3).pdf", 1))
    #expect(
      merge(base: [], ours: [("plan.pdf", 1), ("plan (2).pdf", 4)], theirs: [("plan.pdf", 2)])?.map(\.name)
        == ["plan (2).pdf", "plan (3).pdf", "plan.pdf"])
  }

  @Test func `a file that has the number already is not added twice`() {
    #expect(
      merge(base: [], ours: [("a", 1)], theirs: [("a", 2), ("a (2)", 1)]) == files(("a", 2), ("a (2)", 1)))
  }

  @Test func `a long name is shortened for its number, and a long extension is part of the name`() throws {
    let long = String(repeating: "é", count: 125) + ".pdf"
    let merged = try #require(merge(base: [], ours: [(long, 1)], theirs: [(long, 2)]))
    #expect(merged.map(\.name).contains(String(repeating: "é", count: 123) + " (2).pdf"))
    let strange = "a." + String(repeating: "b", count: 253)
    let other = try #require(merge(base: [], ours: [(strange, 1)], theirs: [(strange, 2)]))
    #expect(other.map(\.name).contains("a." + String(repeating: "b", count: 249) + " (2)"))
  }

  @Test func `too many files do not merge`() {
    let many = (0..<NoteAttachment.maximumCount).map { ("a\($0)", 1) }
    #expect(merge(base: [], ours: many, theirs: [("b", 2)]) == nil)
    #expect(merge(base: many, ours: many, theirs: [("b", 2)])?.count == 1)
  }

  @Test func `a note with an added attachment does not go to the trash`() {
    var trashed = note([])
    trashed.trashed = Timestamp(millisecondsSince1970: 5)
    let merged = NoteMerge.merge(base: note([]), ours: note([("a", 1)]), theirs: trashed)
    #expect(merged == note([("a", 1)]))
  }

  @Test func `a name of one long character keeps its letter beside a number`() throws {
    // Given two files under a name of the maximum length, which is one character
    let name = "a" + String(repeating: "\u{301}", count: (Attachment.maximumNameBytes - 1) / 2)
    let files = try [1, 2].map { try #require(Attachment(name: name, digest: .sample($0), size: 1)) }
    // When
    let merged = try #require(AttachmentMerge.merge(base: [], ours: [files[0]], theirs: [files[1]]))
    // Then
    #expect(merged.count == 2 && merged.allSatisfy { $0.name.unicodeScalars.first == "a" })
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `only an explicit removal drops a file`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<1_000 {
      var (base, ours, theirs) = (note([]), note([]), note([]))
      base.attachments = random.attachments()
      ours.attachments = random.attachments()
      theirs.attachments = random.attachments()
      let merged = try #require(NoteMerge.merge(base: base, ours: ours, theirs: theirs))
      for (side, other) in [(ours, theirs), (theirs, ours)] {
        for file in side.attachments where !base.attachments.contains(file) || other.attachments.contains(file) {
          #expect(
            merged.attachments.contains { $0.digest == file.digest && $0.size == file.size },
            "seed \(seed): \(base) \(ours) \(theirs)")
        }
      }
      for file in merged.attachments {
        #expect((ours.attachments + theirs.attachments).contains { $0.digest == file.digest && $0.size == file.size })
      }
    }
  }

  private func merge(
    base: [(String, Int)], ours: [(String, Int)], theirs: [(String, Int)]
  ) -> [NoteAttachment]? {
    NoteMerge.merge(base: note(base), ours: note(ours), theirs: note(theirs))?.attachments
  }

  private func note(_ files: [(String, Int)]) -> Note {
    Note(
      id: NoteID(high: 1, low: 1), title: "Bread", body: "", created: Timestamp(millisecondsSince1970: 1),
      modified: Timestamp(millisecondsSince1970: 2), attachments: files.compactMap { file($0.0, $0.1) })
  }

  private func files(_ files: (String, Int)...) -> [NoteAttachment] {
    files.compactMap { file($0.0, $0.1) }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private func file(_ name: String, _ digest: Int) -> NoteAttachment? {
    NoteAttachment(name: name, digest: SplitMix64.digest(UInt8(digest)), size: 10)
  }
}
