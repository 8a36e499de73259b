import Testing

@testable import Wiring
@testable import WiringDefinitions

@Suite("Reading values")
struct ValueReaderTests {
  @Test("text is read as it is, with white space", arguments: ["", " a b ", "12", "true", "null", "ö\n"])
  func text(text: String) throws {
    #expect(try read(.text(text), as: String.self) == text)
  }

  @Test(
    "what is no text is not made one, since nobody knows how it was written",
    arguments: [
      (12, "expected text, in quotes, found 12"), (1.5, "expected text, in quotes, found 1.5"),
      (true, "expected text, in quotes, found true"), (nil, "expected text, found nothing"),
      (["a"], "expected text, found a list"), ([:], "expected text, found an empty map"),
      (.reference("x"), "expected text, found a reference to 'x'"),
    ] as [(DefinitionValue, String)])
  func noText(value: DefinitionValue, message: String) {
    #expect(complaint(about: value, as: String.self) == message)
  }

  @Test(
    "a truth value",
    arguments: [
      (true, true), ("true", true), ("Yes", true), ("ON", true), (" true\n", true),
      (false, false), ("false", false), ("no", false), ("off", false),
    ] as [(DefinitionValue, Bool)])
  func truth(value: DefinitionValue, truth: Bool) throws {
    #expect(try read(value, as: Bool.self) == truth)
  }

  @Test(
    "no truth value",
    arguments: [
      ("1", "'1'"), ("", "''"), (1, "1"), ("truth", "'truth'"), (nil, "nothing"),
    ] as [(DefinitionValue, String)])
  func noTruth(value: DefinitionValue, found: String) {
    #expect(complaint(about: value, as: Bool.self) == "expected true or false, found \(found)")
  }

  @Test("nothing is nil for an optional, and what is there is read as what it wraps")
  func optional() throws {
    #expect(try read(nil, as: Int?.self) == nil)
    #expect(try read("12", as: Int?.self) == 12)
    #expect(try read("", as: String?.self) == "")
    #expect(complaint(about: "x", as: Int?.self) == "expected a whole number, found 'x'")
  }

  @Test("lists, sets and maps of whatever can be read")
  func containers() throws {
    #expect(try read(["1", 2, "3"], as: [Int].self) == [1, 2, 3])
    #expect(try read([], as: [Int].self) == [])
    #expect(try read([1, "1", 2], as: Set<Int>.self) == [1, 2])
    #expect(try read(["a": "1s", "b": "2s"], as: [String: Duration].self) == ["a": .seconds(1), "b": .seconds(2)])
    #expect(try read(["a": [1, nil], "b": []], as: [String: [Int?]].self) == ["a": [1, nil], "b": []])
    #expect(try read(["1": "one", "0x2": "two"], as: [Int: String].self) == [1: "one", 2: "two"])
    #expect(try read(["low": 1], as: [Level: Int].self) == [.low: 1])
  }

