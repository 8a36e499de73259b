import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@testable import NotesCLI

@Suite struct TextTests {
  @Test(arguments: [
    ("plain", "plain"), ("a\u{1B}[31mb", "a^[[31mb"), ("a\u{7F}b", "a^?b"), ("a\u{9B}b", "a<U+009B>b"),
    ("a\u{202E}b\u{2066}", "a<U+202E>b<U+2066>"), ("one\ttwo\nthree", "one two three"), ("null\u{0}", "null^@"),
    ("שלום مرحبا 日本 👩‍👩‍👧", "שלום مرحبا 日本 👩‍👩‍👧"), ("e\u{301}", "e\u{301}"), ("a\u{E0041}", "a<U+E0041>"),
    ("a\u{E0041}\u{E0042}\u{E007F}", "a<U+E0041><U+E0042><U+E007F>"), ("a\u{206A}\u{206F}", "a<U+206A><U+206F>"),
    ("🏴" + String(repeating: "\u{E0067}", count: 7), "🏴" + String(repeating: "\u{E0067}", count: 6) + "<U+E0067>"),
    (
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
    ),
  ])
  func `user content is escaped on one line`(text: String, expected: String) {
    #expect(TerminalEscaping.escaped(text, keepingLines: false) == expected)
  }

  @Test(
    arguments: [
      (.max, 3600, "292278994-08-17 07:12"), (.max, -3600, "292278994-08-17 06:12"),
      (.min, 3600, "-292275055-05-16 17:47"), (.min, -3600, "-292275055-05-16 16:47"),
    ] as [(Int64, Int, String)])
  func `a time out of the range of calendars is printed`(milliseconds: Int64, east: Int, expected: String) {
    #expect(TimeText(zone: East(seconds: east)).short(Timestamp(millisecondsSince1970: milliseconds)) == expected)
  }

  @Test(
    arguments: [
      (0, 3600, "1970-01-01"), (-62_167_219_200_000, -18_000, "-0001-12-31"), (-62_167_219_200_000, 0, "0000-01-01"),
      (253_402_300_799_999, 32_400, "10000-01-01"), (.min, 0, "-292275055-05-16"),
    ] as [(Int64, Int, String)])
  func `a date has all digits of its year`(milliseconds: Int64, east: Int, expected: String) {
    #expect(TimeText(zone: East(seconds: east)).day(Timestamp(millisecondsSince1970: milliseconds)) == expected)
  }

  @Test(arguments: [
    (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"),
    (999_999_999, "1.0 GB"), (1_234_567_890_123, "1234.6 GB"),
  ])
  func `a number of bytes has the unit of its rounded value`(bytes: Int, expected: String) {
    #expect(ByteCountText.of(bytes) == expected)
  }

  @Test(arguments: [
    (0, Int.max, "░░░░░░░░░░░░░░░░░░░░░░░░ 0/9223372036854775807"),
    (Int.max - 1, Int.max, "████████████████████████ 9223372036854775806/9223372036854775807, 0:00 left"),
    (1, Int.max, "░░░░░░░░░░░░░░░░░░░░░░░░ 1/9223372036854775807, 5999:59 left"),
    (9, 3, "████████████████████████ 9/3, 0:00 left"),
    (6, 12, "████████████░░░░░░░░░░░░ 6/12, 0:02 left"),
  ])
  func `progress is shown for any numbers`(finished: Int, total: Int, expected: String) {
    let (console, wallClock) = (RecordingConsole(), FixedClock())
    var line = ProgressLine("Receiving", console: console, wallClock: wallClock)
    wallClock.advance(by: .seconds(2))
    line.show(finished, of: total)
    #expect(console.error.contains(expected))
  }

  @Test(arguments: [("a\r\nb\tc\n", "a\nb\tc\n"), ("a\rb", "a^Mb"), ("a\u{0B}b", "a^Kb")])
  func `user content keeps its lines on request`(text: String, expected: String) {
    #expect(TerminalEscaping.escaped(text, keepingLines: true) == expected)
  }

  @Test(arguments: ["\u{202E}", "שלום\u{200F} עולם\n", "\u{7F}", "\u{1B}[", "a\r\n", "é"], [1000, 4000])
  func `each piece of an escaped text is written once`(unit: String, count: Int) {
    // Given
    let text = String(repeating: unit, count: count)
    var pieces = Pieces()
    // When
    TerminalEscaping.write(text, keepingLines: true, to: &pieces)
    // Then
    let escaped = TerminalEscaping.escaped(text, keepingLines: true)
    #expect(pieces.bytes == escaped.utf8.count && pieces.bytes <= 8 * text.utf8.count)
    #expect(pieces.count <= 2 * text.unicodeScalars.count)
  }

  @Test func `no control character is left unescaped`() {
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory == .control else { continue }
      let escaped = TerminalEscaping.escaped("x\(scalar)y", keepingLines: false)
      #expect(escaped.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
  }

  @Test(arguments: [("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("ｆｕｌｌ", 8), ("", 0), ("한글", 4)])
  func `the width is that of a terminal`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(arguments: [("abcdef", 4, "abc…"), ("日本語", 4, "日…"), ("abc", 3, "abc")])
  func `a text that is too wide is truncated with an ellipsis`(text: String, width: Int, expected: String) {
    #expect(DisplayWidth.fitted(text, to: width) == expected)
  }

  @Test func `JSON escapes only the required characters`() {
    let value = JSONValue.members(
      ("text", .string("\"\\\n\u{1B}\u{202E}é日")), ("list", .array([.number(1), .null, .bool(true)])),
      ("empty", .array([])))
    #expect(value.compact == #"{"text":"\"\\\n\u001b\u202eé日","list":[1,null,true],"empty":[]}"#)
  }

  @Test func `text of the program is trusted, and user content is escaped`() {
    let text: StyledText = "\u{1B}[1mbold\u{1B}[0m \("\u{1B}[2J")"
    #expect(text.rendered(hasColor: false) == "\u{1B}[1mbold\u{1B}[0m ^[[2J")
  }
}

private struct East: TimeZoneOffsets {
  let seconds: Int

  func secondsEastOfUTC(at moment: Timestamp) -> Int { seconds }
}

/// The pieces of a text as they are written.
private struct Pieces: TextOutputStream {
  private(set) var (count, bytes) = (0, 0)

  mutating func write(_ text: String) {
    count += 1
    bytes += text.utf8.count
  }
}
