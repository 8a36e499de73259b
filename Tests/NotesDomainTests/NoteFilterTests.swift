import NotesDomain
import NotesTestSupport
import Testing

@Suite struct NoteFilterTests {
  @Test(
    "A query is parsed into conditions",
    arguments: [
      ("tea", ["tea"]), ("  green\ttea\n", ["green", "tea"]), ("\"green tea\"", ["green tea"]), ("tomat*", ["tomat*"]),
      ("\"green t\"*", ["green t*"]), ("tea -green", ["tea", "-green"]), ("-\"green tea\"", ["-green tea"]),
      ("-gr*", ["-gr*"]), ("\"never closed", ["never closed"]), ("a\"b c\"d", ["a", "b c", "d"]), ("a-b", ["a-b"]),
      ("--a", ["--a"]), ("a\u{0}b", ["a", "b"]), ("a**", ["a*"]),
      ("\"alph*\"", ["alph*."]), ("\"**\"", ["**."]), ("title:\"a*\"", ["title=a*."]), ("don't", ["don't"]),
      ("🍞", ["🍞"]), ("->", ["->"]),
      ("a OR b c", ["a|b", "c"]), ("a OR -b OR \"c d\"", ["a|-b|c d"]), ("OR a OR", ["OR", "a", "OR"]),
      ("a or b", ["a", "or", "b"]),
      ("title:tea", ["title=tea"]), ("Title:\"green tea\"", ["title=green tea"]), ("title: tea", ["title:", "tea"]),
      ("https://a.b", ["https://a.b"]), ("\"tag:a\"", ["tag:a"]), ("note:x", ["note:x"]),
    ] as [(String, [String])])
  func conditions(text: String, expected: [String]) throws {
    #expect(try NoteFilter(text).clauses.map(\.text) == expected)
  }

  @Test(
    "Keys select by properties",
    arguments: [
      ("tag:a/b", .tag(NotesDomain.Tag("a/b"))), ("tag:#a", .tag(NotesDomain.Tag("a"))),
      ("notebook:Kitchen/Bread", .notebook(Notebook("Kitchen/Bread"))),
      ("notebook:\"A b\"", .notebook(Notebook("A b"))), ("is:pinned", .pinned), ("IS:Archived", .archived),
      ("is:trashed", .trashed), ("has:attachments", .hasAttachment), ("has:tag", .hasTag), ("has:link", .hasLink),
      ("links:\"Rye bread\"", .link(NoteName("rye BREAD.md"))),
    ] as [(String, Expected)])
  func keys(text: String, expected: Expected) throws {
    #expect(try NoteFilter(text).clauses == [.init([.init(#require(expected.test))])])
  }

  @Test(
    "A date covers its days in local time",
    arguments: [
      ("2026-03-14", "2026-03-14", "2026-03-15"), ("2026-03", "2026-03-01", "2026-04-01"),
      ("2025", "2025-01-01", "2026-01-01"),
      ("today", "2026-03-14", "2026-03-15"), ("yesterday", "2026-03-13", "2026-03-14"),
      ("this-week", "2026-03-09", "2026-03-16"),
      ("last-week", "2026-03-02", "2026-03-09"), ("last-month", "2026-02-01", "2026-03-01"),
      ("this-year", "2026-01-01", "2027-01-01"),
      ("last-year", "2025-01-01", "2026-01-01"), ("saturday", "2026-03-07", "2026-03-08"),
      ("friday", "2026-03-13", "2026-03-14"),
      ("1d", "2026-03-14", "2026-03-15"), ("2w", "2026-03-01", "2026-03-15"), ("1m", "2026-02-15", "2026-03-15"),
      ("1y", "2025-03-15", "2026-03-15"), ("2026-02..2026-03-02", "2026-02-01", "2026-03-03"),
      ("\"last week\"", "2026-03-02", "2026-03-09"),
    ])
  func dates(text: String, first: String, end: String) throws {
    let range = TimeRange(from: Timestamp(iso8601: first), to: Timestamp(iso8601: end))
    #expect(try NoteFilter("created:\(text)").clauses == [.init([.init(.created(range))])])
  }

