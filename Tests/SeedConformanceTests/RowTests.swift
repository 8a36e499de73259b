import Testing

/// The set of rows is complete: a row without its test would be an unchecked promise.
@Suite("Rows")
struct RowTests {
  /// The ids of the rows, by system.
  private static let rows =
    (1...19).map { "A\($0)" } + (1...18).map { "B\($0)" } + (1...21).map { "C\($0)" } + (1...20).map { "D\($0)" }
    + (1...34).map { "E\($0)" }

  @Test("every row has exactly one test, whose name begins with its id")
  func complete() throws {
    let ids = try tests().map(\.id)
    #expect(Self.rows.filter { row in !ids.contains(row) } == [])
    #expect(ids.filter { id in !Self.rows.contains(id) } == [])
    #expect(ids.count == Set(ids).count, "two tests of one row")
  }

  @Test("every test of a row expects something")
  func expectations() throws {
    let tests = try tests()
    let idle = tests.filter { !$0.code.contains("#expect") && !$0.code.contains("#require") }
    #expect(idle.map(\.id) == [])
    #expect(!tests.isEmpty)
  }

  /// The tests of rows, each with its own code, without comments.
  private func tests() throws -> [(id: String, code: String)] {
    try Checkout.testSources().flatMap { source in
      source.split(separator: "@Test(").dropFirst().compactMap { test in
        // A declaration of a test ends with the brace at its own indentation; what is beside it proves nothing.
        let body = test.firstRange(of: "\n  }\n").map { test[..<$0.lowerBound] } ?? test
        let code = body.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        return test.firstMatch(of: #/^\s*"([A-Z]\d+) · /#).map { (String($0.output.1), code) }
      }
    }
  }
}
