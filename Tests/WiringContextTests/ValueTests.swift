import Configuration
import Testing
import Wiring
import WiringContext
import WiringDefinitions

/// The values of scalars, maps and placeholders.
@Suite struct ValueTests {
  private func outline(_ text: String, _ format: ContextFormat = .yaml, _ environment: [String: String] = [:]) -> String
  {
    let context = ContextReader(environment: environment).read(text, as: format, named: "demo")
    return context.values.map { value in
      var copy = Definitions()
      copy.values = [value]
      return copy.outline(hasPositions: false).split(separator: "\n").dropFirst(2).map(String.init).joined(
        separator: "|")
    }.joined(separator: "\n") + context.problems.map { "\($0.code.rawValue)" }.joined()
  }

  static let scalars: [(String, String)] = [
    ("true", "boolean true"), ("\"true\"", "text true"), ("yes", "text yes"), ("~", "null"), ("", "null"),
    ("12", "integer 12"), ("-12", "integer -12"), ("'12'", "text 12"), ("007", "text 007"), ("1.10", "text 1.10"),
    ("1.5", "number 1.5"), ("1e3", "number 1000.0"), ("0x1F", "integer 31"), ("0o17", "integer 15"),
    ("99999999999999999999", "text 99999999999999999999"), (".5", "text .5"), ("nan", "text nan"),
    ("1.2.3", "text 1.2.3"), ("30s", "text 30s"), ("2026-01-01", "text 2026-01-01"), ("+1", "text +1"),
  ]

  @Test(arguments: scalars)
  func `a YAML scalar follows the core schema where no digits are lost`(written: String, read: String) {
    #expect(outline("values: {a: \(written)}") == "  \(read)")
  }

  @Test(arguments: [
    ("1.10", "text 1.10"), ("12", "integer 12"), ("1E2", "number 100.0"), ("1e999", "text 1e999"), ("-0", "text -0"),
    (#""\u00e9\ud83d\ude00\n\/""#, "text é😀\n/"),
  ])
  func `a JSON number is a number where no digits are lost`(written: String, read: String) {
    let context = ContextReader(environment: [:]).read(#"{"values": {"a": \#(written)}}"#, as: .json, named: "demo")
    #expect(context.outline(hasPositions: false) == "profile none\nvalue a\n  \(read)\n")
  }

  @Test func `a map with the only key value is literal`() {
    #expect(
      outline("values: {a: {value: {ref: b, class: c}}}")
        == "  map|    entry ref|      text b|    entry class|      text c")
  }

  @Test func `a key value beside others is an ordinary entry`() {
    #expect(outline("values: {a: {value: 1, other: 2}}").hasPrefix("  map|    entry value|"))
  }

  @Test func `the entries of a map in XML have no special meaning`() {
    let text = "<container><value name='a'><map><entry key='ref' value='b'/></map></value></container>"
    #expect(outline(text, .xml) == "  map|    entry ref|      text b")
  }

  @Test func `merge keys and aliases are expanded, and own entries take precedence`() {
    let text = "values:\n  base: &base {a: x, b: y}\n  all:\n    <<: *base\n    b: z\n"
    #expect(outline(text).hasSuffix("  map|    entry b|      text z|    entry a|      text x"))
  }

  // MARK: Placeholders

  @Test func `a placeholder is filled from the environment, then the configuration, then its default`() {
    let configuration = ConfigReader(
      provider: InMemoryProvider(values: ["both": "configuration", "store.path": "/store"]))
    let reader = ContextReader(environment: ["both": "environment"], configuration: configuration)
    let context = reader.read("values: {a: '${both} ${store.path} ${none:default:x}'}", as: .yaml, named: "demo")
    #expect(
      context.outline(hasPositions: false)
        == "profile none\nvalue a\n  text environment /store default:x for ${both} ${store.path} ${none:default:x}\n")
  }

  @Test func `a placeholder takes a number or a truth value of the configuration`() {
    let configuration = ConfigReader(
      provider: InMemoryProvider(values: ["port": 8080, "ratio": 0.5, "strict": true]))
    let reader = ContextReader(environment: [:], configuration: configuration)
    let context = reader.read("values: {a: '${port:80} ${ratio} ${strict}'}", as: .yaml, named: "demo")
    #expect(context.outline(hasPositions: false).contains("text 8080 0.5 true for"))
  }

  @Test(arguments: [ContextFormat.json, .yaml])
  func `a number that is too large or too small for its notation stays as it is written`(format: ContextFormat) {
    let reader = ContextReader(environment: [:])
    let text = #"{"values": {"a": 1e16, "b": 1e-400, "c": 1e3, "d": 0e5}}"#
    let outline = reader.read(text, as: format, named: "demo").outline(hasPositions: false)
    #expect(outline.contains("text 1e16") && outline.contains("text 1e-400"))
    #expect(outline.contains("number 1000") && !outline.contains("text 0e5"))
  }

  @Test(arguments: [
    ("$${A}", "text ${A}"), ("$$${A}", "text $${A}"), ("a $ b", "text a $ b"), ("${A}", "text 1 for ${A}"),
    ("${B:}", "text  for ${B:}"), ("{}${A}}", "text {}1} for {}${A}}"),
    ("${A:/notes/{id}}", "text 1 for ${A:/notes/{id}}"),
    ("${B:/notes/{id}/{part}}", "text /notes/{id}/{part} for ${B:/notes/{id}/{part}}"),
    ("${B:{}", "text { for ${B:{}"),
    ("${B:$${x}}", "text ${x} for ${B:$${x}}"),
  ])
  func `a placeholder ends at the brace that closes it`(written: String, read: String) {
    #expect(outline("values: {a: '\(written)'}", .yaml, ["A": "1"]) == "  \(read)")
  }

  @Test func `a filled value is text, even if it looks like a number`() {
    #expect(outline("values: {a: '${A}'}", .yaml, ["A": "12"]) == "  text 12 for ${A}")
  }

  @Test func `a filled value is not filled again`() {
    #expect(outline("values: {a: '${A}'}", .yaml, ["A": "${B}", "B": "1"]) == "  text ${B} for ${A}")
  }
}
