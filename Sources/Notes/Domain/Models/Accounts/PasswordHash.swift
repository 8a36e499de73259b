/// What a server keeps of a password: enough to recognize it, with the parameters that it was made with.
public struct PasswordHash: Sendable, Hashable {
  /// The hash in the form of the PHC string format
  /// (<https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md>): `$scrypt$ln=17,r=8,p=1$…$…`.
  public let text: String

  /// Restores a hash.
  ///
  /// - Parameter text: What a ``PasswordHasher`` wrote.
  public init(text: String) {
    self.text = text
  }
}
