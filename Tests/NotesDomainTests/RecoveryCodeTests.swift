import NotesDomain
import NotesTestSupport
import Testing

@Suite("A recovery code") struct RecoveryCodeTests {
  private let code = RecoveryCode(using: SeededRandomness(seed: 6))

  @Test func `text of 14 groups of four is read again, in either case, with spaces or nothing between them`() {
    let text = code.text
    #expect(text.split(separator: "-").map(\.count) == Array(repeating: 4, count: 14))
    for text in [text, text.lowercased(), text.replacing("-", with: " "), text.replacing("-", with: ""), " \(text)\n"] {
      #expect(RecoveryCode(text) == code)
    }
  }

  @Test func `letters that look like digits are read as digits`() throws {
    let zeros = try #require(RecoveryCode(bytes: [UInt8](repeating: 0, count: 32)))
    #expect(zeros.text.hasPrefix("0000-0000-"))
    #expect(RecoveryCode("oOo0" + zeros.text.dropFirst(4)) == zeros)
  }

  @Test func `a wrong character, two that are swapped and a missing one are noticed`() {
    let characters = Array(code.text.filter { $0 != "-" })
    for index in characters.indices {
      var changed = characters
      changed[index] = characters[index] == "7" ? "8" : "7"
      #expect(RecoveryCode(String(changed)) == nil)
      changed.remove(at: index)
      #expect(RecoveryCode(String(changed)) == nil)
      guard index > 0, characters[index] != characters[index - 1] else { continue }
      changed = characters
      changed.swapAt(index, index - 1)
      #expect(RecoveryCode(String(changed)) == nil)
    }
    #expect(RecoveryCode("") == nil)
    #expect(RecoveryCode(code.text + "0") == nil)
    #expect(RecoveryCode("u" + code.text.dropFirst()) == nil)
  }

  @Test func `codes of any bytes are read again`() {
    let randomness = SeededRandomness(seed: 12)
    for _ in 0..<500 {
      let code = RecoveryCode(using: randomness)
      #expect(RecoveryCode(code.text) == code)
    }
  }
}

@Suite("A passphrase") struct PassphraseTests {
  @Test func `accents may be characters of their own`() {
    #expect(Passphrase("o\u{308}ffne die Tu\u{308}r") == Passphrase("\u{F6}ffne die T\u{FC}r"))
  }

  @Test func `text without bytes and text beyond the limit are none`() {
    #expect(Passphrase("") == nil)
    #expect(Passphrase(String(repeating: "x", count: 1025)) == nil)
    #expect(Passphrase(String(repeating: "x", count: 1024)) != nil)
  }

  @Test func `ten characters are enough, however many bytes they have`() {
    #expect(Passphrase("äöüäöüäöü")?.isLongEnough == false)
    #expect(Passphrase("äöüäöüäöüä")?.isLongEnough == true)
  }
}

@Suite("A set-aside version") struct SetAsideVersionTests {
  @Test(arguments: SetAsideVersion.Reason.allCases)
  func `its payload is restored, and is not that of a note`(reason: SetAsideVersion.Reason) throws {
    let version = SetAsideVersion([1, 2, 3], because: reason)
    #expect(SetAsideVersion(payload: version.payload) == version)
    #expect(throws: PayloadDecodingError.self) {
      try NotePayload.decode(version.payload, as: SequentialNoteIDGenerator.id(1))
    }
    #expect(SetAsideVersion(nil, because: reason).bytes.isEmpty)
  }

  @Test func `payloads of notes are none`() {
    #expect(SetAsideVersion(payload: NotePayload.encode(.sample(1))) == nil)
    #expect(SetAsideVersion(payload: []) == nil)
    #expect(SetAsideVersion(payload: [2, 9]) == nil)
  }
}
