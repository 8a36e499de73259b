package import NotesDomain

/// The names of fields that stand in front of messages.
package enum APIHeader {
  /// In the answer to ``APIEndpoint/blobProgress``: how many bytes of the blob are there.
  package static let blobReceived = "Notes-Blob-Received"
  /// In the answer to ``APIEndpoint/blobProgress``: how many bytes the blob has.
  package static let blobSize = "Notes-Blob-Size"
  /// With the body of ``APIEndpoint/sendBlob`` and ``APIEndpoint/blob``: see ``ContentRangeHeader``.
  package static let contentRange = "Content-Range"
  /// In ``APIEndpoint/blob``: see ``ByteRangeHeader``.
  package static let range = "Range"
  /// The token: see ``BearerAuthorization``.
  package static let authorization = "Authorization"
  /// When to try again: see ``RetryAfterHeader``.
  package static let retryAfter = "Retry-After"
  /// What the server's log calls the request.
  package static let requestID = "X-Request-ID"
}

/// What a body is.
package enum MessageContentType: String, Sendable, Hashable {
  /// A message of ``MessageFormat``.
  case json = "application/json"
  /// Bytes of a blob.
  case bytes = "application/octet-stream"

  /// Reads the value of `Content-Type`, whose parameters are passed over: the bodies here are what they are.
  ///
  /// - Parameter text: The value.
  /// - Returns: `nil` for a type that no body of the protocol has.
  package init?(_ text: String) {
    let type = text.prefix { $0 != ";" }
    let trimmed = type.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
    self.init(rawValue: String(trimmed).lowercased())
  }
}

/// How a request carries its token: `Authorization: Bearer notes_…`.
package enum BearerAuthorization {
  private static let scheme = "bearer "

  /// Writes the value of the field.
  ///
  /// - Parameter token: The token.
  package static func encode(_ token: DeviceToken) -> String { "Bearer \(token.text)" }

  /// Reads what ``encode(_:)`` writes.
  ///
  /// - Parameter text: The value of the field.
  /// - Returns: `nil` when it is anything else.
  package static func decode(_ text: String) -> DeviceToken? {
    guard text.prefix(scheme.count).lowercased() == scheme else { return nil }
    return DeviceToken(String(text.dropFirst(scheme.count)))
  }
}

/// When to try again, in whole seconds from now. The other form that HTTP has, a date, is not understood: it would depend
/// on two clocks.
package enum RetryAfterHeader {
  /// Writes the value of the field.
  ///
  /// - Parameter milliseconds: The time from now, which is rounded up.
  package static func encode(milliseconds: Int) -> String {
    let seconds = milliseconds / 1000 + (milliseconds % 1000 > 0 ? 1 : 0)
    return String(max(0, seconds))
  }

  /// Reads what ``encode(milliseconds:)`` writes.
  ///
  /// - Parameter text: The value of the field.
  /// - Returns: The time from now in milliseconds, a day at most; `nil` when the value is anything else.
  package static func decode(_ text: String) -> Int? {
    DecimalDigits.read(text).map { Int(min($0, 86_400)) * 1000 }
  }
}

/// Whole numbers as they stand in the fields of a message: digits only, without a sign or a space.
enum DecimalDigits {
  /// Reads a number.
  ///
  /// - Returns: `nil` when the text is anything else, or the number has more than 18 digits.
  static func read(_ text: some StringProtocol) -> Int64? {
    guard 1...18 ~= text.utf8.count, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      return nil
    }
    return Int64(text)
  }
}
