import NotesDomain
import Testing

extension NoteRepositoryContract {
  static let imports: [Clause] = [
    Clause("New notes are imported with their records") { store async throws in
      let items = [item(.sample(1), at: "a.md"), item(.sample(2), at: "b/c.md")]
      #expect(try await store.store(items) == [])
      #expect(try await store.page(after: nil, limit: 10) == [.sample(1), .sample(2)])
      #expect(Set(try await store.importRecords(paths: ["a.md", "b/c.md"])) == Set(items.compactMap(\.record)))
    },
    Clause("Records are found by path in any folder, sorted by path and folder") { store async throws in
      let items = [
        item(.sample(1), at: "a.md"), item(.sample(2), at: "a.md", in: "/copy"),
        item(.sample(3), at: "z.md", in: "/copy"),
      ]
      _ = try await store.store(items)
      let records = try await store.importRecords(paths: ["z.md", "a.md", "a.md", "new.md"])
      #expect(records == [items[1].record, items[0].record, items[2].record])
      #expect(try await store.importRecords(paths: []) == [])
    },
    Clause("The two Unicode forms of a path are two files") { store async throws in
      let items = [item(.sample(1), at: "\u{FC}.md"), item(.sample(2), at: "u\u{308}.md")]
      _ = try await store.store(items)
      #expect(try await store.importRecords(paths: ["\u{FC}.md"]).map(\.note) == [items[0].note.id])
      #expect(try await store.importRecords(paths: ["\u{FC}.md", "u\u{308}.md"]).count == 2)
    },
    Clause("Notes are found by their places, wherever they are") { store async throws in
      let notes: [Note] = [
        .sample(1, title: "Tea"), .sample(2, title: "Tea", notebook: "Kitchen"),
        .sample(3, title: "Other", notebook: "Kitchen") { $0.fileName = "Tea" },
        .sample(4, title: "What?", notebook: "Kitchen") { $0.trashed = FixedClock.start },
        .sample(5, title: "tea", notebook: "Kitchen"),
      ]
      try await store.insert(notes)
      let kitchen = Notebook("Kitchen") ?? .root
      let found = try await store.notes(at: [
        NotePlace(notebook: kitchen, stem: "Tea"), NotePlace(notebook: kitchen, stem: "What-"),
        NotePlace(notebook: .root, stem: "What-"), NotePlace(notebook: .root, stem: ""),
      ])
      #expect(Set(found) == Set(notes[1...3]))
      #expect(try await store.notes(at: []) == [])
      try await store.insert((10...20).map { .sample($0, title: "Same") })
      #expect(try await store.notes(at: [NotePlace(notebook: .root, stem: "Same")]) == [])
      // The limit is that of each place.
      let spread: [Note] = (31...45).map { .sample($0, title: "Spread", notebook: "P\($0)") }
      try await store.insert(spread)
      #expect(try await Set(store.notes(at: Set(spread.dropFirst().map(\.place)))) == Set(spread.dropFirst()))
    },
    Clause("Notes are found by the time of their creation, unless too many have it") { store async throws in
      let notes: [Note] = (1...16).map { (number: UInt64) in
        .sample(number) {
          $0.created = Timestamp(millisecondsSince1970: number > 5 ? 5 : number == 3 ? 1 : Int64(number))
          $0.isPinned = number == 2
          if number == 4 { $0.trashed = FixedClock.start }
        }
      }
      try await store.insert(notes)
      let times = Set([1, 2, 4, 5, 9].map { Timestamp(millisecondsSince1970: $0) })
      #expect(try await store.notes(created: times) == [notes[0], notes[2], notes[1]])
    },
    Clause("A purged note is imported again from the same file") { store async throws in
      let first = item(.sample(1) { $0.trashed = FixedClock.start }, at: "a.md")
      _ = try await store.store([first])
      _ = try await store.purge([first.note.id])
      #expect(try await store.store([first]) == [])
      #expect(try await store.note(first.note.id) == first.note)
    },
    Clause("Records are found by note, in any folder, sorted by path and folder") { store async throws in
      let items = [
        item(.sample(1), at: "b.md"), item(.sample(2), at: "a.md", in: "/copy"), item(.sample(3), at: "z.md"),
      ]
      _ = try await store.store(items)
      let ids = [1, 2, 9].map(SequentialNoteIDGenerator.id)
      #expect(try await store.importRecords(of: ids) == [items[1].record, items[0].record])
      #expect(try await store.importRecords(of: []) == [])
    },
    Clause("An existing note is skipped when it is imported as new") { store async throws in
      try await store.insert([.sample(1, body: "mine")])
      let left = try await store.store([item(.sample(1, body: "theirs"), at: "a.md"), item(.sample(2), at: "b.md")])
      #expect(left == [SequentialNoteIDGenerator.id(1)])
      #expect(try await store.note(SequentialNoteIDGenerator.id(1))?.body == "mine")
      #expect(try await store.importRecords(paths: ["a.md", "b.md"]).map(\.path) == ["b.md"])
    },
    Clause("A note is replaced when it has not changed since") { store async throws in
      let note = Note.sample(1, body: "before", tags: ["a"])
      _ = try await store.store([item(note, at: "a.md")])
      var changed = note
      changed.body = "after"
      changed.tags = []
      changed.modified = time(9)
      let again = item(changed, at: "a.md", digest: 2, replacing: note)
      #expect(try await store.store([again]) == [])
      #expect(try await store.note(note.id) == changed)
      #expect(try await store.importRecords(paths: ["a.md"]) == [again.record])
      #expect(try await found(store, "after") == [1])
    },
    Clause("A note that has changed since is skipped with its record") { store async throws in
      let first = item(.sample(1, body: "before"), at: "a.md")
      _ = try await store.store([first])
      _ = try await store.update(first.note.id) { note in
        // The time stays the same, as an edit on a device with a slow clock leaves it after a merge.
        note.body = "mine"
      }
      let again = item(.sample(1, body: "theirs"), at: "a.md", digest: 2, replacing: first.note)
      #expect(try await store.store([again]) == [first.note.id])
      #expect(try await store.note(first.note.id)?.body == "mine")
      #expect(try await store.importRecords(paths: ["a.md"]) == [first.record])
    },
    Clause("A file of a concurrent import is skipped") { store async throws in
      let first = item(.sample(1, body: "text"), at: "a.md", digest: 5)
      _ = try await store.store([first])
      #expect(try await store.store([item(.sample(2, body: "text"), at: "a.md", digest: 5)]) == [])
      #expect(try await store.page(after: nil, limit: 10).map(\.id) == [first.note.id])
      #expect(try await store.importRecords(paths: ["a.md"]) == [first.record])
    },
    Clause("A note that was purged since is not restored") { store async throws in
      let left = try await store.store([item(.sample(1), at: "a.md", replacing: .sample(1))])
      #expect(left == [SequentialNoteIDGenerator.id(1)])
      #expect(try await store.page(after: nil, limit: 10) == [])
    },
    Clause("The records of a folder are returned by page, and the folders by name") { store async throws in
      let items = [
        item(.sample(1), at: "b.md"), item(.sample(2), at: "a/c.md"), item(.sample(3), at: "é.md"),
        item(.sample(4), at: "b.md", in: "/copy"),
      ]
      _ = try await store.store(items)
      #expect(try await store.importedFolders() == ["/copy", "/vault"])
      let first = try await store.importedFiles(of: "/vault", after: nil, limit: 2)
      #expect(first.map(\.path) == ["a/c.md", "b.md"])
      #expect(try await store.importedFiles(of: "/vault", after: "b.md", limit: 2) == [items[2].record])
      #expect(try await store.importedFiles(of: "/none", after: nil, limit: 2) == [])
    },
    Clause("The record of a renamed file replaces the former one") { store async throws in
      let (note, former) = (Note.sample(1), item(.sample(1), at: "a.md"))
      _ = try await store.store([former])
      var renamed = note
      renamed.fileName = "b"
      let record = ImportRecord(directory: "/vault", path: "b.md", digest: ContentDigest(value: 1), note: renamed)
      let again = ImportItem(
        note: renamed, record: record, obsolete: former.record, replacing: ContentDigest(of: note))
      #expect(try await store.store([again]) == [])
      #expect(try await store.importedFiles(of: "/vault", after: nil, limit: 9) == [record])
      #expect(try await store.note(note.id) == renamed)
    },
    Clause("A note whose file is gone moves to the trash, unless it changed") { store async throws in
      let files = [item(.sample(1), at: "a.md"), item(.sample(2), at: "b.md")]
      _ = try await store.store(files)
      _ = try await store.update(files[1].note.id) { $0.body = "mine" }
      let gone = files.map { file in
        var note = file.note
        note.trashed = time(5)
        return ImportItem(note: note, record: nil, obsolete: file.record, replacing: ContentDigest(of: file.note))
      }
      #expect(try await store.store(gone) == [files[1].note.id])
      #expect(try await store.note(files[0].note.id) == gone[0].note)
      #expect(try await store.note(files[1].note.id)?.trashed == nil)
      #expect(try await store.importedFiles(of: "/vault", after: nil, limit: 9) == [files[1].record])
    },
    Clause("Records are replaced without changing notes") { store async throws in
      let files = [item(.sample(1), at: "a.md"), item(.sample(2), at: "b.md")]
      _ = try await store.store(files)
      let new = ImportRecord(directory: "/vault", path: "a.md", digest: ContentDigest(value: 7), note: .sample(1))
      try await store.replaceImportRecords([files[0].record, files[1].record].compactMap(\.self), with: [new])
      #expect(try await store.importedFiles(of: "/vault", after: nil, limit: 9) == [new])
      #expect(try await store.page(after: nil, limit: 10).count == 2)
    },
    Clause("The record of a file outlives its note") { store async throws in
      let first = item(.sample(1) { $0.trashed = time(1) }, at: "a.md")
      _ = try await store.store([first])
      _ = try await store.purge([first.note.id])
      #expect(try await store.importRecords(paths: ["a.md"]) == [first.record])
    },
  ]

  private static func item(
    _ note: Note, at path: String, in directory: String = "/vault", digest: UInt64 = .max,
    replacing: Note? = nil
  ) -> ImportItem {
    let record = ImportRecord(
      directory: directory, path: path, digest: ContentDigest(value: digest), note: note)
    return ImportItem(note: note, record: record, replacing: replacing.map(ContentDigest.init(of:)))
  }
}
