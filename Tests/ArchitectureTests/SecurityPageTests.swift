import Testing

/// The page that says what the program does against people who mean harm names a test for each promise.
@Suite struct SecurityPageTests {
  @Test func `every promise names tests that are there`() throws {
    let rows = try Self.rows()
    #expect(rows.count > 20)
    for row in rows {
      #expect(!row.tests.isEmpty, "\(row.promise): names no test")
      for test in row.tests {
        let file = try Checkout.file(test.path)
        let isThere = file.text.contains("func `\(test.name)`") || file.text.contains("\"\(test.name)\"")
        #expect(isThere, "\(test.path) has no test ‘\(test.name)’")
      }
    }
  }

  /// A line of a table: `| promise | [name of a test](../Tests/…/File.swift), [another](…) |`.
  private struct Row {
    let promise: String
    let tests: [(name: String, path: String)]
  }

  private static func rows() throws -> [Row] {
    try Checkout.file("docs/security.md").lines.compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      guard cells.count == 4, !line.hasPrefix("|---"), !line.hasPrefix("| promise |"), !line.hasPrefix("| risk |")
      else { return nil }
      let tests = cells[2].matches(of: #/\[([^\]]+)\]\(\.\./([^)]+)\)/#).map { match in
        (name: String(match.output.1), path: String(match.output.2))
      }
      return Row(promise: String(cells[1]), tests: tests)
    }
  }
}
