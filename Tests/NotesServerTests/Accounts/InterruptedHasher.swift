import NotesDomain
import NotesHosting
import NotesTestSupport
import Synchronization

/// A hasher that calls a function during its first verification.
final class InterruptedHasher: PasswordHasher {
  private let hasher: FastPasswordHasher
  private let happening: @Sendable () async throws -> Void
  private let isLeft = Mutex(true)

  /// - Parameters:
  ///   - hasher: What does the work.
  ///   - happening: What happens during the first comparison.
  init(_ hasher: FastPasswordHasher, happening: @escaping @Sendable () async throws -> Void) {
    self.hasher = hasher
    self.happening = happening
  }

  func hash(_ password: Password) async throws(AccountError) -> PasswordHash {
    try await hasher.hash(password)
  }

  func verify(
    _ password: Password, against hash: PasswordHash?
  ) async throws(AccountError) -> (matches: Bool, isOutdated: Bool) {
    let answer = try await hasher.verify(password, against: hash)
    let isFirst = isLeft.withLock { isLeft in
      defer { isLeft = false }
      return isLeft
    }
    if isFirst { try? await happening() }
    return answer
  }
}
