import NotesDomain
import Testing

extension NoteRepositoryContract {
  static let search: [Clause] = [
    Clause("A note must contain all words, in any order") { store async throws in
      try await store.insert([
        .sample(1, title: "Bread", body: "sourdough and a starter"), .sample(2, body: "sourdough"),
        .sample(3, title: "Starter", body: "Feed it.", tags: ["sourdough"]),
      ])
      #expect(try await found(store, "sourdough starter") == [1, 3])
    },
    Clause("The words of a phrase are adjacent") { store async throws in
      try await store.insert([.sample(1, body: "the sourdough starter"), .sample(2, body: "a starter of sourdough")])
      #expect(try await found(store, "\"sourdough starter\"") == [1])
    },
    Clause("A star finds words with a prefix, and only a star does") { store async throws in
      try await store.insert([.sample(1, body: "tomatoes"), .sample(2, body: "tomato"), .sample(3, body: "automat")])
      #expect(try await found(store, "tomat*") == [1, 2])
      #expect(try await found(store, "tomato") == [2])
    },
    Clause("The last word of a phrase may be a prefix") { store async throws in
      try await store.insert([.sample(1, body: "red tomatoes"), .sample(2, body: "red hot tomatoes")])
      #expect(try await found(store, "\"red tom\"*") == [1])
    },
    Clause("A minus sign excludes a word or a phrase") { store async throws in
      try await store.insert([.sample(1, body: "green tea"), .sample(2, body: "black tea"), .sample(3, body: "tea")])
      #expect(try await found(store, "tea -green") == [2, 3])
      #expect(try await found(store, "tea -\"black tea\" -green") == [3])
    },
    Clause("A search with exclusions only finds all other notes") { store async throws in
      try await store.insert([.sample(1, body: "tea"), .sample(2, body: "coffee")])
      #expect(try await found(store, "-coffee") == [1])
    },
    Clause("Case and accents are ignored") { store async throws in
      try await store.insert([.sample(1, body: "Ein Café in Århus"), .sample(2, body: "cafe\u{301} MÜSLI")])
      #expect(try await found(store, "CAFE") == [1, 2])
      #expect(try await found(store, "café") == [1, 2])
      #expect(try await found(store, "musli") == [2])
      #expect(try await found(store, "årHUS") == [1])
    },
    Clause("Letters are found as a person types them without their marks") { store async throws in
      try await store.insert([
        .sample(1, title: "Łódź", body: "smørrebrød in der Straße"), .sample(2, body: "un cœur, ﬁn, ＡＢＣ"),
        .sample(3, body: "Ελλάδα, שָׁלוֹם, ёлка"),
      ])
      for word in ["lodz", "smorrebrod", "strasse"] { #expect(try await found(store, word) == [1], "\(word)") }
      for word in ["coeur", "fin", "abc"] { #expect(try await found(store, word) == [2], "\(word)") }
      for word in ["ελλαδα", "שלום", "елка"] { #expect(try await found(store, word) == [3], "\(word)") }
      let hit = try #require(try await store.search(SearchQuery("ελλαδα")).hits.first)
      #expect(hit.snippet.filter(\.isMatch).map(\.text) == ["Ελλάδα"])
    },
    Clause("A word is found where another script follows it without a space") { store async throws in
      try await store.insert([
        .sample(1, body: "在Windows上安装Docker"), .sample(2, body: "GitHub에서 받다"), .sample(3, body: "Windowsill"),
      ])
      #expect(try await found(store, "windows") == [1])
      #expect(try await found(store, "安装") == [1])
      #expect(try await found(store, "上安 docker") == [1])
      #expect(try await found(store, "装安") == [])
      #expect(try await found(store, "github") == [2])
      #expect(try await found(store, "git*") == [2])
      #expect(try await found(store, "GitHub에서") == [2])
      let hit = try #require(try await store.search(SearchQuery("安装")).hits.first)
      #expect(hit.snippet.filter(\.isMatch).map(\.text) == ["安装"])
    },
    Clause("Titles and tags are searched, and a title ranks before a text") { store async throws in
      try await store.insert([
        .sample(1, title: "Shopping", body: "flour, water, bread and more"), .sample(2, title: "Bread", body: "Rye."),
        .sample(3, title: "Rye", body: "Dark.", tags: ["bread"]),
      ])
      #expect(try await store.search(SearchQuery("bread")).hits.first?.note.title == "Bread")
      #expect(try await found(store, "bread") == [1, 2, 3])
    },
    Clause("Archived notes are found") { store async throws in
      try await store.insert([.sample(1, body: "bread") { $0.isArchived = true }])
      #expect(try await found(store, "bread") == [1])
    },
    Clause("A search covers either the trash or everything else") { store async throws in
      try await store.insert([.sample(1, body: "bread"), .sample(2, body: "bread") { $0.trashed = time(1) }])
      #expect(try await found(store, "bread") == [1])
      #expect(try await found(store, "bread", isInTrash: true) == [2])
    },
    Clause("A hit is the note's summary with the match marked") { store async throws in
      let note = Note.sample(1, title: "Loaf", body: "Yesterday I baked a rye loaf.\n\nIt was good.", tags: ["food"])
      try await store.insert([note])
      let hit = try #require(try await store.search(SearchQuery("BAKED")).hits.first)
      #expect(hit.note == note.summary)
      #expect(hit.snippet.filter(\.isMatch).map(\.text) == ["baked"])
      #expect(hit.snippet.map(\.text).joined().contains("I baked a rye loaf"))
    },
    Clause("A match in the title or a tag alone is marked too") { store async throws in
      try await store.insert([
        .sample(1, title: "Loaf of bread", body: "Rye."), .sample(2, body: "x", tags: ["baking"]),
      ])
      let title = try #require(try await store.search(SearchQuery("loaf")).hits.first)
      #expect(title.snippet == [SearchHit.Piece("Loaf", isMatch: true), SearchHit.Piece(" of bread")])
      let tag = try #require(try await store.search(SearchQuery("baking")).hits.first)
      #expect(tag.snippet == [SearchHit.Piece("baking", isMatch: true)])
    },
    Clause("The snippet of a long note is short and around the match") { store async throws in
      let filler = String(repeating: "lorem ipsum ", count: 500)
      try await store.insert([.sample(1, title: "Long", body: filler + "needle " + filler)])
      let hit = try #require(try await store.search(SearchQuery("needle")).hits.first)
      #expect(hit.snippet.map(\.text.count).reduce(0, +) < 400)
      #expect(hit.snippet.contains(SearchHit.Piece("needle", isMatch: true)))
    },
    Clause("Scripts without spaces are searched for their characters") { store async throws in
      try await store.insert([
        .sample(1, title: "Reise", body: "我昨天在东京吃了拉面。"), .sample(2, title: "Trip", body: "東京タワーに行きました"),
        .sample(3, title: "ไทย", body: "สวัสดีครับ"), .sample(4, body: "김치를 담그다 bread"),
      ])
      #expect(try await found(store, "东京") == [1])
      #expect(try await found(store, "タワー") == [2])
      #expect(try await found(store, "สวัสดี") == [3])
      #expect(try await found(store, "김치") == [4])
      #expect(try await found(store, "bread 김치") == [4])
      #expect(try await found(store, "bread -김치") == [])
      let hit = try #require(try await store.search(SearchQuery("拉面")).hits.first)
      #expect(hit.snippet.filter(\.isMatch).map(\.text) == ["拉面"])
    },
    Clause("Emoji and symbols are searched literally") { store async throws in
      try await store.insert([.sample(1, body: "Bake 🍞 today"), .sample(2, body: "a -> b"), .sample(3, body: "100 %")])
      #expect(try await found(store, "🍞") == [1])
      #expect(try await found(store, "\"->\"") == [2])
      #expect(try await found(store, "%") == [3])
      #expect(try await found(store, "🍞 -today") == [])
      #expect(try await found(store, "🍞 today") == [1])
    },
    Clause("A search has a limit") { store async throws in
      try await store.insert((1...30).map { .sample($0, body: "bread") })
      #expect(try await store.search(SearchQuery("bread", limit: 7)).hits.count == 7)
      #expect(try await store.search(SearchQuery("bread")).rankedNewest == nil)
    },
    Clause("A search follows each change of a note") { store async throws in
      try await store.insert([.sample(1, title: "Old", body: "old words", tags: ["ancient"])])
      _ = try await store.update(SequentialNoteIDGenerator.id(1)) { note in
        note.title = "New"
        note.body = "new phrases"
        note.tags = tags("modern")
      }
      for word in ["old", "words", "ancient"] { #expect(try await found(store, word) == [], "\(word)") }
      for word in ["new", "phrases", "modern"] { #expect(try await found(store, word) == [1], "\(word)") }
      _ = try await store.update(SequentialNoteIDGenerator.id(1)) { $0.trashed = time(1) }
      _ = try await store.purge([SequentialNoteIDGenerator.id(1)])
      #expect(try await found(store, "new", isInTrash: true) == [])
    },
    Clause("Every text is a valid search") { store async throws in
      try await store.insert([.sample(1, body: "some words: NEAR(a b), a^b, col:x {y} \"quoted\" 100%_\\")])
      for text in hostileTexts {
        guard let query = try? SearchQuery(text, isInTrash: text.count.isMultiple(of: 2)) else { continue }
        _ = try await store.search(query)
        _ = try await store.list(NoteQuery(query.filter))
      }
    },
    Clause("A text without a word finds all notes") { store async throws in
      try await store.insert([.sample(1, body: "\"\" * - \u{0}")])
      for text in ["", " ", "\n\t", "\"\"", "\"", "\u{0}"] { #expect(try await found(store, text) == [1], "\(text)") }
    },
    Clause("SQLite's query syntax is plain text") { store async throws in
      try await store.insert([
        .sample(1, body: "to be or not to be"), .sample(2, body: "near"), .sample(3, body: "title"),
      ])
      #expect(try await found(store, "or NOT") == [1])
      #expect(try await found(store, "NEAR(near)") == [])
      #expect(try await found(store, "\"title:title\"") == [])
      #expect(try await found(store, "(near)") == [2])
    },
    Clause("Words after a zero byte are found") { store async throws in
      try await store.insert([.sample(1, body: "before \u{0} behind"), .sample(2, body: "x \u{0} 东京")])
      #expect(try await found(store, "behind") == [1])
      #expect(try await found(store, "东京") == [2])
    },
  ]

  /// Texts that break parsers.
  static let hostileTexts: [String] = [
    "", " ", "\u{0}", "a\u{0}b", "\"a\u{0}b\"", "\"", "\"\"", "\"\"\"", "'", "''", "*", "**", "a*", "a**b", "\"a\"*",
    "-",
    "--", "-a", "- a", "-\"", "-\"a", "NEAR(", "NEAR(a b, 2)", "a NEAR b", "AND", "OR", "NOT", "a AND", "NOT a", "(",
    ")",
    "((a", "a)", "{a b}:c", "title:a", "- title : a", "^a", "a + b", "a:b:c", "%", "_", "\\", "\\\"", "[", "]", ",",
    "🍞", "🏳️‍🌈", "-🍞", "e\u{301}", "\u{301}", noncharacters, "\u{FFFD}", "世界", "世*", "-世", "世'界", "สวัสดี*",
    "\u{202E}abc", "\u{200B}", "SELECT * FROM note; --", String(repeating: "a", count: 10_000),
    String(repeating: "a ", count: 10_000), String(repeating: "\"", count: 10_001),
    String(repeating: "世", count: 20_000),
    "\"" + String(repeating: "a b ", count: 5000) + "\"", String(repeating: "-x ", count: 1000),
    String(repeating: "(", count: 10_000), "a" + String(repeating: "*", count: 10_000),
    String(repeating: "🍞 ", count: 3000),
  ]

  /// Returns the numbers of the notes that a search finds, in ascending order.
  static func found(_ store: any NoteRepository, _ text: String, isInTrash: Bool = false) async throws -> [UInt64] {
    try await store.search(SearchQuery(text, limit: 100, isInTrash: isInTrash)).hits.map { $0.id.low & 0xFFFF }.sorted()
  }
}
