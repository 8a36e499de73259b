import NotesDomain
import Testing

extension NoteRepositoryContract {
  static let filters: [Clause] = [
    Clause("OR joins its neighbours, and all other conditions hold besides") { store async throws in
      try await store.insert([
        .sample(1, body: "green tea", tags: ["drink"]), .sample(2, body: "coffee", tags: ["drink"]),
        .sample(3, body: "coffee"), .sample(4, body: "milk", tags: ["drink"]),
      ])
      #expect(try await selected(store, "tea OR coffee tag:drink") == [2, 1])
      #expect(try await selected(store, "tea OR tag:drink -milk") == [2, 1])
      #expect(try await selected(store, "coffee OR 🍞 OR milk") == [4, 3, 2])
    },
    Clause("Words in a list are found like in a search") { store async throws in
      try await store.insert([
        .sample(1, title: "Café", body: "x"), .sample(2, title: "A", body: "the café"),
        .sample(3, title: "B", body: "cafeteria"),
        .sample(4, body: "东京 cafe") { $0.isArchived = true },
      ])
      #expect(try await selected(store, "cafe") == [2, 1])
      #expect(try await selected(store, "caf*") == [3, 2, 1])
      #expect(try await selected(store, "title:cafe") == [1])
      #expect(try await selected(store, "cafe -title:cafe") == [2])
      #expect(try await selected(store, "东京", scope: .kept) == [4])
    },
    Clause("A notebook includes those inside it, and the top level is the notes in none") { store async throws in
      try await store.insert([
        .sample(1), .sample(2, notebook: "Kitchen"), .sample(3, notebook: "Kitchen/Bread"),
        .sample(4, notebook: "Kitchens"),
      ])
      #expect(try await selected(store, "notebook:Kitchen") == [3, 2])
      #expect(try await selected(store, "notebook:kitchen") == [3, 2])
      #expect(try await selected(store, "notebook:KITCHEN/bread") == [3])
      #expect(try await selected(store, "notebook:/") == [1])
      #expect(try await selected(store, "-notebook:Kitchen") == [4, 1])
    },
    Clause("Notebooks are compared without case in every script") { store async throws in
      try await store.insert([
        .sample(1, notebook: "Küche/Brot"), .sample(2, notebook: "KÜCHE") { $0.trashed = time(1) },
        .sample(3, notebook: "Küchen") { $0.isArchived = true },
      ])
      #expect(try await selected(store, "notebook:küche", scope: .everywhere) == [2, 1])
      #expect(try await selected(store, "notebook:küchen", scope: .everywhere) == [3])
      #expect(try await selected(store, "notebook:ü", scope: .everywhere) == [])
    },
    Clause("Dates select by the time of creation or change, from the beginning of a day to its end") {
      store async throws in
      try await store.insert([
        .sample(1) { ($0.created, $0.modified) = (at("2026-02-28T23:59:59.999Z"), at("2026-03-14T00:00:00Z")) },
        .sample(2) { ($0.created, $0.modified) = (at("2026-03-01T00:00:00Z"), at("2026-03-13T23:59:59.999Z")) },
      ])
      #expect(try await selected(store, "created:2026-03") == [2])
      #expect(try await selected(store, "created:..2026-02") == [1])
      #expect(try await selected(store, "after:today") == [1])
      #expect(try await selected(store, "before:today") == [2])
      #expect(try await selected(store, "modified:yesterday") == [2])
      #expect(try await selected(store, "modified:2026-03-13..2026-03-14") == [1, 2])
    },
    Clause("States and properties select notes, and a dash negates them") { store async throws in
      try await store.insert([
        .sample(1) { $0.isPinned = true }, .sample(2) { $0.isArchived = true }, .sample(3) { $0.trashed = time(1) },
        .sample(4) { $0.attachments = .sample(("a.txt", 1)) }, .sample(5, tags: ["a"]), .sample(6, body: "#b [[Tea]]"),
      ])
      #expect(try await selected(store, "is:pinned", scope: .everywhere) == [1])
      #expect(try await selected(store, "is:archived", scope: .everywhere) == [2])
      #expect(try await selected(store, "is:trashed", scope: .everywhere) == [3])
      #expect(try await selected(store, "has:attachment", scope: .everywhere) == [4])
      #expect(try await selected(store, "has:tag", scope: .everywhere) == [6, 5])
      #expect(try await selected(store, "has:link", scope: .everywhere) == [6])
      #expect(try await selected(store, "links:tea", scope: .everywhere) == [6])
      #expect(try await selected(store, "-is:trashed -has:tag", scope: .everywhere) == [1, 4, 2])
    },
    Clause("A scope with the trash leaves out archived notes outside of it") { store async throws in
      try await store.insert([
        .sample(1), .sample(2) { $0.isArchived = true }, .sample(3) { $0.trashed = time(1) },
        .sample(4) { ($0.isArchived, $0.trashed) = (true, time(1)) },
      ])
      #expect(try await selected(store, "", scope: .activeAndTrash).sorted() == [1, 3, 4])
      #expect(try await store.count(NoteQuery(scope: .activeAndTrash)) == 3)
    },
    Clause("A count is the number of selected notes, up to the limit") { store async throws in
      try await store.insert((1...7).map { .sample($0, tags: $0 > 2 ? ["a"] : []) })
      #expect(try await store.count(NoteQuery(NoteFilter("tag:a"))) == 5)
      #expect(try await store.count(NoteQuery(NoteFilter("tag:a"), limit: 3)) == 3)
      #expect(try await store.count(NoteQuery()) == 7)
    },
    Clause("A search with other conditions ranks by its words, and without words lists the newest first") {
      store async throws in
      try await store.insert([
        .sample(1, title: "Tea", body: "x", tags: ["a"]), .sample(2, title: "A", body: "tea", tags: ["a"]),
        .sample(3, title: "B", body: "tea"),
      ])
      #expect(try await hits(store, "tea tag:a") == [1, 2])
      #expect(try await hits(store, "tag:a") == [2, 1])
      #expect(try await hits(store, "tea OR tag:a").sorted() == [1, 2, 3])
    },
    Clause("A search can be ordered like a list, but for pinned notes") { store async throws in
      try await store.insert([
        .sample(1, title: "b", body: "tea") { $0.isPinned = true }, .sample(2, title: "a", body: "tea"),
        .sample(3, title: "C", body: "tea"),
      ])
      let query = SearchQuery(try NoteFilter("tea"), order: .title)
      #expect(try await store.search(query).hits.map(\.note.title) == ["a", "b", "C"])
    },
  ]

  private static func at(_ text: String) -> Timestamp {
    Timestamp(iso8601: text) ?? FixedClock.start
  }

  private static func selected(
    _ store: any NoteRepository, _ text: String, scope: NoteQuery.Scope = .active
  ) async throws -> [UInt64] {
    try await numbers(store, NoteQuery(NoteFilter(text), scope: scope))
  }

  private static func hits(_ store: any NoteRepository, _ text: String) async throws -> [UInt64] {
    try await store.search(SearchQuery(text)).hits.map { $0.id.low & 0xFFFF }
  }
}
