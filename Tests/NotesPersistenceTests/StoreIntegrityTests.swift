import GRDB
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("The store after random operations")
struct StoreIntegrityTests {
  @Test(
    "It agrees with the store in memory, and its indexes with its notes",
    arguments: 1...Thoroughness.runs(2, ofAll: 6) as ClosedRange<UInt64>)
  func randomOperations(_ seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let device = try ReopenedStore(path: folder.file("notes.db"), runs: 40)
    let model = InMemoryNoteRepository()
    var random = SplitMix64(seed: seed)

    for step in 0..<120 {
      try await RandomOperation(&random).run(on: [device, model])
      #expect(
        try await device.notes.page(after: nil, limit: 1000) == model.page(after: nil, limit: 1000),
        "seed \(seed), step \(step)")
      let (known, expected) = (try await device.knowledge(), try await model.knowledge())
      let difference = zip(known, expected).first { $0 != $1 }
      try #require(
        known.count == expected.count && difference == nil,
        "seed \(seed), step \(step): \(String(describing: difference))")
    }
    let store = device.current.repository

    let attachments = try await device.current.blobs.attachments(of: nil)
    #expect(try await attachments == InMemoryBlobStore(notes: model).attachments(of: nil), "seed \(seed)")

    for scope in NoteQuery.Scope.allCases {
      for order in NoteQuery.Order.allCases {
        let query = NoteQuery(scope: scope, order: order)
        #expect(try await store.list(query) == model.list(query), "seed \(seed), \(query)")
      }
    }
    for word in RandomOperation.words {
      let tags = [NotesDomain.Tag(word)].compactMap { $0 }
      let query = NoteQuery(scope: .everywhere, tags: tags)
      #expect(try await store.list(query) == model.list(query), "seed \(seed), tag \(word)")
      let search = try SearchQuery(word, limit: 1000)
      let (found, expected) = (try await store.search(search), try await model.search(search))
      #expect(Set(found.hits.map(\.id)) == Set(expected.hits.map(\.id)), "seed \(seed), word \(word)")
    }
    let links = device.current.links
    #expect(try await links.brokenLinks() == model.brokenLinks(), "seed \(seed)")
    #expect(try await links.orphans() == model.orphans(), "seed \(seed)")

    var (counted, expected) = (try await store.statistics(), try await model.statistics())
    (counted.storeBytes, expected.storeBytes) = (0, 0)
    #expect(counted == expected, "seed \(seed)")

    try store.database.connection.withDatabase { database in
      for index in ["note_fts", "note_link"] {
        try database.execute(sql: "INSERT INTO \(index) (\(index), rank) VALUES ('integrity-check', 1)")
      }
      #expect(try database.all("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
      #expect(
        try database.all(
          """
          SELECT count(*) FROM note_tag WHERE NOT EXISTS (SELECT 1 FROM note WHERE note.rowid = note_tag.note)
          """
        ) { $0.integer(0) } == [0])
      #expect(
        try database.number("SELECT count(*) FROM note_attachment")
          == database.number("SELECT sum(json_array_length(attachments)) FROM note"))
    }
  }
}
