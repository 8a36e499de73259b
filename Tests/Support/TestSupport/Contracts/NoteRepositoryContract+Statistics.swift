import NotesDomain
import Testing

extension NoteRepositoryContract {
  static let statistics: [Clause] = [
    Clause("An empty store has no statistics") { store async throws in
      var statistics = try await store.statistics()
      statistics.storeBytes = 0
      #expect(statistics == NoteStatistics())
    },
    Clause("Notes are counted by scope, and texts in bytes") { store async throws in
      try await store.insert([
        .sample(1, body: "é\u{0}x") { $0.isPinned = true },
        .sample(2, body: "ab") {
          $0.isArchived = true
          $0.isPinned = true
        },
        .sample(3, body: "abc") {
          $0.trashed = time(1)
          $0.isPinned = true
        },
        .sample(4, body: "") {
          $0.isArchived = true
          $0.trashed = time(1)
        },
      ])
      let statistics = try await store.statistics()
      #expect(statistics.active == 1)
      #expect(statistics.archived == 1)
      #expect(statistics.trashed == 2)
      #expect(statistics.pinned == 2)
      #expect(statistics.textBytes == 9)
    },
    Clause("Notebooks and tags outside the trash are counted, most notes first, then by name") { store async throws in
      try await store.insert([
        .sample(1, body: "#x", tags: ["b"], notebook: "Kitchen"), .sample(2, tags: ["a"], notebook: "Kitchen"),
        .sample(3, tags: ["b"]), .sample(4, tags: ["c"], notebook: "Attic") { $0.trashed = time(1) },
        .sample(5, notebook: "Attic") { $0.isArchived = true },
      ])
      let statistics = try await store.statistics()
      #expect(
        statistics.notebooks == [
          NoteStatistics.Count(notebook("Kitchen"), notes: 2), NoteStatistics.Count(.root, notes: 1),
          NoteStatistics.Count(notebook("Attic"), notes: 1),
        ])
      #expect(statistics.tags.map(\.name.name) == ["b", "a", "x"])
      #expect(statistics.tags.map(\.notes) == [2, 1, 1])
    },
    Clause("Tags that differ in case count as one, under the first spelling") { store async throws in
      try await store.insert([
        .sample(1, tags: ["bread", "Bread"]), .sample(2, tags: ["BREAD"]), .sample(3, tags: ["rye"]),
      ])
      let statistics = try await store.statistics()
      #expect(statistics.tags.map(\.name.name) == ["BREAD", "rye"])
      #expect(statistics.tags.map(\.notes) == [2, 1])
    },
  ]
}
