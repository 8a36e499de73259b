import NotesDomain
import NotesTestSupport
import Testing

@Suite struct NoteJoinTests {
  @Test(.timeLimit(.minutes(5)))
  func `notes with a hundred thousand tags are joined and merged in linear time`() throws {
    func note(_ number: UInt64, _ tags: Range<Int>) -> Note {
      .sample(number, body: "x", tags: tags.map { "t\($0)" })
    }
    let (base, ours, theirs) = (note(1, 0..<90_000), note(1, 10_000..<100_000), note(1, 0..<110_000))
    #expect(NoteJoin(ours, with: [theirs]).note.tags.count == 110_000)
    #expect(NoteMerge.merge(base: base, ours: ours, theirs: theirs)?.tags.count == 100_000)
  }

  @Test(.timeLimit(.minutes(5)))
  func `thousands of notes are joined in linear time`() {
    let notes = (1...8000 as ClosedRange<UInt64>).map { Note.sample($0, body: String(repeating: "x", count: 1000)) }
    #expect(NoteJoin(notes[0], with: Array(notes.dropFirst())).note.body.utf8.count > 8_000_000)
  }

  @Test(.timeLimit(.minutes(5)))
  func `thousands of notes with tags and files of their own are joined in linear time`() {
    // Given
    let notes = (1...10_000 as ClosedRange<UInt64>).map { number in
      Note.sample(number, tags: (0..<10).map { "t\(number)-\($0)" }) {
        $0.attachments = .sample(("a\(number).pdf", 1), ("b\(number).pdf", 2))
      }
    }
    // When
    let join = NoteJoin(notes[0], with: Array(notes.dropFirst()))
    // Then
    #expect(join.note.tags.count == 100_000 && join.note.attachments.count == 20_000)
    #expect(join.note.attachments.first?.name == "a1.pdf")
  }

  @Test(.timeLimit(.minutes(5)))
  func `thousands of notes are joined to a text of one long line in linear time`() {
    let notes = (1...2500 as ClosedRange<UInt64>).map { Note.sample($0, title: "Tea", body: "x") }
    let long = Note.sample(1, title: "Long", body: String(repeating: "x", count: 8_000_000))
    #expect(NoteJoin(long, with: notes).note.body.utf8.count == 8_000_000 + 2500 * "\n\n# Tea\n\nx".utf8.count)
  }

