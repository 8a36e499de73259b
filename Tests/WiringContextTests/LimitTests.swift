import Testing
import Wiring
import WiringContext
import WiringDefinitions

/// Texts that are designed to take unlimited time or memory.
@Suite struct LimitTests {
  private let reader = ContextReader(environment: [:])

  private func codes(_ text: String, _ format: ContextFormat) -> [Problem.Code] {
    reader.read(text, as: format, named: "demo.\(format.rawValue)").problems.map(\.code)
  }

  private static func repeated(_ text: String, _ count: Int = 100_000) -> String {
    String(repeating: text, count: count)
  }

  static let deep: [(ContextFormat, String)] = [
    (.json, repeated("[")), (.json, #"{"values": {"a": "# + repeated("[", 300) + repeated("]", 300) + "}}"),
    (.json, repeated("{\"a\":")), (.yaml, repeated("[")), (.yaml, repeated("- ")), (.yaml, repeated("{a: ")),
    (.yaml, "values: {a: " + repeated("[", 300) + repeated("]", 300) + "}"), (.xml, repeated("<container>")),
    (.xml, repeated("<list>", 300) + repeated("</list>", 300)), (.propertyList, "<plist>" + repeated("<array>")),
  ]

  @Test(arguments: deep) func `values that nest too deep are rejected`(format: ContextFormat, text: String) {
    #expect(codes(text, format) == [.unreadable])
  }

  @Test(arguments: ContextFormat.allCases) func `values of the maximum depth are read`(format: ContextFormat) {
    let (open, text) = (Self.repeated, 250)
    let sample =
      switch format {
      case .json: #"{"values": {"a": "# + open("[", text) + open("]", text) + "}}"
      case .yaml: "values: {a: " + open("[", text) + open("]", text) + "}"
      case .xml: "<container><value name='a'>" + open("<list>", text) + open("</list>", text) + "</value></container>"
      case .propertyList:
        "<plist><dict><key>values</key><dict><key>a</key>" + open("<array>", text) + open("</array>", text)
          + "</dict></dict></plist>"
      }
    #expect(codes(sample, format) == [])
  }

  @Test func `aliases that expand exponentially are rejected`() {
    let bomb = "values:\n  a0: &a0 [x]\n" + (1..<40).map { "  a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined()
    #expect(codes(bomb, .yaml) == [.unreadable])
  }

  @Test(arguments: ["? *a39\n: x\n", "*a39 : x\n", "[*a39]: x\n", "{? *a39 : x}: y\n", "- ? [*a39]\n"])
  func `aliases that expand within a key are rejected`(key: String) {
    let bomb = "a0: &a0 [x]\n" + (1..<40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined() + key
    #expect(codes(bomb, .yaml) == [.unreadable])
  }

  @Test func `merged maps that expand exponentially are rejected`() {
    let bomb =
      "values:\n  a0: &a0 {x: 1}\n"
      + (1..<40).map { "  a\($0): &a\($0) {<<: [*a\($0 - 1), *a\($0 - 1)], y\($0): 1}\n" }.joined()
    #expect(codes(bomb, .yaml) == [.unreadable])
  }

  @Test func `many aliases of small values are read`() {
    let text = "values:\n  first: &a text\n" + (0..<1_000).map { "  a\($0): *a\n" }.joined() + "  b: Really? Yes.\n"
    #expect(codes(text, .yaml) == [])
  }

  @Test(arguments: ContextFormat.allCases) func `an entity that expands is rejected`(format: ContextFormat) {
    guard format == .xml || format == .propertyList else { return }
    let bomb = "<!DOCTYPE plist [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><plist><string>&b;</string></plist>"
    #expect(codes(bomb, format) == [.unreadable])
  }
}
