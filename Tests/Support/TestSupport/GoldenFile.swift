import Foundation
package import Testing

/// Compares a text with the file of that name in `Golden`, beside the test; with `RECORD_GOLDEN` set, writes the file instead.
package func expectGolden(
  _ text: String, named name: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let target = URL(fileURLWithPath: filePath).deletingLastPathComponent()
  let file = target.appendingPathComponent("Golden/\(name).txt")
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
    try Data(text.utf8).write(to: file)
  }
  #expect(try text == String(contentsOf: file, encoding: .utf8), sourceLocation: sourceLocation)
}