  @Test func `what is between the texts has the line ending of the first one`() {
    // Given
    let others: [Note] = [
      .sample(2, title: "B", body: "b"), .sample(3, title: "C", body: "```\r\nc"), .sample(4, body: "d"),
    ]
    func joined(_ first: String, _ others: [Note]) -> String {
      NoteJoin(.sample(1, title: "A", body: first), with: others).note.body
    }
    // Then
    #expect(
      joined("a\r\na", others)
        == "a\r\na\r\n\r\n# B\r\n\r\nb\r\n\r\n# C\r\n\r\n```\r\nc\r\n```\r\n\r\nd")
    #expect(joined("a", others) == "a\n\n# B\n\nb\n\n# C\n\n```\r\nc\n```\n\nd")
    #expect(joined("", [.sample(2, body: "b\r\nb"), others[2]]) == "b\r\nb\r\n\r\nd")
  }

  @Test func `texts follow each other with a blank line between, under the titles of the further notes`() {
    let join = NoteJoin(
      .sample(1, body: "# Bread\nflour"),
      with: [.sample(2, title: "Tea", body: "green\n"), .sample(3, title: "Water", body: "cold\n\n")])
    #expect(join.note.body == "# Bread\nflour\n\n# Tea\n\ngreen\n\n# Water\n\ncold\n\n")
    #expect(join.note.title == "Bread" && join.note.id == SequentialNoteIDGenerator.id(1))
  }

  @Test(arguments: ["# Tea\ngreen", "\nTea\ngreen", "- Tea\n", "Tea"])
  func `a text that begins with its title gets no heading`(body: String) {
    let join = NoteJoin(.sample(1, title: "A", body: "a"), with: [.sample(2, title: "Tea", body: body)])
    #expect(join.note.body == "a\n\n" + body)
  }

  @Test(arguments: ["green\n# Tea", "Teapot", ""])
  func `a title that is elsewhere in the text, or not at all, becomes a heading`(body: String) {
    let join = NoteJoin(.sample(1, title: "A", body: "a"), with: [.sample(2, title: "Tea", body: body)])
    #expect(join.note.body == "a\n\n# Tea" + (body.isEmpty ? "" : "\n\n" + body))
  }

  @Test(arguments: [
    ("```\ncode", "\n```"), ("```\ncode\n", "```"), ("````md\n```\nx", "\n````"), ("~~~\n```\nx", "\n~~~"),
    ("a\n<!-- b\n\nc", "\n-->"), ("```\r\ncode", "\r\n```"), ("```\ncode\n```", ""), ("- ```\n  code", ""),
    ("> ```\n> code", ""), ("`` <!-- ``", ""), ("a <!-- b", ""), ("<!-- b -->", ""), ("```x```", ""),
  ])
  func `code and a comment in which a text ends are closed before the next one`(body: String, closing: String) {
    // When
    let join = NoteJoin(
      .sample(1, title: "A", body: body),
      with: [.sample(2, title: "B", body: "[[b]] #b"), .sample(3, title: "C", body: "[[c]] <!-- -->")])
    // Then
    let newline = body.lineEnding
    #expect(join.note.body.utf8.starts(with: (body + closing + newline + newline + "# B").utf8))
    #expect(NoteLink.names(in: join.note.body).map(\.key) == ["b", "c"])
    #expect(InlineTags.find(in: join.note.body).map(\.name) == ["b"])
  }

  @Test(arguments: ["<!-- todo\n[[a]] #a\n", "<!-- todo\n[[a]] #a\n```\ncode\n```"])
  func `what begins no comment, since none ends in the texts behind it, stays a text`(body: String) {
    // Given
    let others = [Note.sample(2, title: "B", body: "[[b]] #b"), .sample(3, title: "C", body: "<!-- [[c]] #c")]
    // When
    let join = NoteJoin(.sample(1, title: "A", body: body), with: others)
    // Then
    #expect(NoteLink.names(in: join.note.body).map(\.key) == ["a", "b", "c"])
    #expect(InlineTags.find(in: join.note.body).map(\.name) == ["a", "b", "c"])
  }

  @Test func `an empty note without a title adds nothing, and gets the title of the other`() {
    let empty = Note.sample(1, body: "")
    #expect(NoteJoin(.sample(2, body: "a"), with: [empty]).note.body == "a")
    #expect(NoteJoin(empty, with: [.sample(2, title: "Tea", body: "# Tea")]).note.title == "Tea")
  }

  @Test func `the joined note has all tags, in one spelling, and the earliest time of creation`() {
    let join = NoteJoin(
      .sample(2, tags: ["kitchen"], notebook: "A"),
      with: [.sample(1, tags: ["Kitchen", "tea"]), .sample(3, tags: ["x"])])
    #expect(join.note.tags.map(\.name) == ["kitchen", "tea", "x"])
    #expect(join.note.created == Note.sample(1).created && join.note.notebook.path == "A")
  }

  @Test func `the note of a day keeps the time of that day, and so its title, unless it gets another one`() throws {
    // Given
    let noon = try #require(Timestamp(iso8601: "2026-03-14T12:00:00Z"))
    let daily = Note.sample(2, title: "2026-03-14", body: "# 2026-03-14\n") { $0.created = noon }
    let old = Note.sample(1, title: "Old", body: "tea") { $0.created = noon - .seconds(90 * 86_400) }
    // When
    let joined = NoteJoin(daily, with: [old]).note
    // Then
    #expect(joined.created == noon && joined.isDaily)
    #expect(NoteJoin(daily, with: [old], title: "March").note.created == old.created)
    #expect(NoteJoin(old, with: [daily]).note.created == old.created)
  }

  @Test func `an explicit title replaces that of the first note`() {
    #expect(NoteJoin(.sample(1, title: "A"), with: [.sample(2)], title: "B").note.title == "B")
  }

  @Test func `attachments of one name get the next free one, and the links in their text follow`() {
    let body =
      "![[plan.pdf|200]] ![[plan (2).pdf]] [it](files/plan.pdf#page=2) `[[plan.pdf]]` [[plan]] "
      + "[web](https://e.org/plan.pdf)"
    let join = NoteJoin(
      .sample(1) { $0.attachments = .sample(("plan.pdf", 1), ("same.txt", 5)) },
      with: [
        .sample(2, title: "Tea", body: body) {
          $0.attachments = .sample(("plan.pdf", 2), ("plan (2).pdf", 3), ("same.txt", 5))
        }
      ])
    #expect(
      join.note.attachments == .sample(("plan (2).pdf", 3), ("plan (3).pdf", 2), ("plan.pdf", 1), ("same.txt", 5)))
    #expect(
      join.note.body.hasSuffix(
        "![[plan (3).pdf|200]] ![[plan (2).pdf]] [it](files/plan%20%283%29.pdf#page=2) `[[plan.pdf]]` [[plan]] "
          + "[web](https://e.org/plan.pdf)"))
  }

  @Test func `a link in the other Unicode form follows the only file that reads the same`() {
    let (first, second) = (
      Note.sample(1) { $0.attachments = [.sample("cafe\u{301}.jpg", [1])] },
      Note.sample(2, body: "![[caf\u{E9}.jpg]]") { $0.attachments = [.sample("cafe\u{301}.jpg", [2])] }
    )
    #expect(NoteJoin(first, with: [second]).note.body.hasSuffix("![[cafe\u{301} (2).jpg]]"))
  }

  @Test func `a joined note can be larger than a note may be`() {
    let half = String(repeating: "a", count: NoteLimit.text.maximum / 2)
    #expect(NoteJoin(.sample(1, title: "A", body: half), with: []).note.excess() == nil)
    let joined = NoteJoin(.sample(1, title: "A", body: half), with: [.sample(2, title: "B", body: half)]).note
    #expect(joined.excess()?.limit == .text)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `no text, title, tag or file is lost`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let notes = (1...4).map { random.note(id: NoteID(high: 0, low: $0)) }
    let join = NoteJoin(notes[0], with: Array(notes.dropFirst())).note

    var rest = join.body.utf8[...]
    for note in notes where note.attachments.isEmpty {
      let found = rest.firstRange(of: note.body.utf8)
      #expect(found != nil, "\(note.body.debugDescription) in \(join.body.debugDescription)")
      if let found { rest = rest[found.upperBound...] }
    }
    for note in notes.dropFirst() where NoteTitle.cleaned(note.title) != nil && note.title != NoteTitle.untitled {
      #expect(join.body.utf8.firstRange(of: note.title.utf8) != nil)
    }
    for note in notes {
      #expect(note.tags.allSatisfy { tag in join.tags.contains { $0.isSame(as: tag) } })
      #expect(note.attachments.allSatisfy { file in join.attachments.contains { $0.digest == file.digest } })
      #expect(join.created <= note.created)
    }
    #expect(Set(join.attachments.map { Array($0.name.utf8) }).count == join.attachments.count)
  }
}
