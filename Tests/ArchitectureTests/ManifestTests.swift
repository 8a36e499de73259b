import Foundation
import Testing

/// What `swift package dump-package` prints is read in full: a dependency or setting that got lost would break no rule.
@Suite struct ManifestTests {
  @Test func `targets, paths, dependencies and settings are read`() throws {
    let dump = """
      {"targets": [
        {"name": "Core", "type": "regular", "dependencies": [], "settings": []},
        {"name": "App", "type": "executable", "path": "Sources/Grouped/App",
         "dependencies": [{"byName": ["Core", null]}, {"product": ["GRDB", "GRDB.swift", null, null]}, {"target": ["Core", null]}],
         "settings": [{"tool": "swift", "kind": {"swiftLanguageMode": {"_0": "6"}}},
                      {"tool": "swift", "kind": {"unsafeFlags": {"_0": ["-I", "."]}}, "condition": {"config": "debug"}}]},
        {"name": "Clibrary", "type": "system", "dependencies": [], "settings": []},
        {"name": "Command", "type": "plugin", "dependencies": [], "settings": []},
        {"name": "AppTests", "type": "test", "dependencies": [{"byName": ["App", null]}], "settings": []}
      ]}
      """
    let targets = try Manifest(dump: Data(dump.utf8)).targets
    #expect(targets.map(\.name) == ["Core", "App", "AppTests"])
    #expect(targets.map(\.folder) == ["Sources/Core", "Sources/Grouped/App", "Tests/AppTests"])
    #expect(targets.map(\.isTest) == [false, false, true])
    #expect(targets.map(\.dependencies) == [[], ["Core", "GRDB", "Core"], ["App"]])
    #expect(targets[1].settings == ["swiftLanguageMode 6", "unsafeFlags -I . under a condition"])
  }
}
