import Foundation
import Testing

/// Random declarations with the macros, whose expansions must compile: what a macro forwards, it forwards in any combination.
@Suite("Random declarations")
struct RandomDeclarationTests {
  @Test("their expansions compile, without a warning", arguments: 1...12)
  func compiles(seed: UInt64) throws {
    var generator = DeclarationGenerator(seed: seed)
    let url = FileManager.default.temporaryDirectory.appending(path: "Random-\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: url) }
    let source = generator.file()
    try Data(source.utf8).write(to: url)
    let compilation = try Fixture(url: url).compile()
    #expect(compilation.succeeded, "seed \(seed)\n\(source)\n\(compilation.text)")
  }
}

/// A generator of declarations that compile without the macros.
private struct DeclarationGenerator {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func file() -> String {
    var parts = [
      """
      public import Wiring
      public import WiringMacros
      import WiringDefinitions

      public struct Order: Sendable {
        public struct Line: Sendable {}
        public init() {}
      }
      public struct Box<Content: Sendable>: Sendable {}
      public enum OvenError: Error { case closed }
      public protocol Baker: Sendable {}
      public func recorder() -> CallRecorder { CallRecorder() }
      public func scope() -> Scope { .transient }
      """
    ]
    for number in 0..<8 { parts.append(container(number)) }
    for number in 0..<4 { parts.append(assisted(number)) }
    for number in 0..<6 { parts.append(component(number)) }
    return parts.joined(separator: "\n\n") + "\n"
  }

  // MARK: Protocols

  /// A protocol at file scope, in a type, or in an extension.
  private mutating func container(_ number: Int) -> String {
    switch pick(["file", "type", "private", "extension"]) {
    case "type":
      return "public enum Outer\(number) {\n  struct Own: Sendable {}\n"
        + proxied(number, access: pick(["", "public ", "package "]), types: number.isMultiple(of: 2) ? ["Own"] : [])
        + "\n}"
    case "private": return "private enum Outer\(number) {\n" + proxied(number, access: "") + "\n}"
    case "extension":
      return "public enum Outer\(number) {}\n\npublic extension Outer\(number) {\n" + proxied(number, access: "")
        + "\n}"
    default: return proxied(number, access: pick(["", "public ", "package ", "fileprivate ", "private "]))
    }
  }

  private mutating func proxied(_ number: Int, access: String, types: [String] = []) -> String {
    let own = access.isEmpty ? types : []
    let throwing = pick(["", " throws", " throws(OvenError)"])
    let attributes = throwing == " throws(OvenError)" ? "@LazyProxy(failure: OvenError.self)" : "@LazyProxy"
    let isMain = chance(25)
    let members = (0..<Int.random(in: 1...4, using: &random)).map { requirement($0, throwing: throwing, own) }
    return "\(attributes) @Intercepted @Spied\(isMain ? " @MainActor" : "")\n"
      + "\(access)protocol Service\(number): Sendable {\n" + members.map { "  \($0)" }.joined(separator: "\n") + "\n}"
  }

  private mutating func requirement(_ number: Int, throwing: String, _ own: [String]) -> String {
    let async = chance(40) ? " async" : ""
    if chance(20) { return "var property\(number): \(type(own)) { get\(async)\(throwing) }" }
    let parameters = parameters(own)
    let result = chance(60) ? " -> \(type(own))" : ""
    return "func method\(number)(\(parameters))\(async)\(throwing)\(result)"
  }

  private mutating func type(_ own: [String]) -> String {
    pick(
      ["Int", "String?", "[Order]", "Order.Line", "Box<Order>", "any Baker", "(Int, String)", "[String: Order]"] + own)
  }

  private mutating func parameters(_ own: [String]) -> String {
    let labels = ["in", "for", "default", "_", "named", "repeat", "at place", "where", "_ item"]
    return labels.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)).enumerated().map {
      index, label in
      let type = chance(15) ? "@escaping @Sendable (Int) -> String" : type(own)
      // Two parameters need two names inside.
      return label == "_" ? "_ value\(index): \(type)" : "\(label): \(type)"
    }.joined(separator: ", ")
  }

  // MARK: Initializers

  private mutating func assisted(_ number: Int) -> String {
    let values = ["1", "try! Self.size()", "1 + 2", "Self.standard", "true ? 1 : 2", "Int(\"1\")!"]
    let access = pick(["", "public ", "package "])
    return """
      \(access)struct Letter\(number): Sendable {
        static let standard = 1
        static func size() throws -> Int { 1 }

        @AssistedFactory("text") @Injectable
        \(access)init(\(pick(["text", "in text", "_ text"])): String, order: Order\(pick(["", "?"])), count: Int = \
      \(access.isEmpty ? pick(values) : "1"), limit: Int! = nil)\(pick(["", " throws", " async", " throws(OvenError)"])) {}
      }
      """
  }

  // MARK: Components

  private mutating func component(_ number: Int) -> String {
    let kind = pick(["struct", "final class", "class", "actor"])
    let isMain = kind.contains("class") && chance(30)
    var members: [String] = []
    if chance(50) { members.append("@available(*, deprecated) func older() {}") }
    if chance(50) { members.append("@available(*, unavailable) func oldest() {}") }
    if chance(50) { members.append("func open()\(pick(["", " throws", " async"])) {}") }
    if kind == "struct" || kind == "final class", chance(50) {
      members.append("@Inject func attach(_ order: Order) {}")
    }
    if kind == "struct", chance(50) { members.append("@Inject mutating func change(to count: Int) {}") }
    if kind != "actor", chance(50) { members.append("var title = \"\"") }
    if isMain, chance(50) { members.append("var page = NotSendable\(number)()") }
    let initializer = chance(50) ? "init(\(parameters([]))) {}" : "init(count: Int = 1 + 2, name: String! = nil) {}"
    members.append(initializer)
    return "class NotSendable\(number) {}\n\n\(isMain ? "@MainActor " : "")@Component\n\(kind) Part\(number) {\n"
      + members.map { "  \($0)" }.joined(separator: "\n") + "\n}"
  }
}

/// A small generator with a seed (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
private struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
