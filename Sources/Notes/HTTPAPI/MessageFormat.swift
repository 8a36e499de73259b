package import NotesDomain

/// The encoding of requests and replies: JSON in UTF-8, without ambiguity.
///
/// Unknown members are ignored, so that newer programs can add some. Everything else is strict: no duplicate members,
/// integers without fraction and exponent, strings without lone surrogates.
package enum MessageFormat {
  /// The supported version of the protocol.
  package static let version = 1

  /// Parses a message, which is an object, and checks the protocol version if it has one.
  ///
  /// - Parameters:
  ///   - values: The maximum number of values, at any depth.
  ///   - needsVersion: Whether the message must have a version.
  static func message(
    _ bytes: [UInt8], limit: Int, values: Int = MessageLimits.values, needsVersion: Bool = false
  ) throws(MessageDecodingError) -> JSONObject {
    guard bytes.count <= limit else { throw .oversized(limit: limit) }
    var reader = JSONReader(bytes, values: values)
    let message = try reader.readMessage().object("the message")
    let found = try message["protocol"]?.integer("protocol")
    guard found.map({ $0 == Int64(version) }) ?? !needsVersion else {
      throw .unsupportedProtocol(found: found.map { Int(clamping: $0) }, supported: version)
    }
    return message
  }
}

/// An error of decoding a message.
package enum MessageDecodingError: Error, Sendable, Hashable {
  /// The version of the protocol is not supported.
  ///
  /// - Parameter found: The version of the message; `nil` when it has none.
  case unsupportedProtocol(found: Int?, supported: Int)
  /// The message is too long.
  case oversized(limit: Int)
  /// The message is incomplete or invalid.
  case undecodable(detail: String)
}

extension TransportError {
  /// Creates the error of a reply that cannot be decoded.
  package init(_ error: MessageDecodingError) {
    self =
      switch error {
      case .unsupportedProtocol(let found, let supported): .unsupportedProtocol(found: found, supported: supported)
      case .oversized(let limit): .oversized(limit: limit)
      case .undecodable(let detail): .undecodable(detail: detail)
      }
  }
}

/// The limits of messages, which are checked before decoding.
package enum MessageLimits {
  /// The maximum length of a path, in bytes.
  package static let path = 512
  /// The maximum length of a query, in bytes.
  package static let query = 1024
  /// The maximum size of a sign-in request, in bytes.
  package static let signIn = 8192
  /// The maximum size of a request for another password, in bytes.
  package static let passwordChange = 16_384
  /// The maximum size of a batch in bytes: 16 MB of notes, which a vault accepts at once, in Base64 with their properties.
  /// Devices send far smaller ones, unless a single note is larger.
  package static let push = 24_000_000
  /// The maximum size of a page and of a reply to a batch, in bytes.
  package static let reply = 32_000_000
  /// The maximum size of any other message, in bytes.
  package static let message = 1_000_000
  /// The maximum number of JSON values in a message. A full page has a third of them.
  static let values = 20_000
  /// The maximum number of JSON values in a batch, which also contains the blobs of each note.
  static let pushValues = 500_000
  /// The maximum length of an error's detail, in bytes.
  static let detail = 500
}
