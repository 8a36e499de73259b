package import NotesDomain

/// The form in which values of sync go over the network: JSON in UTF-8, and nothing that a reader would have to guess.
///
/// Members that a reader does not know are passed over, so that a newer program can add some. Everything else must be as it
/// is written here: one member of each name, whole numbers without fraction or exponent, text without a lone surrogate.
package enum MessageFormat {
  /// The version of the protocol that this program speaks.
  package static let version = 1

  /// Reads a whole message, an object.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - limit: The most bytes that it may have.
  ///   - values: The most values that it may have, at any depth.
  static func message(
    _ bytes: [UInt8], limit: Int, values: Int = MessageLimits.values
  ) throws(MessageDecodingError) -> JSONObject {
    guard bytes.count <= limit else { throw .oversized(limit: limit) }
    var reader = JSONReader(bytes, values: values)
    return try reader.readMessage().object("the message")
  }

  /// Looks at the version that a message names.
  static func checkVersion(of message: JSONObject, isNeeded: Bool) throws(MessageDecodingError) {
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

/// Why bytes are no message of the protocol.
package enum MessageDecodingError: Error, Sendable, Hashable {
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

extension TransportError {
  /// What a device makes of an answer that it cannot read.
  ///
  /// - Parameter problem: What the answer's reader found.
  package init(_ problem: MessageDecodingError) {
    self =
      switch problem {
      case .unsupportedProtocol(let found, let supported): .unsupportedProtocol(found: found, supported: supported)
      case .oversized(let limit): .oversized(limit: limit)
      case .undecodable(let detail): .undecodable(detail: detail)
      }
  }
}

/// How much of anything is read: what is longer is refused before it is understood.
package enum MessageLimits {
  /// The most bytes of a path.
  package static let path = 512
  /// The most bytes of a query.
  package static let query = 1024
  /// The most bytes of the body of a request to sign in.
  package static let signIn = 8192
  /// The most bytes of the body of a batch: what a vault takes at once, as Base64, with names and numbers around it.
  package static let push = 32_000_000
  /// The most bytes of a page, and of the answer to a batch.
  package static let reply = 32_000_000
  /// The most bytes of any other message: a list of devices, an error.
  package static let message = 1_000_000
  /// The most values of JSON in a message: a full page has a third of it.
  static let values = 20_000
  /// The most values of JSON in a batch, which also names each blob that a note refers to.
  static let pushValues = 500_000
  /// The most bytes of an error's detail.
  static let detail = 500
}