  @Test func `before a date is before its first day, and after it includes that day`() throws {
    let start = Timestamp(iso8601: "2026-02-01")
    #expect(try NoteFilter("before:2026-02").clauses == [.init([.init(.modified(TimeRange(to: start)))])])
    #expect(try NoteFilter("after:2026-02").clauses == [.init([.init(.modified(TimeRange(from: start)))])])
  }

  @Test func `a day begins at midnight of the time zone that is in force`() throws {
    let change = try #require(Timestamp(iso8601: "2026-03-29T01:00:00Z"))
    let calendar = LocalCalendar(zone: SummerTime(change: change, secondsBefore: 3600), now: FixedClock.start)
    let winter = try #require(CivilDate(year: 2026, month: 3, day: 29))
    let summer = try #require(CivilDate(year: 2026, month: 3, day: 30))
    #expect(calendar.start(of: winter) == Timestamp(iso8601: "2026-03-28T23:00:00Z"))
    #expect(calendar.start(of: summer) == Timestamp(iso8601: "2026-03-29T22:00:00Z"))
  }

  @Test(
    "A day without midnight begins with its first hour",
    arguments: [
      // Havana, Beirut, and Cairo, where clocks were set forward at midnight.
      (2026, 3, 8, "2026-03-08T05:00:00Z", -5), (2026, 3, 29, "2026-03-28T22:00:00Z", 2),
      (2026, 4, 24, "2026-04-23T22:00:00Z", 2),
    ])
  func firstHour(year: Int, month: Int, day: Int, change: String, hours: Int) throws {
    let change = try #require(Timestamp(iso8601: change))
    let zone = SummerTime(change: change, secondsBefore: hours * 3600)
    let calendar = LocalCalendar(zone: zone, now: FixedClock.start)
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect(calendar.start(of: date) == change)
    #expect(zone.local(calendar.start(of: date)).iso8601.hasSuffix("T01:00:00Z"))
  }

  @Test(
    "A wrong value is refused",
    arguments: [
      ("before:noon", .invalidDate("noon", key: "before")),
      ("created:2026-13", .invalidDate("2026-13", key: "created")),
      ("modified:2026-02-30..", .invalidDate("2026-02-30", key: "modified")),
      ("after:..", .invalidDate("..", key: "after")), ("before:..2020", .invalidDate("..2020", key: "before")),
      ("after:2020..2021", .invalidDate("2020..2021", key: "after")),
      ("after:2020..", .invalidDate("2020..", key: "after")),
      ("modified:2026-10..2026-09", .reversedDates("2026-10..2026-09", key: "modified")),
      ("tag:gar*", .unexpectedStar("gar*", key: "tag")), ("is:pin*", .unexpectedStar("pin*", key: "is")),
      ("notebook:\"My Kit\"*", .unexpectedStar("My Kit*", key: "notebook")),
      ("before:2020*", .unexpectedStar("2020*", key: "before")), ("links:Rye*", .unexpectedStar("Rye*", key: "links")),
      ("x OR @a", .combinedSearch("a")), ("@a OR x", .combinedSearch("a")), ("-@a", .combinedSearch("a")),
      ("tag:a,b", .invalidTag("a,b")), ("notebook:.a", .invalidNotebook(".a")),
      ("is:green", .unknownValue("green", key: "is", available: ["pinned", "archived", "trashed"])),
      ("has:x", .unknownValue("x", key: "has", available: ["attachment", "tag", "link"])),
      ("@none", .unknownSearch("none", available: ["a", "loop"])), ("@loop", .recursiveSearch("loop")),
    ] as [(String, NoteFilterError)])
  func refusals(text: String, error: NoteFilterError) {
    #expect(throws: error) { try NoteFilter(text, searches: ["a": "tea", "loop": "x @loop"]) }
  }

