import Foundation
import Synchronization
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
    #expect(codes(Self.nested(58, format), format) == [])
  }

  @Test(arguments: ContextFormat.allCases)
  func `no depth of values and imports ends a thread with a small stack`(format: ContextFormat) {
    let reader = ContextReader(environment: [:])
    for depth in [10, 40, 58, 64, 100, 500, 2_000, 50_000] {
      let problems = onThread(stackSize: 512 << 10) {
        let definitions = reader.read(Self.nested(depth, format), as: format, named: "deep.\(format.rawValue)")
        do throws(WiringError) {
          _ = try Plan(modules: [], context: definitions)
          return [Problem.Code]()
        } catch {
          return error.problems.map(\.code)
        }
      }
      #expect(depth <= 58 ? problems == [] : problems == [.unreadable], "\(depth) levels")
    }
  }

  @Test func `nested objects are planned on a thread with a small stack`() {
    let reader = ContextReader(environment: [:], registry: Crate.registry)
    for depth in 1...40 {
      var object = #"{"class": "Pallet"}"#
      for _ in 0..<depth { object = #"{"class": "Crate", "arguments": {"content": \#(object)}}"# }
      let text = #"{"objects": {"a": \#(object)}}"#
      let codes = onThread(stackSize: 512 << 10) {
        do {
          let graph = try Plan(modules: [], context: reader.read(text, as: .json, named: "deep.json")).build()
          _ = try graph.resolve(named: "a")
          return [Problem.Code]()
        } catch let error as WiringError {
          return error.problems.map(\.code)
        } catch {
          return [.opaque]
        }
      }
      #expect(depth <= 15 ? codes == [] : codes == [] || codes == [.unreadable], "\(depth) objects")
    }
  }

  @Test func `a chain of imports is read on a thread with a small stack`() throws {
    let folder = try Folder()
    for number in 0..<64 {
      try folder.write("\(number).yaml", "import: \(number + 1).yaml\nvalues: {a\(number): [[[[1]]]]}\n")
    }
    try folder.write("63.yaml", Self.nested(58, .yaml))
    let path = folder.path("0.yaml")
    let codes = onThread(stackSize: 512 << 10) {
      ContextReader(environment: [:]).read(contentsOf: path).problems.map(\.code)
    }
    #expect(codes == [])
  }

  @Test(arguments: [900, 1_001, 50_000])
  func `a chain of aliases ends no thread with a small stack`(length: Int) {
    let chain = "c0: &c0 {k: x}\n" + (1..<length).map { "c\($0): &c\($0)\n  k: *c\($0 - 1)\n" }.joined()
    let codes = onThread(stackSize: 512 << 10) {
      ContextReader(environment: [:]).read("values:\n" + chain, as: .yaml, named: "chain.yaml").problems.map(\.code)
    }
    #expect(codes == [.unreadable])
  }

  @Test func `a chain of aliases of nested values ends no thread`() {
    let open = String(repeating: "[", count: 60)
    let close = String(repeating: "]", count: 60)
    let chain =
      "c0: &c0 \(open)x\(close)\n" + (1..<1_000).map { "c\($0): &c\($0) \(open)*c\($0 - 1)\(close)\n" }.joined()
    #expect(codes("values:\n" + chain.split(separator: "\n").map { "  \($0)\n" }.joined(), .yaml) == [.unreadable])
  }

  @Test func `anchors without aliases are read, however many there are`() {
    #expect(codes("values:\n" + (0..<3_000).map { "  a\($0): &a\($0) x\n" }.joined(), .yaml) == [])
  }

  @Test func `a file that is imported again is not read again`() throws {
    let folder = try Folder()
    try folder.write("big.json", #"{"values": {"a": "\#(Self.repeated("x", 4_000_000))"}}"#)
    let imports = (0..<20_000).map { _ in "\"big.json\"" }.joined(separator: ", ")
    let path = try folder.write("main.json", "{\"import\": [\(imports)]}")
    let definitions = reader.read(contentsOf: path)
    #expect(definitions.problems.isEmpty)
    #expect(definitions.values.count == 1)
    let own = try folder.write(
      "own.json", "{\"import\": [\((0..<20_000).map { _ in "\"own.json\"" }.joined(separator: ", "))]}")
    #expect(reader.read(contentsOf: own).problems.count == 1)
  }

  @Test(arguments: ["xmlns:a", "xsi:a"])
  func `the attributes for editors are compared in linear time`(prefix: String) {
    let attributes = (0..<200_000).map { "\(prefix)\($0)=''" }.joined(separator: " ")
    #expect(codes("<container \(attributes)/>", .xml) == [])
  }

  @Test func `the braces of placeholders are found in linear time`() {
    let text = String(repeating: "${A:{}", count: 300_000)
    #expect(codes(#"{"values": {"x": "\#(text)"}}"#, .json) == [])
  }

  @Test func `the attributes of an element are compared in linear time`() {
    let attributes = (0..<200_000).map { "a\($0)=''" }.joined(separator: " ")
    #expect(codes("<container \(attributes)/>", .xml).contains(.unknownName))
  }

  private static func nested(_ text: Int, _ format: ContextFormat) -> String {
    let open = Self.repeated
    return
      switch format
    {
    case .json: #"{"values": {"a": "# + open("[", text) + open("]", text) + "}}"
    case .yaml: "values: {a: " + open("[", text) + open("]", text) + "}"
    case .xml: "<container><value name='a'>" + open("<list>", text) + open("</list>", text) + "</value></container>"
    case .propertyList:
      "<plist><dict><key>values</key><dict><key>a</key>" + open("<array>", text) + open("</array>", text)
        + "</dict></dict></plist>"
    }
  }

  @Test func `aliases that expand exponentially are rejected`() {
    let bomb = "values:\n  a0: &a0 [x]\n" + (1..<40).map { "  a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined()
    #expect(codes(bomb, .yaml) == [.unreadable])
  }

  @Test(arguments: [
    "? *a39\n: x\n", "*a39 : x\n", "[*a39]: x\n", "{? *a39 : x}: y\n", "- ? [*a39]\n", "m: {*a39}\n", "m: {[*a39]}\n",
    "m: {?[*a39]}\n", "m: [{*a39: b}]\n", "m: {\n  # a comment\n  *a39\n}\n", "k: v\r? - *a39\r  - b\r: w\n",
    "k: v\u{85}? - *a39\u{85}: w\n", "m: {\"x\"?[*a39]}\n",
  ])
  func `aliases that expand within a key are rejected`(key: String) {
    let bomb = "a0: &a0 [x]\n" + (1..<40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined() + key
    #expect(codes(bomb, .yaml) == [.unreadable])
  }

  @Test func `aliases that are keys and values of short maps are rejected`() {
    let bomb =
      "values:\n  s: &s x\n  a0: &a0 [y, y, y, y]\n"
      + (1..<40).map { "  a\($0): &a\($0) [*s:*a\($0 - 1), *s:*a\($0 - 1), *s:*a\($0 - 1)]\n" }.joined()
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

private protocol Cargo: Sendable {}
private struct Pallet: Cargo {}

private struct Crate: Cargo {
  let content: any Cargo

  static var registry: ComponentRegistry {
    ComponentRegistry([
      Component(Pallet.self, "Pallet") { component in
        component.initializer([], Pallet.init)
        component.conforms(to: (any Cargo).self) { $0 }
      },
      Component(Crate.self, "Crate") { component in
        component.initializer(["content"], Crate.init(content:))
        component.conforms(to: (any Cargo).self) { $0 }
      },
    ])
  }
}

/// Runs a closure on a thread with a stack of a size, and returns its result.
private func onThread<Value: Sendable>(stackSize: Int, _ body: @escaping @Sendable () -> Value) -> Value? {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Value?>(nil)
  let thread = Thread {
    let value = body()
    result.withLock { $0 = value }
    done.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  done.wait()
  return result.withLock(\.self)
}
