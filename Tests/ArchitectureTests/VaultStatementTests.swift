import Testing

/// One vault's contents are never found by a statement that asks for all.
@Suite struct VaultStatementTests {
  @Test func `every statement of a transaction on one vault names the vault`() throws {
    for adapter in ["Persistence/Server/SQLite", "Postgres/Store/Postgres"] {
      let folder = adapter.split(separator: "/").dropLast().joined(separator: "/")
      let files = try Checkout.swiftFiles(under: "Sources/Notes/\(folder)").filter {
        $0.path.contains("\(adapter)ServerTransaction")
      }
      let statements = files.flatMap { Self.literals(in: $0.text) }.filter(Self.touchesVaultContents)
      #expect(statements.count > 18, "\(adapter)")
      #expect(statements.filter { !$0.contains("vault") } == [])
    }
  }

  @Test func `a statement that does not is found`() {
    let text =
      "try database.run(\"DELETE FROM item WHERE id = ?\")\nlet other = \"\"\"\n  SELECT id FROM blob\n  \"\"\"\n"
    #expect(Self.literals(in: text).filter(Self.touchesVaultContents).count == 2)
  }

  private static func touchesVaultContents(_ literal: String) -> Bool {
    literal.contains(#/\b(FROM|INTO|UPDATE|JOIN)\s+(item|epoch|receipt|blob|blob_chunk|item_blob)\b/#)
  }

  /// The string literals of a source, those of several lines included.
  private static func literals(in text: String) -> [String] {
    let pieces = text.split(separator: "\"\"\"", omittingEmptySubsequences: false)
    var literals: [String] = []
    for (index, piece) in pieces.enumerated() {
      if index % 2 == 1 {
        literals.append(String(piece))
      } else {
        literals += piece.matches(of: #/"([^"\n]*)"/#).map { String($0.output.1) }
      }
    }
    return literals
  }
}
