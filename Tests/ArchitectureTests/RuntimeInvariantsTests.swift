import Testing

/// The page of the runtime's invariants: a row for each place where Wiring does without the compiler's checks.
@Suite struct RuntimeInvariantsTests {
  @Test func `the page has a row for each unchecked place of the sources, and no other`() throws {
    let page = try Checkout.file("docs/runtime-invariants.md")
    let sources = try Checkout.swiftFiles(under: "Sources").filter { $0.path.hasPrefix("Sources/Wiring") }
    #expect(UncheckedPlaces.differences(of: page, and: sources) == [])
  }

  @Test func `each row names a test that exists`() throws {
    let tests = try Checkout.swiftFiles(under: "Tests").filter { $0.path.hasPrefix("Tests/Wiring") }.map(\.text)
    let names = UncheckedPlaces.rows(of: try Checkout.file("docs/runtime-invariants.md")).map(\.test)
    #expect(names.count > 40)
    for name in names { #expect(tests.contains { $0.contains(name) }, "no test is named \(name)") }
  }

  @Test func `a place without a row is found, and a row without its place`() {
    let page = SourceFile(
      path: "page.md",
      text: """
        ## Weak references
        | [Wiring/A.swift](../Sources/Wiring/A.swift) | 2 | what | why | what breaks it | a test |
        """)
    let source = SourceFile(
      path: "Sources/Wiring/A.swift", text: "weak var a: A?\nlet b = unsafeDowncast(a, to: B.self)  // weak var\n")
    #expect(
      UncheckedPlaces.differences(of: page, and: [source]) == [
        "Sources/Wiring/A.swift has 1 under 'Unchecked casts', and the page has 0",
        "Sources/Wiring/A.swift has 1 under 'Weak references', and the page has 2",
      ])
  }
}

/// The places where sources do without the compiler's checks, by file and by the heading of their table.
enum UncheckedPlaces {
  struct Row {
    let file: String
    let heading: String
    let count: Int
    let test: String
  }

  // Without word boundaries: to Swift, there is none in `MainActor.assumeIsolated`.
  private static var kinds: [(heading: String, words: Regex<Substring>)] {
    [
      ("Unchecked casts", /unsafe(?:Downcast|BitCast)/),
      (
        "Memory that Swift does not manage",
        /Unmanaged|Unsafe(?:Mutable)?(?:Raw)?(?:Buffer)?Pointer|withUnsafe\w+|Atomic[(<]/
      ),
      (
        "What the compiler does not check",
        /@unchecked Sendable|@exclusivity\(unchecked\)|nonisolated\(unsafe\)|assumeIsolated/
      ),
      ("Task-local values", /@TaskLocal/),
      ("Weak references", /weak (?:var|let)|unowned/),
      (
        "Locks, conditions and continuations",
        /(?:Condition)?Mutex[(<]|with(?:Checked|Unsafe)(?:Throwing)?Continuation/
      ),
    ]
  }

  /// Words without which a file has no such place: regular expressions take long in a debug build.
  private static let hints = [
    "nsafe", "Unmanaged", "Atomic", "nchecked", "assumeIsolated", "TaskLocal", "weak", "Mutex", "tinuation",
  ]

  /// Returns the rows of the page's tables.
  static func rows(of page: SourceFile) -> [Row] {
    var heading = ""
    return page.lines.compactMap { line in
      if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
      let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
      guard line.hasPrefix("| ["), cells.count == 6, let file = cells[0].firstMatch(of: /\(\.\.\/(.+)\)/),
        let count = Int(cells[1].prefix { $0 != " " })
      else { return nil }
      let test = String(cells[5].reversed().drop { $0 == " " }.reversed())
      return Row(file: String(file.output.1), heading: heading, count: count, test: test)
    }
  }

  static func differences(of page: SourceFile, and sources: [SourceFile]) -> [String] {
    let rows = rows(of: page)
    let found = sources.flatMap { file -> [(file: String, heading: String, count: Int)] in
      guard hints.contains(where: file.text.contains) else { return [] }
      let code = file.lines.map { $0.prefix(upTo: $0.firstRange(of: "//")?.lowerBound ?? $0.endIndex) }
        .filter { line in hints.contains { line.contains($0) } }
      return kinds.map { kind in (file.path, kind.heading, code.reduce(0) { $0 + $1.matches(of: kind.words).count }) }
    }
    let places = Set(found.filter { $0.count > 0 }.map { [$0.file, $0.heading] } + rows.map { [$0.file, $0.heading] })
    return places.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { place in
      let present = found.first { $0.file == place[0] && $0.heading == place[1] }?.count ?? 0
      let described = rows.filter { $0.file == place[0] && $0.heading == place[1] }.reduce(0) { $0 + $1.count }
      guard present != described else { return nil }
      return "\(place[0]) has \(present) under '\(place[1])', and the page has \(described)"
    }
  }
}
