import NotesDomain
import Testing

@Suite struct JSONStringTests {
  @Test(arguments: [
    ("", #""""#), ("plain", #""plain""#), ("a \"b\" \\", #""a \"b\" \\""#), ("\n\u{1B}", #""\u000a\u001b""#),
    ("é日🥖\u{7F}\u{2028}", "\"é日🥖\u{7F}\u{2028}\""),
  ])
  func `quotes, backslashes and control characters are escaped`(string: String, expected: String) {
    var text: [UInt8] = []
    JSONString.append(string, to: &text)
    #expect(String(decoding: text, as: UTF8.self) == expected)
  }

  @Test func `other characters are escaped on request, by their UTF-16`() {
    var text: [UInt8] = []
    JSONString.append("\r\n\té🥖 ~", to: &text, hasShortEscapes: true) { _ in true }
    #expect(String(decoding: text, as: UTF8.self) == #""\r\n\t\u00e9\ud83e\udd56 ~""#)
  }
}
