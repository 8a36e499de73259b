import Crypto
import CryptoExtras
import Dispatch
import NotesDomain
import NotesHosting

/// A hasher that uses scrypt, one password at a time: each takes 128 MB and approximately a second, and the cost must not grow
/// with the number of attempts.
///
/// The work runs on a dispatch queue, since it would block one of the few threads of the cooperative pool.
final class ScryptPasswordHasher: PasswordHasher {
  private static let keyBytes = 32

  private let parameters: ScryptParameters
  private let randomness: any Randomness
  private let queue = DispatchQueue(label: "notes.passwords", qos: .utility)

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
    let known = hash.flatMap(ScryptHash.init).flatMap { $0.parameters.isWithinCost(of: parameters) ? $0 : nil }
    guard let known else {
      // The same work for unknown accounts and unreadable hashes.
      _ = try await key(for: password, salt: Array(repeating: 0, count: 16), parameters, count: Self.keyBytes)
      return (false, false)
    }
    let key = try await key(for: password, salt: known.salt, known.parameters, count: known.key.count)
    // Symmetric keys are compared in constant time.
    let matches = SymmetricKey(data: key) == SymmetricKey(data: known.key)
    return (matches, matches && (known.parameters != parameters || known.key.count != Self.keyBytes))
  }

  private func key(
    for password: Password, salt: [UInt8], _ parameters: ScryptParameters, count: Int
  ) async throws(AccountError) -> [UInt8] {
    let key = await withCheckedContinuation { continuation in
      queue.async {
        // The parameters were checked, so only a lack of memory can make it fail.
        let key = try? KDF.Scrypt.deriveKey(
          from: password.bytes, salt: salt, outputByteCount: count, rounds: 1 << parameters.logarithm,
          blockSize: parameters.blockSize, parallelism: parameters.parallelism)
        continuation.resume(returning: key?.withUnsafeBytes { Array($0) })
      }
    }
    guard let key else { throw .outOfMemory }
    return key
  }
}

/// An scrypt hash with its parameters and salt.
struct ScryptHash: Hashable {
  let parameters: ScryptParameters
  let salt: [UInt8]
  let key: [UInt8]

  var text: PasswordHash {
    let numbers = "ln=\(parameters.logarithm),r=\(parameters.blockSize),p=\(parameters.parallelism)"
    return PasswordHash(text: "$scrypt$\(numbers)$\(Base64.encodeUnpadded(salt))$\(Base64.encodeUnpadded(key))")
  }
}

extension ScryptHash {
  /// Parses the format of ``text``; `nil` for any other text.
  init?(_ hash: PasswordHash) {
    let parts = hash.text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt" else { return nil }
    let numbers = parts[2].split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 3, let logarithm = Self.number("ln", numbers[0]), let size = Self.number("r", numbers[1]),
      let parallelism = Self.number("p", numbers[2])
    else { return nil }
    guard let salt = Base64.decodeUnpadded(parts[3]), let key = Base64.decodeUnpadded(parts[4]), 8...64 ~= salt.count,
      16...64 ~= key.count
    else { return nil }
    self.init(
      parameters: ScryptParameters(logarithm: logarithm, blockSize: size, parallelism: parallelism), salt: salt,
      key: key)
  }

  private static func number(_ name: String, _ text: Substring) -> Int? {
    guard text.hasPrefix(name + "="), let number = Int(text.dropFirst(name.utf8.count + 1)), 1...1024 ~= number,
      text == "\(name)=\(number)"
    else { return nil }
    return number
  }
}
