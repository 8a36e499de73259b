import Testing

/// The set of rows is complete: a row without its test would be an unchecked promise.
@Suite("Rows")
struct RowTests {
  /// How many rows each system has.
  private static let count: KeyValuePairs = ["A": 18, "B": 18, "C": 18, "D": 19, "E": 31]

  @Test("every row has exactly one test, whose name begins with its id")
  func complete() throws {
    let rows = Self.count.flatMap { system, count in (1...count).map { "\(system)\($0)" } }
    let ids = try Checkout.testSources().flatMap { source in
      source.matches(of: #/@Test\(\s*"([A-Z]\d+) · /#).map { String($0.output.1) }
    }
    #expect(rows.filter { row in !ids.contains(row) } == [])
    #expect(ids.filter { id in !rows.contains(id) } == [])
    #expect(ids.count == Set(ids).count, "two tests of one row")
  }
}
