/// Where something changed that sync must carry to the other side.
public enum ChangeOrigin: Sendable, Hashable {
  /// On this device.
  case device
  /// In the vault.
  case vault
}
