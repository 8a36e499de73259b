import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("Searching the store")
struct StoreSearchTests {
  private let folder: TemporaryFolder
  private var store: SQLiteNoteRepository

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteNoteRepository(settings: StoreSettings(path: folder.file("notes.db")))
  }

  @Test("For a word in almost every note, only the newest notes are ranked, and the result says so")
  mutating func commonWord() async throws {
    store.maximumRanked = 20
    try await store.insert((1...100).map { .sample($0, title: $0 == 3 ? "the the the" : "x", body: "the note \($0)") })

    let result = try await store.search(SearchQuery("the", limit: 100))

    #expect(result.rankedNewest == 20)
    #expect(Set(result.hits.map { $0.id.low & 0xFFFF }) == Set(81...100))
  }

  @Test("A long text with very many matches has a snippet around its first one")
  mutating func manyMatches() async throws {
    let start = String(repeating: "a ", count: 50)
    let matches = String(repeating: "tag ", count: Thoroughness.runs(10_000, ofAll: 200_000))
    try await store.insert([.sample(1, body: start + matches)])

    let hit = try #require(try await store.search(SearchQuery("tag")).hits.first)

    let text = hit.snippet.map(\.text).joined()
    #expect(text.hasPrefix("… a a") || text.hasPrefix("…a a"))
    #expect(text.contains("a tag tag tag") && text.count < 250)
    #expect(hit.snippet.first { $0.isMatch }?.text == "tag")
  }

  @Test("A megabyte of matches has a snippet at once, also behind a zero byte", .timeLimit(.minutes(5)))
  func hostileMatches() async throws {
    for (number, body) in [String(repeating: "a ", count: 500_000), "\u{0} " + String(repeating: "a ", count: 200_000)]
      .enumerated()
    {
      try await store.insert([.sample(UInt64(number + 1), title: "x", body: body)])
    }
    let hits = try await store.search(SearchQuery("a")).hits
    #expect(hits.count == 2 && hits.allSatisfy { $0.snippet.contains(SearchHit.Piece("a", isMatch: true)) })
  }

  @Test("A long phrase in a long text is marked as a whole")
  func longPhrase() async throws {
    let phrase = (1...40).map { "word\($0)" }.joined(separator: " ")
    try await store.insert([.sample(1, title: "x", body: String(repeating: "filler ", count: 3000) + phrase + " end")])
    let hit = try #require(try await store.search(SearchQuery("\"\(phrase)\"")).hits.first)
    #expect(hit.snippet.filter(\.isMatch).map(\.text) == [phrase])
  }

  @Test("Archived notes are found behind newer notes outside of the archive")
  mutating func olderArchive() async throws {
    store.maximumRanked = 20
    try await store.insert((1...100).map { number in .sample(number, body: "the") { $0.isArchived = number < 6 } })
    for text in ["the", "th*"] {
      var query = try SearchQuery(text)
      query.scope = .archived
      #expect(try await store.search(query).hits.count == 5, "\(text)")
    }
  }

  @Test("For a word in some notes, all matches are ranked")
  mutating func rareWord() async throws {
    store.maximumRanked = 20
    try await store.insert((1...100).map { .sample($0, body: $0 < 10 ? "rare" : "common") })
    let result = try await store.search(SearchQuery("rare", limit: 100))
    #expect(result.rankedNewest == nil)
    #expect(result.hits.count == 9)
  }

  @Test("A query of any scripts finds the notes that a scan finds", arguments: 0..<20 as Range<UInt64>)
  func anyScript(seed: UInt64) async throws {
    // Given
    var random = SplitMix64(seed: seed)
    let notes = (1...40).map { number in
      Note.sample(
        number, title: random.wordsOfManyScripts(maximumLength: 4), body: random.wordsOfManyScripts(maximumLength: 12))
    }
    try await store.insert(notes)
    let scan = InMemoryNoteRepository(notes)
    for _ in 0..<100 {
      // When
      let term = SearchTerm(random.wordsOfManyScripts(maximumLength: 3), isPrefix: Bool.random(using: &random))
      guard !term.text.isEmpty else { continue }
      let query = SearchQuery(NoteFilter([NoteFilter.Clause([NoteFilter.Condition(.text(term))])]), limit: 50)
      let found = try await store.search(query).hits
      // Then
      let expected = try await scan.search(query).hits
      #expect(Set(found.map(\.id)) == Set(expected.map(\.id)), "seed \(seed): \(term.text.debugDescription)")
    }
  }

  @Test("A snippet of a script without spaces is as long as one of words")
  func snippetOfCharacters() async throws {
    let text = String(repeating: "昨日は友人と京都へ行きました。", count: 20)
    try await store.insert([.sample(1, body: text + "拉面" + text)])
    let hit = try #require(try await store.search(SearchQuery("拉面")).hits.first)
    let count = hit.snippet.map(\.text.count).reduce(0, +)
    #expect((36...60).contains(count) && hit.snippet.filter(\.isMatch).map(\.text) == ["拉面"])
  }

  @Test("All matches in the trash are ranked, regardless of their age")
  mutating func commonWordInTrash() async throws {
    store.maximumRanked = 20
    try await store.insert(
      (1...100).map { number in .sample(number, body: "the") { $0.trashed = number == 1 ? FixedClock.start : nil } })
    let result = try await store.search(SearchQuery("the", isInTrash: true))
    #expect(result.rankedNewest == nil)
    #expect(result.hits.map(\.id) == [SequentialNoteIDGenerator.id(1)])
  }

  @Test("A prefix of one letter is searched for in the newest notes")
  mutating func shortPrefix() async throws {
    store.maximumRanked = 20
    try await store.insert((1...100).map { .sample($0, body: "the") })
    let result = try await store.search(SearchQuery("t*", limit: 100))
    #expect(result.rankedNewest == 20)
    #expect(result.hits.count == 20)
  }

  @Test(
    "Of a word in almost every note, old notes are found that fulfill the other conditions", arguments: ["the", "t*"])
  mutating func otherConditions(_ word: String) async throws {
    store.maximumRanked = 20
    try await store.insert(
      (1...100).map { .sample($0, body: "the", tags: $0 == 2 ? ["rare"] : $0 > 50 ? ["new"] : []) })
    let rare = try await store.search(SearchQuery("\(word) tag:rare", limit: 100))
    #expect(rare.hits.map(\.id) == [SequentialNoteIDGenerator.id(2)] && rare.rankedNewest == nil)
    let new = try await store.search(SearchQuery("\(word) tag:new", limit: 100))
    #expect(Set(new.hits.map { $0.id.low & 0xFFFF }) == Set(81...100) && new.rankedNewest == 20)
    let all = try await store.search(SearchQuery("\(word) -tag:rare", limit: 100))
    #expect(Set(all.hits.map { $0.id.low & 0xFFFF }) == Set(81...100))
  }

  @Test("A search for any text succeeds", arguments: [11, 12, 13] as [UInt64])
  func anything(_ seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    try await store.insert((1...40).map { .sample($0, title: random.text(), body: random.text(maximumLength: 40)) })
    for _ in 0..<200 {
      let text = random.text()
      guard let query = try? SearchQuery(text, isInTrash: Bool.random(using: &random)) else { continue }
      let result = try await store.search(query)
      let isPlain = !query.filter.wantedTerms.isEmpty && query.filter.clauses.allSatisfy { $0.alternatives.count == 1 }
      #expect(!isPlain || result.hits.allSatisfy { !$0.snippet.isEmpty }, "seed \(seed): \(text)")
    }
  }

  @Test(
    "A snippet is cut at its marks",
    arguments: [
      ("<a>", [SearchHit.Piece("a", isMatch: true)]),
      ("x <a> y <b>", [.init("x "), .init("a", isMatch: true), .init(" y "), .init("b", isMatch: true)]),
      ("", []),
      ("x", [.init("x")]),
      ("x>y", [.init("x>y")]),
      ("<a", [.init("<a")]),
      ("<a<b>", [.init("<a"), .init("b", isMatch: true)]),
      ("<>", []),
    ])
  func marks(_ text: String, _ expected: [SearchHit.Piece]) {
    // Angle brackets represent the two noncharacters, which are invisible.
    func withMarks(_ text: String) -> String {
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { scalar in
            switch scalar {
            case "<": Unicode.Scalar(0xFDD0 as UInt32) ?? scalar
            case ">": Unicode.Scalar(0xFDD1 as UInt32) ?? scalar
            default: scalar
            }
          }))
    }
    let pieces = Snippet.pieces(of: withMarks(text), matching: [])
    #expect(pieces == expected.map { SearchHit.Piece(withMarks($0.text), isMatch: $0.isMatch) })
  }

  @Test("Marks in a text are part of it")
  func marksInText() async throws {
    let marks = String(decoding: [0xEF, 0xB7, 0x91, 0xEF, 0xB7, 0x90], as: UTF8.self)
    try await store.insert([.sample(1, title: marks, body: marks + " bread " + marks)])
    let hit = try #require(try await store.search(SearchQuery("bread")).hits.first)
    #expect(hit.snippet.contains(SearchHit.Piece("bread", isMatch: true)))
    #expect(hit.note.title == marks)
  }

  @Test(
    "Terms are translated to quoted strings",
    arguments: [
      ("tea", #"(("tea"))"#),
      ("green tea", #"(("green") AND ("tea"))"#),
      ("\"green tea\"* -black -\"a b\"", #"(("green tea"*)) NOT ("black" OR "a b")"#),
      ("don't", #"(("don't"))"#),
      ("NEAR(a b)", #"(("NEAR(a") AND ("b)"))"#),
      ("tea OR title:rye tag:a", #"(("tea" OR title : "rye"))"#),
      ("-tea tag:a", nil), ("tea OR tag:a", nil), ("tea OR -rye", nil),
    ] as [(String, String?)])
  func expression(_ text: String, _ expected: String?) throws {
    #expect(WordExpression.split(try NoteFilter(text)).match == expected)
  }

  @Test("Lists scan their indexes")
  func plans() async throws {
    let plans = [
      (
        "trashed IS NULL AND archived = 0 ORDER BY pinned DESC, modified DESC, id DESC LIMIT 20",
        "note_active_by_modified"
      ),
      (
        "trashed IS NULL AND archived = 0 ORDER BY pinned DESC, created DESC, id DESC LIMIT 20",
        "note_active_by_created"
      ),
      (
        "trashed IS NULL AND archived = 0 ORDER BY pinned DESC, title COLLATE NOCASE, id DESC LIMIT 20",
        "note_active_by_title"
      ),
      ("trashed IS NULL AND archived = 1 ORDER BY pinned DESC, modified DESC, id DESC LIMIT 20", "note_archived"),
      ("trashed IS NOT NULL ORDER BY pinned DESC, modified DESC, id DESC LIMIT 20", "note_trashed"),
    ]
    for (query, index) in plans {
      let plan = try store.database.connection.withDatabase { database in
        try database.all("EXPLAIN QUERY PLAN SELECT \(NoteColumns.summaryColumns) FROM note WHERE \(query)") {
          $0.text(3)
        }
      }
      #expect(plan.first == "SCAN note USING INDEX \(index)", "\(plan)")
    }
  }
}
