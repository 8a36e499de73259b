import Foundation
import NotesDomain
import Testing

@testable import NotesCLI

@Suite struct SecretInputTests {
  private static func password(
    answers: [String] = [], isTerminal: Bool = true, from file: String? = nil, repeating: Bool = false
  ) throws -> Password {
    let console = RecordingConsole(answers: answers, isInputTerminal: isTerminal)
    return try SecretInput(console: console).password(
      from: file, question: "Password: ", repetition: repeating ? "Again: " : nil)
  }

  private static func failure(_ action: () throws -> Password) -> CommandFailure? {
    #expect(throws: CommandFailure.self) { try action() }
  }

  @Test func `a person is asked, and twice for a new password`() throws {
    #expect(try Self.password(answers: ["one"]) == Password("one"))
    #expect(try Self.password(answers: ["one", "one"], repeating: true) == Password("one"))
    let failure = Self.failure { try Self.password(answers: ["one", "two"], repeating: true) }
    #expect(failure?.message.rendered(hasColor: false) == "passwords do not match")
  }

  @Test func `standard input is read once`() throws {
    #expect(try Self.password(answers: ["one", "two"], isTerminal: false, repeating: true) == Password("one"))
  }

  @Test func `an empty and a too long password are rejected`() {
    #expect(Self.failure { try Self.password() }?.status == .noInput)
    #expect(Self.failure { try Self.password(answers: [""]) }?.status == .noInput)
    #expect(Self.failure { try Self.password(answers: [String(repeating: "x", count: 1025)]) }?.status == .data)
  }

  @Test func `a passphrase that is too long is rejected, and not cut`() throws {
    // Given letters of three bytes, which have two in the form that is used
    let path = NSTemporaryDirectory() + "notesctl-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(String(repeating: "e\u{301}", count: 400).utf8).write(to: URL(fileURLWithPath: path))
    // When
    let failure = #expect(throws: CommandFailure.self) {
      try SecretInput(console: RecordingConsole()).passphrase(from: path)
    }
    // Then
    #expect(failure?.status == .data)
  }

  @Test func `a file has the password in its first line`() throws {
    let path = NSTemporaryDirectory() + "notesctl-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("correct horse\r\nbattery\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try Self.password(from: path) == Password("correct horse"))
    try Data(String(repeating: "x", count: 5000).utf8).write(to: URL(fileURLWithPath: path))
    #expect(Self.failure { try Self.password(from: path) }?.status == .data)
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(Self.failure { try Self.password(from: path) }?.status == .noInput)
    #expect(Self.failure { try Self.password(from: path + "-none") }?.status == .noInput)
    #expect(Self.failure { try Self.password(from: "/") }?.status == .noInput)
  }
}
