import NotesDomain

/// The rules for new passwords: long enough, not common, and more than the names around it
/// (<https://pages.nist.gov/800-63-4/sp800-63b.html>, 3.1.1.2). They are never applied at sign-in.
struct PasswordRules: Sendable {
  /// The letters or digits that a password must have besides names.
  private static let minimumRest = 4
  /// The minimum length of a part of a name that counts, since shorter ones are in many words.
  private static let minimumPart = 3

  let common: CommonPasswords

  /// Checks a new password.
  ///
  /// - Parameters:
  ///   - account: The account whose password it becomes.
  ///   - host: The host name of the server; `nil` if unknown.
  /// - Throws: ``AccountError/weakPassword(_:)`` only.
  func check(_ password: Password, of account: AccountName, at host: String? = nil) throws(AccountError) {
    guard password.isLongEnough else { throw .weakPassword(.tooShort) }
    let text = String(decoding: password.bytes, as: UTF8.self).lowercased()
    guard !isCommon(Array(text.utf8)) else { throw .weakPassword(.common) }
    // A host name has at most 253 bytes; the header that it is from can be longer.
    guard !resembles(text, [account.text, "notesctl", String((host ?? "").prefix(253))]) else {
      throw .weakPassword(.resemblesName)
    }
  }

  /// Returns whether a password in lower case is on the list, also with digits and signs around it, or repeats at most two steps
  /// from a byte to the next, as in `12345678901` and `abababababab`.
  private func isCommon(_ bytes: [UInt8]) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || byte >= 0x80 }
    let steps = Set(zip(bytes, bytes.dropFirst()).map { Int($1) - Int($0) })
    if steps.count <= 2 || common.contains(bytes[...]) { return true }
    guard let start = bytes.firstIndex(where: isLetter), let end = bytes.lastIndex(where: isLetter) else {
      return false
    }
    return common.contains(bytes[start...end])
  }

  /// Returns whether a password in lower case has hardly more than names and their parts.
  private func resembles(_ text: String, _ names: [String]) -> Bool {
    func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
    let parts = names.flatMap { [$0.lowercased()] + $0.lowercased().split { !isWord($0) }.map(String.init) }
    var rest = text
    // The longest first, since they contain others.
    for part in parts.sorted(by: { $0.count > $1.count }) where part.count >= Self.minimumPart {
      rest = rest.replacing(part, with: " ")
    }
    return rest != text && rest.count(where: \.isLetter) < Self.minimumRest
  }
}

/// The most common passwords: the lines of `Resources/passwords/common-passwords.txt`, which are sorted by their bytes.
struct CommonPasswords: Sendable {
  private static let newline = UInt8(ascii: "\n")

  let text: [UInt8]

  /// Those of the program.
  static var standard: CommonPasswords { CommonPasswords(text: PackageResources.common_passwords_txt) }

  /// Returns whether a text is one of the lines.
  func contains(_ word: ArraySlice<UInt8>) -> Bool {
    var (low, high) = (text.startIndex, text.endIndex)
    while low < high {
      let middle = (low + high) / 2
      let start = text[low..<middle].lastIndex(of: Self.newline).map { $0 + 1 } ?? low
      let end = text[middle..<high].firstIndex(of: Self.newline) ?? high
      let line = text[start..<end]
      if line == word { return true }
      if line.lexicographicallyPrecedes(word) { low = min(end + 1, high) } else { high = start }
    }
    return false
  }
}
