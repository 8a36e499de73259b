import NotesDomain
import Testing

extension NoteRepositoryContract {
  static let lists: [Clause] = [
    Clause("A list contains the summaries of the notes") { store async throws in
      try await store.insert([everything])
      #expect(try await store.list(NoteQuery(scope: .trash)) == [everything.summary])
    },
    Clause("A list starts with the note that was modified last") { store async throws in
      try await store.insert([.sample(2), .sample(3), .sample(1)])
      #expect(try await numbers(store, NoteQuery()) == [3, 2, 1])
    },
    Clause("Pinned notes are first in every order") { store async throws in
      try await store.insert([.sample(1) { $0.isPinned = true }, .sample(2), .sample(3)])
      for order in NoteQuery.Order.allCases {
        #expect(try await numbers(store, NoteQuery(order: order)).first == 1)
      }
    },
    Clause("Lists can be ordered by time of creation and by title") { store async throws in
      try await store.insert([
        .sample(1, title: "banana") { $0.created = time(9) },
        .sample(2, title: "Apple") { $0.created = time(7) },
        .sample(3, title: "cherry") { $0.created = time(8) },
      ])
      #expect(try await numbers(store, NoteQuery(order: .created)) == [1, 3, 2])
      #expect(try await numbers(store, NoteQuery(order: .title)) == [2, 1, 3])
    },
    Clause("Ties are ordered by identifier, newest first") { store async throws in
      let notes = [2, 1, 3].map { number in
        Note.sample(number, title: number == 1 ? "same" : "Same") {
          $0.created = time(1)
          $0.modified = time(1)
        }
      }
      try await store.insert(notes)
      for order in NoteQuery.Order.allCases {
        #expect(try await numbers(store, NoteQuery(order: order)) == [3, 2, 1], "by \(order)")
      }
    },
    Clause("Each scope lists its notes") { store async throws in
      try await store.insert([
        .sample(1),
        .sample(2) { $0.isArchived = true },
        .sample(3) { $0.trashed = time(1) },
        .sample(4) {
          $0.isArchived = true
          $0.trashed = time(1)
        },
      ])
      #expect(try await numbers(store, NoteQuery(scope: .active)) == [1])
      #expect(try await numbers(store, NoteQuery(scope: .archived)) == [2])
      #expect(try await numbers(store, NoteQuery(scope: .trash)) == [4, 3])
      #expect(try await numbers(store, NoteQuery(scope: .everywhere)) == [4, 3, 2, 1])
    },
    Clause("A notebook in either case includes nested ones, not those with a common prefix") { store async throws in
      try await store.insert([
        .sample(1, notebook: "Kitchen"), .sample(2, notebook: "Kitchen/Bread"), .sample(3, notebook: "Kitchens"),
        .sample(4), .sample(5, notebook: "Kitchen/Bread/Rye"), .sample(6, notebook: "kitchen"),
      ])
      #expect(try await numbers(store, NoteQuery(tags: [], in: notebook("Kitchen"))) == [6, 5, 2, 1])
      #expect(try await numbers(store, NoteQuery(tags: [], in: notebook("Kitchen/Bread"))) == [5, 2])
      #expect(try await numbers(store, NoteQuery(tags: [], in: notebook("Attic"))) == [])
      #expect(try await numbers(store, NoteQuery()).count == 6)
    },
    Clause("A tag includes nested tags in either case, but not those with a common prefix") { store async throws in
      try await store.insert([
        .sample(1, tags: ["Garden"]), .sample(2, tags: ["garden/tomatoes"]), .sample(3, tags: ["gardening"]),
        .sample(4, body: "In the #GARDEN/beds today."), .sample(5),
      ])
      #expect(try await numbers(store, NoteQuery(tags: tags("garden"))) == [4, 2, 1])
      #expect(try await numbers(store, NoteQuery(tags: tags("garden/Tomatoes"))) == [2])
    },
    Clause("The case of non-ASCII letters is ignored too") { store async throws in
      try await store.insert([.sample(1, tags: ["Über"]), .sample(2, tags: ["über/alles"]), .sample(3, tags: ["uber"])])
      #expect(try await numbers(store, NoteQuery(tags: tags("ÜBER"))) == [2, 1])
    },
    Clause("A note must have all tags of the query") { store async throws in
      try await store.insert([
        .sample(1, tags: ["a", "b"]), .sample(2, tags: ["a"]), .sample(3, body: "#b", tags: ["a"]),
      ])
      #expect(try await numbers(store, NoteQuery(tags: tags("a", "b"))) == [3, 1])
      #expect(try await numbers(store, NoteQuery(tags: tags("a", "c"))) == [])
    },
    Clause("A list can leave out the notes at its beginning, with and without a limit") { store async throws in
      try await store.insert((1...5).map { .sample($0) })
      #expect(try await numbers(store, NoteQuery(limit: 2, offset: 1)) == [4, 3])
      #expect(try await numbers(store, NoteQuery(offset: 3)) == [2, 1])
      #expect(try await numbers(store, NoteQuery(limit: 2, offset: 9)).isEmpty)
      #expect(try await store.count(NoteQuery(offset: 3)) == 5)
    },
    Clause("A list has a limit") { store async throws in
      try await store.insert((1...30).map { .sample($0) })
      #expect(try await numbers(store, NoteQuery(limit: 20)) == Array((11...30).reversed()))
      #expect(try await store.list(NoteQuery()).count == 30)
    },
    Clause("Tags, scopes and orders follow a change of the note") { store async throws in
      try await store.insert([.sample(1, body: "#old", tags: ["red"]), .sample(2)])
      _ = try await store.update(SequentialNoteIDGenerator.id(1)) { note in
        note.body = "#new"
        note.tags = tags("blue")
        note.modified = time(99)
        note.notebook = notebook("Attic")
      }
      #expect(try await numbers(store, NoteQuery(tags: tags("old"))) == [])
      #expect(try await numbers(store, NoteQuery(tags: tags("red"))) == [])
      #expect(try await numbers(store, NoteQuery(tags: tags("new", "blue"), in: notebook("Attic"))) == [1])
      #expect(try await numbers(store, NoteQuery()) == [1, 2])
    },
  ]

  /// Returns the numbers of a list's notes; see ``SequentialNoteIDGenerator``.
  static func numbers(_ store: any NoteRepository, _ query: NoteQuery) async throws -> [UInt64] {
    try await store.list(query).map { $0.id.low & 0xFFFF }
  }

  /// Returns a time some minutes after ``FixedClock/start``.
  static func time(_ minutes: Int64) -> Timestamp {
    Timestamp(millisecondsSince1970: FixedClock.start.millisecondsSince1970 + minutes * 60_000)
  }

  static func notebook(_ path: String) -> Notebook {
    Notebook(path) ?? .root
  }

  static func tags(_ names: String...) -> [NotesDomain.Tag] {
    names.compactMap { Tag($0) }
  }
}
