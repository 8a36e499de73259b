import Foundation
import Testing

/// Compares a text with the file of that name in `Golden`; with `RECORD_GOLDEN` set, writes the file instead.
func expectGolden(
  _ text: String, named name: String, filePath: String = #filePath,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let folder = URL(fileURLWithPath: filePath).deletingLastPathComponent().appendingPathComponent("Golden")
  let file = folder.appendingPathComponent(name + ".txt")
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
    try Data(text.utf8).write(to: file)
  }
  let golden = try String(contentsOf: file, encoding: .utf8)
  #expect(text == golden, sourceLocation: sourceLocation)
}