  @Test("what is wrong inside is told with the way to it")
  func insideContainers() {
    #expect(complaint(about: "a, b", as: [String].self) == "expected a list, found 'a, b'")
    #expect(complaint(about: ["a": 1], as: [Int].self) == "expected a list, found a map of a")
    #expect(complaint(about: [1, "x"], as: [Int].self) == "[1]: expected a whole number, found 'x'")
    #expect(complaint(about: [1, "x"], as: Set<Int>.self) == "[1]: expected a whole number, found 'x'")
    #expect(complaint(about: [1], as: [String: Int].self) == "expected a map, found a list")
    #expect(
      complaint(about: ["a": ["b": [1, 2, "x"]]], as: [String: [String: [Int]]].self)
        == "a.b.[2]: expected a whole number, found 'x'")
    #expect(complaint(about: ["x": 1], as: [Int: Int].self) == "x: expected a whole number, found 'x'")
    #expect(complaint(about: ["1": 1, "01": 2], as: [Int: Int].self) == "01: expected each key once, found '01'")
  }

  @Test("a failure has the innermost value with its place")
  func place() throws {
    let place = Wiring.SourceLocation(path: "context.yaml", line: 4, column: 7)
    let value = DefinitionValue(
      .map([DefinitionValue.Member("a", DefinitionValue(.list([1, .text("x", at: place)])))]))
    let failure = #expect(throws: ValueFailure.self) { try read(value, as: [String: [Int]].self) }
    #expect(failure?.location == place)
    #expect(failure?.path == ["a", "[1]"])
  }

  @Test("a value that is there is taken if it is of the type")
  func given() throws {
    let shelf = Shelf()
    #expect(try read(.given(shelf), as: Shelf.self) === shelf)
    #expect(try read(.given(shelf), as: (any Furniture).self) === shelf)
    #expect(try read(.given(shelf), as: Shelf?.self) === shelf)
    #expect(try read([.given(1), 2], as: [Int].self) == [1, 2])
    #expect(
      complaint(about: .given("30s"), as: Duration.self)
        == "expected a value of type 'Duration', found a value of type 'String'")
    #expect(
      complaint(about: .given(1), as: (any Furniture).self)
        == "expected a value of type 'any ValueReaderTests.Furniture', found a value of type 'Int'")
  }

  @Test("a type that nothing can read says what to do")
  func unreadable() {
    #expect(
      complaint(about: "x", as: Shelf.self)
        == "expected a reference to an object, since 'ValueReaderTests.Shelf' is neither Decodable nor LosslessStringConvertible, "
        + "found 'x'")
    #expect(
      complaint(about: "x", as: (any Furniture).self)
        == "expected a reference to an object, found 'x'")
    #expect(complaint(about: ["x"], as: [Shelf].self)?.hasPrefix("[0]: expected a reference to") == true)
  }

  @Test("text from a placeholder is never shown, nor similar names")
  func secret() {
    let secret = DefinitionValue.text("lowe", notation: "${LEVEL}")
    #expect(complaint(about: secret, as: Int.self) == "expected a whole number, found the value of '${LEVEL}'")
    #expect(complaint(about: secret, as: Level.self) == "expected one of low, high, found the value of '${LEVEL}'")
    #expect(complaint(about: [secret], as: Int.self) == "expected a whole number, found a list")
  }

  @Test("a long text is cut, and only its first line is shown")
  func longText() {
    let long = String(repeating: "x", count: 100)
    #expect(complaint(about: .text(long), as: Int.self) == "expected a whole number, found '\(long.prefix(60))…'")
    #expect(complaint(about: "a\nb", as: Int.self) == "expected a whole number, found 'a…'")
  }

  @Test("a list that is too deep for the stack is refused")
  func depth() {
    var value: DefinitionValue = []
    for _ in 0..<65 { value = DefinitionValue(.list([value])) }
    let failure = #expect(throws: ValueFailure.self) { try read(value, as: Tree.self) }
    #expect(failure?.expected == "at most 64 lists and maps inside each other")
  }

  @Test("one level less is read")
  func greatestDepth() throws {
    var value: DefinitionValue = []
    for _ in 0..<64 { value = DefinitionValue(.list([value])) }
    #expect(try read(value, as: Tree.self).depth == 65)
  }

  @Test("the table has a say before the protocols of a type, and for text only")
  func conversions() throws {
    var conversions = ValueConversions()
    conversions.add(Level.self) { $0 == "!" ? .high : nil }
    conversions.add(Shelf.self, expected: "a shelf such as [ ]") { $0 == "[ ]" ? Shelf() : nil }
    let reader = ValueReader(conversions)
    #expect(try reader.read("!", as: Level.self) == .high)
    #expect(try reader.read(["[ ]", "[ ]"], as: [Shelf].self).count == 2)
    #expect(
      complaint(about: "low", as: Level.self, conversions: conversions)
        == "expected text that can be read as 'ValueReaderTests.Level', found 'low'")
    #expect(
      complaint(about: 12, as: Shelf.self, conversions: conversions) == "expected a shelf such as [ ], found 12")
  }

  private enum Level: String, CaseIterable { case low, high }
  private protocol Furniture: AnyObject, Sendable {}
  private final class Shelf: Furniture {}

  private struct Tree: Decodable {
    let branches: [Tree]
    var depth: Int { 1 + (branches.map(\.depth).max() ?? 0) }

    init(from decoder: any Decoder) throws {
      branches = try decoder.singleValueContainer().decode([Tree].self)
    }
  }
}