  @Test(
    "A condition for archived or trashed notes adds them to the default scope, and to no other",
    arguments: [
      ("tea", .active, .kept), ("is:archived", .kept, .kept), ("is:trashed", .activeAndTrash, .everywhere),
      ("is:trashed OR tea", .activeAndTrash, .everywhere), ("is:trashed is:archived", .everywhere, .everywhere),
      ("-is:trashed", .active, .kept), ("-is:archived", .active, .kept), ("tea OR -is:trashed", .active, .kept),
    ] as [(String, NoteQuery.Scope, NoteQuery.Scope)])
  func scopes(text: String, list: NoteQuery.Scope, search: NoteQuery.Scope) throws {
    let filter = try NoteFilter(text)
    #expect(NoteQuery.Scope.active.widened(for: filter) == list)
    #expect(NoteQuery.Scope.kept.widened(for: filter) == search)
    for chosen in [NoteQuery.Scope.archived, .trash, .everywhere] { #expect(chosen.widened(for: filter) == chosen) }
  }

  @Test func `a saved search is replaced by its conditions`() throws {
    let searches = ["a": "tea OR coffee @b", "b": "tag:drink"]
    #expect(try NoteFilter("x @a", searches: searches) == NoteFilter("x tea OR coffee tag:drink"))
    #expect(try NoteFilter("\"@a\"", searches: searches).clauses.map(\.text) == ["@a"])
  }

  @Test func `a saved search next to alternatives of its neighbours is whole`() throws {
    let searches = ["a": "tag:drink"]
    #expect(
      try NoteFilter("x OR y @a z OR w @a OR", searches: searches) == NoteFilter("x OR y tag:drink z OR w tag:drink OR")
    )
  }

  @Test(
    "Quotes that the shell took away are put back",
    arguments: [
      (["notebook:My Kitchen"], "notebook:\"My Kitchen\""), (["-title:green tea"], "-title:\"green tea\""),
      (["x", "links:Rye bread", "y"], "x links:\"Rye bread\" y"), (["Title:rye bre*"], "Title:\"rye bre\"*"),
      (["before:last week"], "before:\"last week\""), (["green tea"], "green tea"),
      (["title:\"green tea\" x"], "title:\"green tea\" x"), (["title:tea is:pinned"], "title:tea is:pinned"),
      (["title:tea -green"], "title:tea -green"), (["title:tea OR coffee"], "title:tea OR coffee"),
      (["tag:garden tea"], "tag:garden tea"), (["before:monday tea"], "before:monday tea"),
      (["notebook:A - B"], "notebook:\"A - B\""), (["see:a b"], "see:a b"), ([], ""),
    ] as [([String], String)])
  func joining(words: [String], text: String) {
    #expect(NoteFilter.text(joining: words) == text)
  }

