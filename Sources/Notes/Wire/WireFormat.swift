/// The form in which values of sync go over the network: JSON in UTF-8, and nothing that a reader would have to guess.
///
/// Members that a reader does not know are passed over, so that a newer program can add some. Everything else must be as it
/// is written here: one member of each name, whole numbers without fraction or exponent, text without a lone surrogate.
public enum WireFormat {
  /// The version of the protocol that this program speaks.
  public static let version = 1

  /// Reads a whole message, an object.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - limit: The most bytes that it may have.
  ///   - values: The most values that it may have, at any depth.
  static func message(
    _ bytes: [UInt8], limit: Int, values: Int = WireLimit.values
  ) throws(WireProblem) -> JSONObject {
    guard bytes.count <= limit else { throw .oversized(limit: limit) }
    var reader = JSONReader(bytes, values: values)
    return try reader.readMessage().object("the message")
  }

  /// Looks at the version that a message names.
  static func checkVersion(of message: JSONObject, isNeeded: Bool) throws(WireProblem) {
    guard let version = message["protocol"] else {
      if isNeeded { throw .unsupportedProtocol(found: nil, supported: Self.version) }
      return
    }
    let found = try version.integer("protocol")
    guard found == Int64(Self.version) else {
      throw .unsupportedProtocol(found: Int(clamping: found), supported: Self.version)
    }
  }
}
