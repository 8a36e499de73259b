/// Why a device's credentials could not be read or kept.
public enum CredentialError: Error, Sendable, Hashable {
  /// Others on this machine can read the file, so that what is in it is not secret any more.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - mode: Its permissions, such as 0o644.
  case exposed(path: String, mode: UInt16)
  /// The file belongs to another user, or is not a plain file.
  case notOurs(path: String)
  /// What is in the file are no credentials.
  case damaged(path: String)
  /// Reading or writing the file failed.
  case failed(path: String, detail: String)
}
