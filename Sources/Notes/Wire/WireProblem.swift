/// Why bytes are no message of the protocol.
public enum WireProblem: Error, Sendable, Hashable {
  /// The message is of a version of the protocol that this program does not speak.
  ///
  /// - Parameters:
  ///   - found: The version; `nil` when the message does not say.
  ///   - supported: The version that this program speaks.
  case unsupportedProtocol(found: Int?, supported: Int)
  /// The message is longer than allowed.
  ///
  /// - Parameter limit: The most bytes.
  case oversized(limit: Int)
  /// The bytes are cut off, or say what no message can say.
  case undecodable(detail: String)
}
