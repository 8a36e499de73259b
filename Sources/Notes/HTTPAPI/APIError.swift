package import NotesDomain

/// The codes of errors in `{"error":"…"}`, each with its HTTP status.
///
/// This is the only table of them, used by client and server.
package enum APIErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The request line or a header field is invalid.
  case badRequest = "bad_request"
  /// The token is missing or unknown.
  case unauthorized = "unauthorized"
  /// There is no such account, or the password is wrong. Also the current password of a change.
  case badCredentials = "bad_credentials"
  /// The resource does not exist, or the client may not access it.
  case notFound = "not_found"
  /// The account has no such device.
  case unknownDevice = "unknown_device"
  /// The resource does not support the method.
  case wrongMethod = "wrong_method"
  /// The request took too long to arrive.
  case tooSlow = "too_slow"
  /// The vault is in another epoch.
  case epoch = "epoch"
  /// The batch is not the next one.
  case staleBatch = "stale_batch"
  /// Another batch with this number was applied.
  case deviceForked = "device_forked"
  /// The account has the maximum number of devices.
  case tooManyDevices = "too_many_devices"
  /// The vault has removed tombstones that the device needs.
  case resync = "resync"
  /// The body is too long.
  case tooLarge = "too_large"
  /// The path or the query is too long.
  case targetTooLong = "long_target"
  /// The body is compressed, or has an unsupported media type.
  case unsupportedType = "unsupported_type"
  /// The range starts beyond the end of the blob.
  case badRange = "bad_range"
  /// The body is not a valid message.
  case malformed = "malformed"
  /// The new password is too short.
  case shortPassword = "short_password"
  /// The new password is one of the most common ones, or nearly one.
  case commonPassword = "common_password"
  /// The new password is little more than the name of the account or of the server.
  case namePassword = "name_password"
  /// The server does not support the version of the protocol.
  case unsupportedProtocol = "unsupported_protocol"
  /// The blob does not match its digest.
  case mismatch = "mismatch"
  /// There were too many requests.
  case rateLimited = "rate_limited"
  /// The header fields are too many or too long.
  case headersTooLarge = "long_fields"
  /// An internal error of the server.
  case failed = "failed"
  /// The server is temporarily unavailable.
  case unavailable = "unavailable"
  /// The vault is full.
  case overQuota = "over_quota"

  /// The HTTP status.
  package var status: Int {
    switch self {
    case .badRequest: 400
    case .unauthorized, .badCredentials: 401
    case .notFound, .unknownDevice: 404
    case .wrongMethod: 405
    case .tooSlow: 408
    case .epoch, .staleBatch, .deviceForked, .tooManyDevices: 409
    case .resync: 410
    case .tooLarge: 413
    case .targetTooLong: 414
    case .unsupportedType: 415
    case .badRange: 416
    case .malformed, .unsupportedProtocol, .mismatch, .shortPassword, .commonPassword, .namePassword: 422
    case .rateLimited: 429
    case .headersTooLarge: 431
    case .failed: 500
    case .unavailable: 503
    case .overQuota: 507
    }
  }
}

extension APIErrorCode {
  /// The code of a weak password.
  package init(_ weakness: PasswordWeakness) {
    self =
      switch weakness {
      case .tooShort: .shortPassword
      case .common: .commonPassword
      case .resemblesName: .namePassword
      }
  }

  /// The weakness of a password; `nil` for other codes.
  package var passwordWeakness: PasswordWeakness? { PasswordWeakness.allCases.first { APIErrorCode($0) == self } }
}

/// An error reply of a server: `{"detail":"…","error":"malformed"}`.
package struct APIError: Error, Sendable, Hashable {
  package let code: APIErrorCode
  /// A description for people.
  package let detail: String?

  /// Creates an error. The detail must not be confidential, and is dropped above 500 bytes.
  package init(_ code: APIErrorCode, detail: String? = nil) {
    self.code = code
    self.detail = detail.flatMap { $0.utf8.count <= MessageLimits.detail ? $0 : nil }
  }

  /// Creates the error of a request that cannot be decoded.
  package init(_ error: MessageDecodingError) {
    switch error {
    case .unsupportedProtocol: self.init(.unsupportedProtocol)
    case .oversized(let limit): self.init(.tooLarge, detail: "more than \(limit) bytes")
    case .undecodable(let detail): self.init(.malformed, detail: detail)
    }
  }
}

extension MessageFormat {
  /// Encodes an error: `{"error":"not_found"}`. A protocol error includes the supported version.
  package static func encode(_ error: APIError) -> [UInt8] {
    encode(
      error: error.code.rawValue, detail: error.detail, version: error.code == .unsupportedProtocol ? version : nil)
  }

  /// Decodes an error; `nil` for an unknown code, in which case only the HTTP status is known.
  package static func decodeError(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> APIError? {
    let message = try message(bytes, limit: limit)
    let code = try message.text("error")
    var detail: String?
    if message["detail"] != nil {
      detail = try message.text("detail")
      guard detail?.utf8.count ?? 0 <= MessageLimits.detail else { throw .undecodable(detail: "'detail' is too long") }
    }
    return APIErrorCode(rawValue: code).map { APIError($0, detail: detail) }
  }

  static func encode(error code: String, detail: String? = nil, version: Int? = nil) -> [UInt8] {
    JSONWriter.message(capacity: 64) { writer in
      if let detail { writer.add("detail", detail) }
      writer.add("error", code)
      if let version { writer.add("protocol", Int64(version)) }
    }
  }

  /// Returns the HTTP status of a reply to a batch.
  package static func status(of reply: PushReply) -> Int {
    switch reply {
    case .results: 200
    case .epochChanged: APIErrorCode.epoch.status
    case .staleBatch: APIErrorCode.staleBatch.status
    case .deviceForked: APIErrorCode.deviceForked.status
    }
  }

  /// Returns the HTTP status of a reply to a request for changes.
  package static func status(of reply: ChangesReply) -> Int {
    switch reply {
    case .page: 200
    case .epochChanged: APIErrorCode.epoch.status
    case .resync: APIErrorCode.resync.status
    }
  }

  /// Returns the HTTP status of a reply to a piece of a blob.
  package static func status(of reply: BlobUploadReply) -> Int {
    switch reply {
    case .progress: 200
    case .mismatch: APIErrorCode.mismatch.status
    case .refused(let refusal): APIErrorCode(rawValue: refusal.code)?.status ?? APIErrorCode.malformed.status
    }
  }

  /// Returns the HTTP status of a piece of a blob: 206, or 200 when it is the whole blob.
  package static func status(of piece: BlobPiece) -> Int {
    piece.bytes.count == piece.size ? 200 : 206
  }
}
