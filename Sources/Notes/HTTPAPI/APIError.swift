package import NotesDomain

/// Why a server does not do what a request asks: what stands in `{"error":"…"}`, and the status that goes with it.
///
/// This is the only table of them. Both sides use it, so that neither says or understands something else.
package enum APIErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The request's line or fields make no sense.
  case badRequest = "bad_request"
  /// The token is missing, or means nothing.
  case unauthorized = "unauthorized"
  /// There is no such account, or its password is another.
  case badCredentials = "bad_credentials"
  /// There is nothing there, or nothing for whoever asks.
  case notFound = "not_found"
  /// The account has no such device.
  case unknownDevice = "unknown_device"
  /// What is there does not answer to this method.
  case wrongMethod = "wrong_method"
  /// The request took too long to arrive.
  case tooSlow = "too_slow"
  /// The vault has another epoch.
  case epoch = "epoch"
  /// The batch is not the next one.
  case staleBatch = "stale_batch"
  /// Another batch of the same number was executed.
  case deviceForked = "device_forked"
  /// The account has as many devices as it may.
  case tooManyDevices = "too_many_devices"
  /// The vault has forgotten deletions that the device needs.
  case resync = "resync"
  /// The body is too long.
  case tooLarge = "too_large"
  /// The path or the query is too long.
  case longTarget = "long_target"
  /// The body is compressed, or is not of the type that belongs there.
  case unsupportedType = "unsupported_type"
  /// The blob ends before the piece begins.
  case badRange = "bad_range"
  /// The body says what no message can say.
  case malformed = "malformed"
  /// The message is of a version of the protocol that the server does not speak.
  case unsupportedProtocol = "unsupported_protocol"
  /// The blob is not what its name says.
  case mismatch = "mismatch"
  /// There were too many requests, or tries.
  case rateLimited = "rate_limited"
  /// The request has too many fields, or too long ones.
  case longFields = "long_fields"
  /// Something is wrong with the server.
  case failed = "failed"
  /// The server cannot serve right now.
  case unavailable = "unavailable"
  /// The vault is full.
  case overQuota = "over_quota"

  /// The status of an answer that says so.
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
    case .longTarget: 414
    case .unsupportedType: 415
    case .badRange: 416
    case .malformed, .unsupportedProtocol, .mismatch: 422
    case .rateLimited: 429
    case .longFields: 431
    case .failed: 500
    case .unavailable: 503
    case .overQuota: 507
    }
  }
}

/// What a server says when it does not do what a request asks: `{"detail":"…","error":"malformed"}`.
package struct APIError: Error, Sendable, Hashable {
  /// Why.
  package let code: APIErrorCode
  /// More about it, for people.
  package let detail: String?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: Why.
  ///   - detail: More about it, for people: nothing that only some may know. Above 500 bytes it is left out.
  package init(_ code: APIErrorCode, detail: String? = nil) {
    self.code = code
    self.detail = detail.flatMap { $0.utf8.count <= MessageLimits.detail ? $0 : nil }
  }

  /// Says what is wrong with a request.
  ///
  /// - Parameter problem: What its reader found.
  package init(_ problem: MessageDecodingError) {
    switch problem {
    case .unsupportedProtocol: self.init(.unsupportedProtocol)
    case .oversized(let limit): self.init(.tooLarge, detail: "more than \(limit) bytes")
    case .undecodable(let detail): self.init(.malformed, detail: detail)
    }
  }
}

extension MessageFormat {
  /// Writes an error: `{"error":"not_found"}`. One about the protocol says which version there is.
  ///
  /// - Parameter error: The error.
  package static func encode(_ error: APIError) -> [UInt8] {
    encode(
      error: error.code.rawValue, detail: error.detail, version: error.code == .unsupportedProtocol ? version : nil)
  }

  /// Reads what ``encode(_:)-(APIError)`` writes.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - limit: The most bytes that it may have.
  /// - Returns: `nil` for a reason that this program does not know; the status of the answer is what is left then.
  package static func decodeError(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> APIError? {
    let message = try message(bytes, limit: limit)
    try checkVersion(of: message, isNeeded: false)
    let code = try message.text("error")
    var detail: String?
    if message["detail"] != nil {
      detail = try message.text("detail")
      guard detail?.utf8.count ?? 0 <= MessageLimits.detail else { throw .undecodable(detail: "'detail' is too long") }
    }
    return APIErrorCode(rawValue: code).map { APIError($0, detail: detail) }
  }

  static func encode(error code: String, detail: String? = nil, version: Int? = nil) -> [UInt8] {
    var writer = JSONWriter(capacity: 64)
    writer.beginObject()
    if let detail { writer.add("detail", detail) }
    writer.add("error", code)
    if let version { writer.add("protocol", Int64(version)) }
    writer.endObject()
    return writer.bytes
  }
}

/// The status of each answer: 200, or that of the ``APIErrorCode`` that stands in it.
extension MessageFormat {
  /// The status of the answer to a batch.
  package static func status(of reply: PushReply) -> Int {
    switch reply {
    case .results: 200
    case .epochChanged: APIErrorCode.epoch.status
    case .staleBatch: APIErrorCode.staleBatch.status
    case .deviceForked: APIErrorCode.deviceForked.status
    }
  }

  /// The status of the answer to a question for changes.
  package static func status(of reply: ChangesReply) -> Int {
    switch reply {
    case .page: 200
    case .epochChanged: APIErrorCode.epoch.status
    case .resync: APIErrorCode.resync.status
    }
  }

  /// The status of the answer to a piece of a blob.
  package static func status(of reply: BlobUploadReply) -> Int {
    switch reply {
    case .progress: 200
    case .mismatch: APIErrorCode.mismatch.status
    case .refused(let refusal): APIErrorCode(rawValue: refusal.code)?.status ?? APIErrorCode.malformed.status
    }
  }

  /// The status of a piece of a blob: 206, since it is not all of it, and 200 when it is.
  package static func status(of piece: BlobPiece) -> Int {
    piece.bytes.count == piece.size ? 200 : 206
  }
}
