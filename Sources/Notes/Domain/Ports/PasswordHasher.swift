/// Turns passwords into what may be kept of them, at a cost that makes guessing expensive.
public protocol PasswordHasher: Sendable {
  /// Makes the hash of a new password, with the parameters of the day. Takes about a second.
  ///
  /// - Throws: ``AccountError/noMemory``.
  func hash(_ password: Password) async throws(AccountError) -> PasswordHash

  /// Compares a password with a hash. It takes as long whatever comes out.
  ///
  /// - Parameters:
  ///   - password: What somebody typed.
  ///   - hash: What is kept; `nil` for nobody, which costs the same and never matches.
  /// - Throws: ``AccountError/noMemory``.
  /// - Returns: Whether they match, and whether the hash should be made anew since its parameters are of an earlier day.
  func verify(
    _ password: Password, against hash: PasswordHash?
  ) async throws(AccountError) -> (matches: Bool, isOutdated: Bool)
}
