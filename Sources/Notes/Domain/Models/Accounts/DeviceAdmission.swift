/// What became of a device that was to be added to an account.
public enum DeviceAdmission: Sendable, Hashable {
  /// The account has it.
  case added
  /// The account is no longer there, or has another password by now.
  case changed
  /// The account has as many devices as it may.
  case full
}
