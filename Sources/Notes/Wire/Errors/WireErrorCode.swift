/// Why a server does not do what a request asks: what stands in `{"error":"…"}`, and the status that goes with it.
///
/// This is the only table of them. Both sides use it, so that neither says or understands something else.
public enum WireErrorCode: String, Sendable, Hashable, CaseIterable {
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
  public var status: Int {
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
