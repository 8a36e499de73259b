import NotesDomain
import NotesHosting
import NotesTestSupport
import Synchronization

/// A hasher that records the passwords that it compares, in their order.
final class RecordingHasher: PasswordHasher {
  private let hasher: FastPasswordHasher
  private let compared = Mutex<[Password]>([])

  init(_ hasher: FastPasswordHasher) { self.hasher = hasher }

  /// The passwords that were compared.
  var passwords: [Password] { compared.withLock { $0 } }

  func hash(_ password: Password) async throws(AccountError) -> PasswordHash {
    try await hasher.hash(password)
  }

  func verify(
    _ password: Password, against hash: PasswordHash?
  ) async throws(AccountError) -> (matches: Bool, isOutdated: Bool) {
    compared.withLock { $0.append(password) }
    return try await hasher.verify(password, against: hash)
  }
}