  @Test(arguments: ["@a", "x @b"])
  func `an error in a saved search names the innermost one`(text: String) {
    let cause = NoteFilterError.invalidDate("noon", key: "before")
    #expect(throws: NoteFilterError.inSearch("a", cause, at: nil)) {
      try NoteFilter(text, searches: ["a": "tea before:noon", "b": "tag:x @a"])
    }
  }

  @Test func `an error gets the place of its saved search, and another one none`() {
    let place = ConfigurationLocation(path: "/c.yaml", line: 3, column: 5)
    let searches = SavedSearches(["a": "@a"], locations: ["a": place])
    let cause = NoteFilterError.invalidTag("a,b")
    #expect(searches.located(.inSearch("a", cause, at: nil)) == .inSearch("a", cause, at: place))
    #expect(searches.located(.recursiveSearch("a")) == .inSearch("a", .recursiveSearch("a"), at: place))
    #expect(searches.located(cause) == cause)
  }

  @Test func `too many conditions are refused, not dropped`() {
    #expect(throws: NoteFilterError.tooManyConditions(limit: 64)) {
      try NoteFilter(String(repeating: "a ", count: 10_000))
    }
    #expect(throws: Never.self) { try NoteFilter(String(repeating: "a ", count: 64)) }
    #expect(throws: NoteFilterError.tooManyConditions(limit: 64)) {
      try NoteFilter("a" + String(repeating: " OR a", count: 64))
    }
  }

  @Test(
    "Meaningless characters are no conditions",
    arguments: ["", " ", "\"", "\"\"", "\" \"", "*", "**", "- ", "-*", "--", "\u{0}\n"])
  func nothing(text: String) throws {
    #expect(try NoteFilter(text) == NoteFilter())
  }

  @Test("Any text is parsed or refused, and its terms are parts of it", arguments: 1...4 as ClosedRange<UInt64>)
  func anyText(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<1000 {
      let text = random.text(maximumLength: 20)
      guard let filter = try? NoteFilter(text) else { continue }
      for term in filter.wantedTerms {
        #expect(!term.text.isEmpty, "seed \(seed): \(text)")
        #expect(text.contains(term.text), "seed \(seed): \(text)")
      }
    }
  }

  @Test("No word of a query is lost", arguments: 1...4 as ClosedRange<UInt64>)
  func words(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let words = (0..<Int.random(in: 1...6, using: &random)).map { "w\($0)" }
      let text = words.map { word in
        ["\(word)", "-\(word)", "\"\(word)\"", "\(word)*", "title:\(word)", "OR \(word)", "a:\(word)", "*\(word)"]
          .randomElement(using: &random) ?? word
      }.joined(separator: [" ", "  ", "\t"].randomElement(using: &random) ?? " ")
      let conditions = try NoteFilter(text).clauses.flatMap(\.alternatives)
      for word in words {
        let found = conditions.count { condition in
          switch condition.test {
          case .text(let term), .title(let term): term.text.contains(word)
          default: false
          }
        }
        #expect(found == 1, "seed \(seed): \(word) in \(text)")
      }
    }
  }

  @Test(
    "Terms without a word are literal",
    arguments: [
      ("tea", false), ("c++", false), ("don't", false), ("é", false), ("1", false), ("Ελλάδα", false), ("мир", false),
      ("שלום", false), ("हिन्दी", false), ("🍞", true), ("->", true), ("%", true), ("世界", false),
      ("สวัสดี", false), ("김치", false), ("🍞 bread", false), ("\u{301}", true), ("\u{200B}", true),
    ])
  func literal(text: String, expected: Bool) {
    #expect(SearchTerm(text).isLiteral == expected)
  }
}

/// A condition of which a part may not be parsed.
enum Expected: Sendable {
  case tag(NotesDomain.Tag?), notebook(Notebook?), link(NoteName?), pinned, archived, trashed, hasAttachment, hasTag,
    hasLink

  var test: NoteFilter.Test? {
    switch self {
    case .tag(let tag): tag.map(NoteFilter.Test.tag)
    case .notebook(let notebook): notebook.map(NoteFilter.Test.notebook)
    case .link(let name): name.map(NoteFilter.Test.link)
    case .pinned: .pinned
    case .archived: .archived
    case .trashed: .trashed
    case .hasAttachment: .hasAttachment
    case .hasTag: .hasTag
    case .hasLink: .hasLink
    }
  }
}

/// A time zone whose clocks are set forward by an hour, once.
private struct SummerTime: TimeZoneOffsets {
  let change: Timestamp
  let secondsBefore: Int

  func secondsEastOfUTC(at time: Timestamp) -> Int { secondsBefore + (time < change ? 0 : 3600) }
}

extension NoteFilter.Clause {
  /// The term, with a star if it is a prefix, and with a dot if it ends with one otherwise.
  private static func text(of term: SearchTerm) -> String {
    term.text + (term.isPrefix ? "*" : term.text.hasSuffix("*") ? "." : "")
  }

  /// The alternatives, joined by bars.
  fileprivate var text: String {
    alternatives.map { condition in
      let text =
        switch condition.test {
        case .text(let term): Self.text(of: term)
        case .title(let term): "title=" + Self.text(of: term)
        default: "\(condition.test)"
        }
      return (condition.isExcluded ? "-" : "") + text
    }.joined(separator: "|")
  }
}
