package import NotesDomain

/// The names of header fields.
package enum APIHeader {
  /// The number of stored bytes, in the reply to ``APIEndpoint/blobProgress``.
  package static let blobReceived = "Notes-Blob-Received"
  /// The size of the blob in bytes, in the reply to ``APIEndpoint/blobProgress``.
  package static let blobSize = "Notes-Blob-Size"
  /// The range of the body in the blob, for ``APIEndpoint/sendBlob`` and ``APIEndpoint/blob``; see
  /// ``ContentRangeHeader``.
  package static let contentRange = "Content-Range"
  /// The requested range, for ``APIEndpoint/blob``; see ``ByteRangeHeader``.
  package static let range = "Range"
  /// The token; see ``BearerAuthorization``.
  package static let authorization = "Authorization"
  /// The time until a retry; see ``RetryAfterHeader``.
  package static let retryAfter = "Retry-After"
  /// The identifier of the request in the server's log.
  package static let requestID = "X-Request-ID"
}

/// The media types of bodies.
package enum MessageContentType: String, Sendable, Hashable {
  /// A message of ``MessageFormat``.
  case json = "application/json"
  /// The content of a blob.
  case bytes = "application/octet-stream"

  /// Parses the value of `Content-Type`, ignoring its parameters; `nil` for an unsupported media type.
  package init?(_ text: String) {
    let type = text.prefix { $0 != ";" }
    let trimmed = type.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
    self.init(rawValue: String(trimmed).lowercased())
  }
}

/// The encoding of a token as `Authorization: Bearer notes_…`.
package enum BearerAuthorization {
  private static let scheme = "bearer "

  /// Encodes the value of the field.
  package static func encode(_ token: DeviceToken) -> String { "Bearer \(token.text)" }

  /// Decodes the value of the field; `nil` for an invalid value.
  package static func decode(_ text: String) -> DeviceToken? {
    guard text.prefix(scheme.count).lowercased() == scheme else { return nil }
    return DeviceToken(String(text.dropFirst(scheme.count)))
  }
}

/// The encoding of `Retry-After` as whole seconds. The alternative form, a date, is not supported, since it depends on
/// two clocks.
package enum RetryAfterHeader {
  /// Encodes a duration, rounded up to seconds.
  package static func encode(_ duration: Duration) -> String { String(max(0, duration.secondsRoundedUp)) }

  /// Decodes the value of the field.
  ///
  /// - Returns: The duration, at most a day; `nil` for an invalid value.
  package static func decode(_ text: String) -> Duration? {
    DecimalDigits.read(text).map { .seconds(min($0, 86_400)) }
  }
}

/// Whole numbers in header fields: decimal digits without sign or space.
enum DecimalDigits {
  /// Parses a number; `nil` when the text is anything else or has more than 18 digits.
  static func read(_ text: some StringProtocol) -> Int64? {
    guard 1...18 ~= text.utf8.count, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      return nil
    }
    return Int64(text)
  }
}
