package import NotesDomain

/// A password hash function with a deliberate cost.
package protocol PasswordHasher: Sendable {
  /// Hashes a new password with the current parameters. Takes about a second. Throws ``AccountError/outOfMemory`` only.
  func hash(_ password: Password) async throws(AccountError) -> PasswordHash

  /// Verifies a password against a hash, in a time that does not depend on the result. Without a hash no password matches,
  /// and the time is the same. Throws ``AccountError/outOfMemory`` only.
  ///
  /// - Returns: Whether they match, and whether the hash has outdated parameters.
  func verify(
    _ password: Password, against hash: PasswordHash?
  ) async throws(AccountError) -> (matches: Bool, isOutdated: Bool)
}
