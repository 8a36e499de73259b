package import NotesDomain
import Synchronization

/// A hasher that costs nothing and hides nothing, and counts what was asked of it.
///
/// ```swift
/// let hasher = FastPasswordHasher()
/// hasher.generation = 2  // hashes made before are outdated from now on
/// ```
package final class FastPasswordHasher: PasswordHasher {
  private struct State {
    var generation = 1
    var hashes = 0
    var verifications = 0
  }

  private let state = Mutex(State())

  /// Creates a hasher.
  package init() {}

  /// What stands for the parameters of the day: hashes of another generation are outdated.
  package var generation: Int {
    get { state.withLock { $0.generation } }
    set { state.withLock { $0.generation = newValue } }
  }

  /// How many hashes were made.
  package var hashes: Int { state.withLock { $0.hashes } }

  /// How many passwords were compared, those of nobody included.
  package var verifications: Int { state.withLock { $0.verifications } }

  /// Makes a hash of the present generation.
  package func hash(_ password: Password) async throws(AccountError) -> PasswordHash {
    state.withLock { state in
      state.hashes += 1
      return PasswordHash(text: "\(state.generation)$\(Self.text(password))")
    }
  }

  /// Compares a password with a hash.
  package func verify(
    _ password: Password, against hash: PasswordHash?
  ) async throws(AccountError) -> (matches: Bool, isOutdated: Bool) {
    state.withLock { state in
      state.verifications += 1
      let parts = hash?.text.split(separator: "$", maxSplits: 1) ?? []
      guard parts.count == 2, parts[1] == Self.text(password) else { return (false, false) }
      return (true, Int(parts[0]) != state.generation)
    }
  }

  private static func text(_ password: Password) -> String {
    password.bytes.map { String($0, radix: 16) }.joined(separator: ".")
  }
}
