import Testing

@testable import NotesCLI

@Suite struct SecretLineTests {
  private static func typed(_ bytes: [UInt8]) -> SecretLine {
    var line = SecretLine()
    for byte in bytes where !line.append(byte) { return line }
    _ = line.append(nil)
    return line
  }

  private static func typed(_ text: String) -> SecretLine { typed(Array(text.utf8)) }

  @Test func `a line ends at a line break or at the end of the input`() {
    #expect(Self.typed("correct horse\nbattery").text == "correct horse")
    #expect(Self.typed("correct horse\r").text == "correct horse")
    #expect(Self.typed("correct horse").text == "correct horse")
    #expect(Self.typed("\n").text == "")
    #expect(Self.typed("").text == nil)
  }

  @Test func `backspace deletes a letter of any length`() {
    #expect(Self.typed("aä\u{7F}b\n").text == "ab")
    #expect(Self.typed("a🐎\u{8}\u{8}\u{8}b\n").text == "b")
    #expect(Self.typed("wrong\u{15}right\n").text == "right")
  }

  @Test func `Ctrl-C interrupts, and Ctrl-D ends an empty line`() {
    #expect(Self.typed("secret\u{3}\n").isInterrupted)
    #expect(Self.typed("secret\u{3}\n").text == nil)
    #expect(Self.typed("\u{4}x\n").text == nil)
    #expect(Self.typed("a\u{4}b\n").text == "ab")
  }

  @Test func `input that is not from a terminal is appended verbatim`() {
    var line = SecretLine()
    for byte in Array("a\u{7F}\u{3}b\r\n".utf8) where !line.appendVerbatim(byte) { break }
    #expect(line.text == "a\u{7F}\u{3}b")
  }

  @Test(arguments: [("abcd\nnext", "abcd", 5), ("abcde\nnext", "abcde", 5), ("ab", "ab", 3)])
  func `a line that is not from a terminal is read to one byte more than its limit`(
    input: String, expected: String, reads: Int
  ) throws {
    var (rest, count) = (Array(input.utf8)[...], 0)
    var line = SecretLine()
    try line.appendVerbatim(limit: 4) {
      count += 1
      return rest.popFirst()
    }
    #expect(line.text == expected && count == reads)
  }

  @Test func `a line without an end is read to one byte more than its limit`() throws {
    var line = SecretLine()
    try line.appendVerbatim(limit: 1024) { UInt8(ascii: "x") }
    #expect(line.text?.utf8.count == 1025)
  }
}
