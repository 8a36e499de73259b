package import NotesDomain
import NotesHosting
import Synchronization

/// A password hasher without cost and security, which counts its calls.
///
/// ```swift
/// let hasher = FastPasswordHasher()
/// hasher.generation = 2  // earlier hashes are outdated
/// ```
package final class FastPasswordHasher: PasswordHasher {
  private struct State {
    var generation = 1
    var hashes = 0
    var verifications = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// The current parameters. Hashes of another generation are outdated.
  package var generation: Int {
    get { state.withLock { $0.generation } }
    set { state.withLock { $0.generation = newValue } }
  }

  /// The number of computed hashes.
  package var hashes: Int { state.withLock { $0.hashes } }

  /// The number of verifications, including those without an account.
  package var verifications: Int { state.withLock { $0.verifications } }

  package func hash(_ password: Password) async throws(AccountError) -> PasswordHash {
    state.withLock { state in
      state.hashes += 1
      return PasswordHash(text: "\(state.generation)$\(Self.text(password))")
    }
  }

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
