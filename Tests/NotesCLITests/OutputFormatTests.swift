import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@Suite struct OutputFormatTests {
  private func parse(_ text: String) throws -> OutputFormat {
    try OutputFormat(parsing: text, available: FormatPlaceholder.allCases)
  }

  @Test(
    arguments: [
      ("{title}", [.placeholder(.title, nil)]),
      ("{id} {created:date}", [.placeholder(.id, nil), .text(" "), .placeholder(.created, .date)]),
      (#"a\tb\nc\\d\0"#, [.text("a\tb\nc\\d\0")]), ("{{title}}", [.text("{title}")]),
      ("{{{id}}}", [.text("{"), .placeholder(.id, nil), .text("}")]),
      ("", []), ("e\u{301}\r\n", [.text("e\u{301}\r\n")]),
      ("oneline", [.placeholder(.id, nil), .text("  "), .placeholder(.title, nil)]),
    ] as [(String, [OutputFormat.Piece])])
  func `a template has texts and placeholders`(text: String, pieces: [OutputFormat.Piece]) throws {
    #expect(try parse(text).pieces == pieces)
  }

  @Test(
    arguments: [
      ("{titel}", .unknownPlaceholder("titel", available: FormatPlaceholder.allCases.map(\.rawValue))),
      ("{}", .unknownPlaceholder("", available: FormatPlaceholder.allCases.map(\.rawValue))),
      ("{ id }", .unknownPlaceholder(" id ", available: FormatPlaceholder.allCases.map(\.rawValue))),
      ("{created:dat}", .unknownFormat("dat")), ("{title:date}", .noFormat("title")), (#"\x"#, .unknownEscape(#"\x"#)),
      (#"a\"#, .unknownEscape(#"\"#)), ("{id", .unbalanced("{")), ("id}", .unbalanced("}")),
      ("onelin", .unknownName("onelin", available: ["link", "oneline", "path", "tsv"])),
    ] as [(String, OutputFormatError)])
  func `a mistake is an error`(text: String, error: OutputFormatError) {
    #expect(throws: error) { try parse(text) }
  }

  @Test func `every named template can be parsed for every command`() throws {
    for text in OutputFormat.named.values {
      _ = try OutputFormat(parsing: text, available: FormatPlaceholder.ofNotes.filter { $0 != .number })
    }
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `a template is what its description says`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pieces = (0..<Int.random(in: 0...8, using: &random)).map { _ -> OutputFormat.Piece in
      guard Bool.random(using: &random), let placeholder = FormatPlaceholder.allCases.randomElement(using: &random)
      else {
        // A word alone would be the name of a template.
        return .text(random.text() + "{}\\")
      }
      let format = placeholder.isTime ? TimeFormat.allCases.randomElement(using: &random) : nil
      return .placeholder(placeholder, Bool.random(using: &random) ? format : nil)
    }
    let template = OutputFormat(pieces)
    #expect(try parse(template.description) == template)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `any text is parsed or refused, and what was parsed stays the same`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let middle = ["{id}", "{created:iso}", "}", ""].randomElement(using: &random) ?? ""
    let text = random.text() + middle + random.text()
    guard let template = try? parse(text) else { return }
    #expect(try parse(template.description) == template)
  }
}
