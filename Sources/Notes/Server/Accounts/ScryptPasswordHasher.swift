import CryptoExtras
import Dispatch
import NotesDomain

/// Passwords as hashes of scrypt, made one at a time: each takes 128 MB and about a second, and what a server spends on them
/// must not grow with the number of those who try.
///
/// The work is done on a queue of its own. It would keep a thread of the cooperative pool, of which there are as many as
/// processors, from everybody else.
final class ScryptPasswordHasher: PasswordHasher {
  private static let keyBytes = 32

  private let parameters: ScryptParameters
  private let randomness: any Randomness
  private let queue = DispatchQueue(label: "notes.passwords", qos: .utility)

  /// Creates a hasher.
  ///
  /// - Parameters:
  ///   - parameters: What new hashes cost.
  ///   - randomness: Where salts come from.
  init(parameters: ScryptParameters, randomness: any Randomness) {
    self.parameters = parameters
    self.randomness = randomness
  }

  func hash(_ password: Password) async throws(AccountError) -> PasswordHash {
    var salt: [UInt8] = []
    for _ in 0..<2 {
      let word = randomness.next()
      for shift in stride(from: UInt64(0), to: 64, by: 8) { salt.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    let key = try await key(for: password, salt: salt, parameters, count: Self.keyBytes)
    return ScryptHash(parameters: parameters, salt: salt, key: key).text
  }

  func verify(
    _ password: Password, against hash: PasswordHash?
  ) async throws(AccountError) -> (matches: Bool, isOutdated: Bool) {
    let kept = hash.flatMap(ScryptHash.init).flatMap { $0.parameters.isWithinCost(beside: parameters) ? $0 : nil }
    guard let kept else {
      // The same work for nobody, and for what cannot be read.
      _ = try await key(for: password, salt: Array(repeating: 0, count: 16), parameters, count: Self.keyBytes)
      return (false, false)
    }
    let key = try await key(for: password, salt: kept.salt, kept.parameters, count: kept.key.count)
    let matches = Self.areEqual(key, kept.key)
    return (matches, matches && (kept.parameters != parameters || kept.key.count != Self.keyBytes))
  }

  private func key(
    for password: Password, salt: [UInt8], _ parameters: ScryptParameters, count: Int
  ) async throws(AccountError) -> [UInt8] {
    let key = await withCheckedContinuation { continuation in
      queue.async {
        // The parameters were checked, so that memory is all that can be missing.
        let key = try? KDF.Scrypt.deriveKey(
          from: password.bytes, salt: salt, outputByteCount: count, rounds: 1 << parameters.logarithm,
          blockSize: parameters.blockSize, parallelism: parameters.parallelism)
        continuation.resume(returning: key?.withUnsafeBytes { Array($0) })
      }
    }
    guard let key else { throw .noMemory }
    return key
  }

  /// Compares all bytes whatever the first ones say, so that the time taken says nothing.
  private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(one, other) { difference |= left ^ right }
    return difference == 0
  }
}

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
    guard let salt = UnpaddedBase64.decode(parts[3]), let key = UnpaddedBase64.decode(parts[4]), 8...64 ~= salt.count,
      16...64 ~= key.count
    else { return nil }
    self.init(
      parameters: ScryptParameters(logarithm: logarithm, blockSize: size, parallelism: parallelism), salt: salt,
      key: key)
  }

  var text: PasswordHash {
    let numbers = "ln=\(parameters.logarithm),r=\(parameters.blockSize),p=\(parameters.parallelism)"
    return PasswordHash(text: "$scrypt$\(numbers)$\(UnpaddedBase64.encode(salt))$\(UnpaddedBase64.encode(key))")
  }

  private static func number(_ name: String, _ text: Substring) -> Int? {
    guard text.hasPrefix(name + "="), let number = Int(text.dropFirst(name.utf8.count + 1)), 1...1024 ~= number,
      text == "\(name)=\(number)"
    else { return nil }
    return number
  }
}

/// What a hash of scrypt costs (<https://www.rfc-editor.org/rfc/rfc7914>).
package struct ScryptParameters: Sendable, Hashable {
  /// What new hashes cost: 128 MB and about a second, OWASP's first recommendation
  /// (<https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html>).
  package static let recommended = ScryptParameters(logarithm: 17, blockSize: 8, parallelism: 1)

  /// The exponent of 2 of the number of rounds.
  let logarithm: Int
  /// The size of a block, in units of 128 bytes.
  let blockSize: Int
  /// How many times the whole is done.
  let parallelism: Int

  /// Creates parameters.
  ///
  /// - Parameters:
  ///   - logarithm: The exponent of 2 of the number of rounds.
  ///   - blockSize: The size of a block, in units of 128 bytes.
  ///   - parallelism: How many times the whole is done.
  package init(logarithm: Int, blockSize: Int, parallelism: Int) {
    self.logarithm = logarithm
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// How much memory it takes, in bytes; `nil` when that is no sensible number.
  var memory: Int? {
    guard 1...30 ~= logarithm, 1...1024 ~= blockSize else { return nil }
    return 128 * blockSize << logarithm
  }

  /// Whether it costs no more than twice as much as other parameters: what is kept must not decide how much memory and time
  /// a server spends.
  ///
  /// - Parameter limit: The other parameters.
  func isWithinCost(beside limit: ScryptParameters) -> Bool {
    guard let memory, let most = limit.memory, 1...1024 ~= parallelism else { return false }
    return memory <= 2 * most && memory * parallelism <= 2 * most * limit.parallelism
  }
}

/// Base64 without padding, as the PHC string format has it.
enum UnpaddedBase64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (word, count) = (0, 0)
    for byte in bytes {
      word = word << 8 | Int(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(digits[word >> count & 63])
      }
      word &= 0xFF
    }
    if count > 0 { text.append(digits[word << (6 - count) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// - Returns: `nil` for a text that ``encode(_:)`` does not make.
  static func decode(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (word, count) = (0, 0)
    for digit in text.utf8 {
      guard let value = digits.firstIndex(of: digit) else { return nil }
      word = (word & 0xFF) << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> count))
      }
    }
    return encode(bytes) == text ? bytes : nil
  }
}
