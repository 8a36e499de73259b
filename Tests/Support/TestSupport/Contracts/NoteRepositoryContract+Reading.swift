import NotesDomain
import Testing

extension NoteRepositoryContract {
  static let reading: [Clause] = [
    Clause("A new store is empty") { store async throws in
      #expect(try await store.page(after: nil, limit: 10) == [])
      #expect(try await store.list(NoteQuery(scope: .everywhere)) == [])
    },
    Clause("A note is read exactly as it was written") { store async throws in
      let note = everything
      try await store.insert([note])
      #expect(try await store.note(note.id) == note)
    },
    Clause("Texts with zero bytes, emoji and every kind of line ending are read byte for byte") { store async throws in
      let body = "\u{FEFF}a\u{0}b\r\nc\rd\n\u{2028}🍞 é e\u{301} " + noncharacters
      let note = Note.sample(1, title: "zero \u{0} byte", body: body) {
        $0.foreignFrontMatter = "x: \u{0}\r\ny: 1\n"
      }
      try await store.insert([note])
      let stored = try #require(try await store.note(note.id))
      #expect(Array(stored.body.utf8) == Array(note.body.utf8))
      #expect(Array(stored.title.utf8) == Array(note.title.utf8))
      #expect(Array(stored.foreignFrontMatter.utf8) == Array(note.foreignFrontMatter.utf8))
      #expect(try await store.list(NoteQuery()).map(\.title) == [note.title])
    },
    Clause("An empty title and an empty text are stored") { store async throws in
      let note = Note.sample(1, title: "", body: "")
      try await store.insert([note])
      #expect(try await store.note(note.id) == note)
    },
    Clause("A missing note is nil") { store async throws in
      #expect(try await store.note(SequentialNoteIDGenerator.id(1)) == nil)
    },
    Clause("A note in the trash is found by its identifier") { store async throws in
      let note = Note.sample(1) { $0.trashed = FixedClock.start }
      try await store.insert([note])
      #expect(try await store.note(note.id) == note)
    },
    Clause("Several notes are read in the order of the identifiers, without missing ones") { store async throws in
      try await store.insert([.sample(1), .sample(2), .sample(3)])
      let ids = [3, 9, 1].map(SequentialNoteIDGenerator.id)
      #expect(try await store.notes(ids) == [.sample(3), .sample(1)])
    },
    Clause("A prefix finds its identifiers in ascending order, including trashed notes, up to the limit") {
      store async throws in
      let ids = (1...4).map { NoteID(high: $0 << 60, low: 0) } + [NoteID(high: 1 << 60 | 1 << 56, low: 7)]
      try await store.insert(
        ids.map { id in
          var note = Note(id: id, title: "", body: "", created: FixedClock.start, modified: FixedClock.start)
          note.trashed = FixedClock.start
          return note
        })
      let one = try #require(NoteIDPrefix("1"))
      #expect(try await store.identifiers(matching: one, limit: 10) == [ids[0], ids[4]])
      #expect(try await store.identifiers(matching: one, limit: 1) == [ids[0]])
      let whole = try #require(NoteIDPrefix(ids[4].description))
      #expect(try await store.identifiers(matching: whole, limit: 10) == [ids[4]])
      let none = try #require(NoteIDPrefix("f"))
      #expect(try await store.identifiers(matching: none, limit: 10) == [])
    },
    Clause("Identifiers with the highest bit set sort after all others") { store async throws in
      let ids = [NoteID(high: 0, low: 1), NoteID(high: .max >> 1, low: 0), NoteID(high: .max, low: .max)]
      try await store.insert(
        ids.reversed().map { Note(id: $0, title: "", body: "", created: FixedClock.start, modified: FixedClock.start) })
      #expect(try await store.page(after: nil, limit: 10).map(\.id) == ids)
    },
    Clause("Pages contain every note once") { store async throws in
      let notes = (1...7).map { number in
        Note.sample(number) {
          $0.isArchived = number == 2
          $0.trashed = number == 3 ? FixedClock.start : nil
        }
      }
      try await store.insert(notes.reversed())
      var walked: [Note] = []
      while true {
        let page = try await store.page(after: walked.last?.id, limit: 3)
        guard !page.isEmpty else { break }
        #expect(page.count <= 3)
        walked += page
      }
      #expect(walked == notes)
    },
    Clause("A limit of zero returns nothing") { store async throws in
      try await store.insert([.sample(1, body: "bread")])
      let prefix = try #require(NoteIDPrefix("0"))
      #expect(try await store.page(after: nil, limit: 0) == [])
      #expect(try await store.list(NoteQuery(limit: 0)) == [])
      #expect(try await store.identifiers(matching: prefix, limit: 0) == [])
      #expect(try await store.search(SearchQuery("bread", limit: 0)).hits == [])
    },
  ]

  /// U+FDD0 and U+FDD1, which Swift literals cannot contain.
  static let noncharacters = String(decoding: [0xEF, 0xB7, 0x90, 0xEF, 0xB7, 0x91], as: UTF8.self)

  /// A note with a value in every field.
  static let everything = Note.sample(
    5, title: "Sourdough \"Rye\"", body: "# Sourdough\n\nWith #starter.\n", tags: ["recipe", "café/brød", "a\"b\\c"],
    notebook: "Kitchen/Bread & Butter"
  ) {
    $0.isPinned = true
    $0.isArchived = true
    $0.trashed = Timestamp(millisecondsSince1970: -1)
    $0.created = Timestamp(millisecondsSince1970: -62_135_596_800_000)
    $0.modified = Timestamp(millisecondsSince1970: 253_402_300_799_999)
    $0.foreignFrontMatter = "aliases:\n  - Bread # of course\n"
  }
}
