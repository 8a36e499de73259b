import NotesDomain

/// A hash of scrypt, with all that is needed to make it again.
struct ScryptHash: Hashable {
  let parameters: ScryptParameters
  let salt: [UInt8]
  let key: [UInt8]

  init(parameters: ScryptParameters, salt: [UInt8], key: [UInt8]) {
    self.parameters = parameters
    self.salt = salt
    self.key = key
  }

  /// Reads what ``text`` writes.
  ///
  /// - Returns: `nil` for any other text.
  init?(_ hash: PasswordHash) {
    let parts = hash.text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt" else { return nil }
    let numbers = parts[2].split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 3, let logarithm = Self.number("ln", numbers[0]), let size = Self.number("r", numbers[1]),
      let parallelism = Self.number("p", numbers[2])
    else { return nil }
    guard let salt = PlainBase64.decode(parts[3]), let key = PlainBase64.decode(parts[4]), 8...64 ~= salt.count,
      16...64 ~= key.count
    else { return nil }
    self.init(
      parameters: ScryptParameters(logarithm: logarithm, blockSize: size, parallelism: parallelism), salt: salt,
      key: key)
  }

  var text: PasswordHash {
    let numbers = "ln=\(parameters.logarithm),r=\(parameters.blockSize),p=\(parameters.parallelism)"
    return PasswordHash(text: "$scrypt$\(numbers)$\(PlainBase64.encode(salt))$\(PlainBase64.encode(key))")
  }

  private static func number(_ name: String, _ text: Substring) -> Int? {
    guard text.hasPrefix(name + "="), let number = Int(text.dropFirst(name.utf8.count + 1)), 1...1024 ~= number,
      text == "\(name)=\(number)"
    else { return nil }
    return number
  }
}
