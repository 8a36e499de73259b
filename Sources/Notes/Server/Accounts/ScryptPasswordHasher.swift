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
    let kept = hash.flatMap(ScryptHash.init).flatMap { $0.parameters.isAffordable(beside: parameters) ? $0 : nil }
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
