/// The form in which values of sync go over the network.
public enum WireFormat {
  /// The version of the protocol that this program speaks.
  public static let version = 1
}
