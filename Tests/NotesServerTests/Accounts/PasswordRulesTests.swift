import NotesDomain
import Testing

@testable import NotesServer

@Suite("The rules for new passwords") struct PasswordRulesTests {
  private func weakness(_ password: String, of account: String = "ada", at host: String? = nil) throws
    -> PasswordWeakness?
  {
    let (password, account) = (try Password.of(password), try AccountName.of(account))
    do throws(AccountError) {
      try PasswordRules(common: .standard).check(password, of: account, at: host)
    } catch {
      guard case .weakPassword(let weakness) = error else { return nil }
      return weakness
    }
    return nil
  }

  @Test(arguments: [
    "1234567890", "qwertyuiop", "QwertyUiop", "password123", "Password2026!", "...dragon 1987", "1q2w3e4r5t",
    "manchester",
    "0102030405", "zxcvbnm,./",
  ])
  func `a common password is rejected, in any case and with digits and signs around it`(password: String) throws {
    #expect(try weakness(password) == .common)
  }

  @Test(arguments: [
    "aaaaaaaaaa", "12345678901", "0123456789", "9876543210", "abababababab", "abcdefghijkl", "1122334455",
  ])
  func `a password that repeats itself is rejected`(password: String) throws {
    #expect(try weakness(password) == .common)
  }

  @Test(arguments: [
    ("ada.lovelace", "Ada.Lovelace"), ("ada.lovelace", "lovelace-ada-2026"), ("ada.lovelace", "12 lovelace 34!"),
    ("ada", "ada-ada-ada"), ("bob", "notesctl.bob"), ("bob", "notes.example.org"), ("bob", "NotesExample99"),
  ])
  func `a password of names is rejected`(account: String, password: String) throws {
    #expect(try weakness(password, of: account, at: "notes.example.org:8377") == .resemblesName)
  }

  @Test(arguments: [
    "correct horse", "ten bytes.", "ada likes rye bread", "lovelace4ada-pudding", "notes of a baker", "kFq8#d2L!x",
    "ДляСебя-7-лет", "7391846205", "smörgåsbord!",
  ])
  func `a password with some words of its own is allowed`(password: String) throws {
    #expect(try weakness(password, of: "ada.lovelace", at: "notes.example.org") == nil)
  }

  @Test(arguments: [("too short", PasswordWeakness.tooShort), ("äöüäö", nil), ("1234", .tooShort)])
  func `the length is counted in bytes`(password: String, expected: PasswordWeakness?) throws {
    #expect(try (weakness(password) == .tooShort) == (expected == .tooShort))
  }

  @Test func `every line of the list is found, and no other text`() {
    let common = CommonPasswords.standard
    let lines = common.text.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
    #expect(lines.count > 2_000)
    #expect(lines.allSatisfy { common.contains($0) })
    #expect(lines.allSatisfy { !common.contains($0 + [0x7E]) })
    for text in ["", "!", "#", "~", "\n", "zzzzzzzzzzzzzz"] { #expect(!common.contains(Array(text.utf8)[...])) }
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
  }
}
