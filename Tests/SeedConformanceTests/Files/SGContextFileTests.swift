import Foundation
import Testing
import Wiring
import WiringContext
import WiringDefinitions

/// What SGApplicationContext reads from its property list.
@Suite("A · SGApplicationContext: its property list")
struct SGContextFileTests {
  @Test("A9 · prefixes and a list of classes, from a property list and from code")
  func configuration() throws {
    let list = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>scan</key>
        <dict>
          <key>prefixes</key>
          <array><string>SG</string></array>
          <key>types</key>
          <array><string>LegacyMapper</string></array>
        </dict>
      </dict>
      </plist>
      """
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())-applicationContext.plist")
    try Data(list.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let read = ContextReader(environment: [:]).read(contentsOf: file.path)
    let fromFile = try Plan(SGService.self, modules: [], context: read)
    // guide: sg-scan
    let definitions = Definitions(scan: Scan(prefixes: ["SG"], types: ["LegacyMapper"]))
    let plan = try Plan(SGService.self, modules: [], context: definitions)
    let context = try plan.build()
    // end
    #expect(try context.root.mapper === context.resolve(SGMapper.self))
    #expect(plan.scan.filter(\.isIncluded).map(\.description) == fromFile.scan.filter(\.isIncluded).map(\.description))
    let names = plan.scan.filter(\.isIncluded).map(\.component.typeName)
    #expect(
      names == [
        "LegacyMapper", "SGBackwardsController", "SGController", "SGInitializedController", "SGMapper", "SGReport",
        "SGService",
      ])
    let graph = try fromFile.build()
    #expect(try graph.root.mapper === graph.resolve(SGMapper.self))
  }
}
