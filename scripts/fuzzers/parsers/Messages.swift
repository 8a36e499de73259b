import NotesDomain
import NotesHTTPAPI

/// The bodies of requests and responses. The first byte selects the kind of message.
enum Messages {
  static func check(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let message = Array(bytes.dropFirst())
    let limit = MessageLimits.push
    switch kind {
    case UInt8(ascii: "b"):
      Fuzzing.checkRoundTrip({ try MessageFormat.decodePushBatch($0, limit: limit) }, MessageFormat.encode, message)
    case UInt8(ascii: "r"):
      Fuzzing.checkRoundTrip(
        { try MessageFormat.decodePushReply($0, to: batch, limit: limit) }, { MessageFormat.encode($0, to: batch) },
        message)
    case UInt8(ascii: "p"):
      Fuzzing.checkRoundTrip({ try MessageFormat.decodeChangesReply($0, limit: limit) }, MessageFormat.encode, message)
    case UInt8(ascii: "s"):
      Fuzzing.checkRoundTrip({ try MessageFormat.decodeSignInRequest($0, limit: limit) }, MessageFormat.encode, message)
    case UInt8(ascii: "c"):
      Fuzzing.checkRoundTrip(
        { try MessageFormat.decodePasswordChange($0, limit: limit) }, MessageFormat.encode, message)
    case UInt8(ascii: "t"):
      Fuzzing.checkRoundTrip({ try MessageFormat.decodeSignInReply($0, limit: limit) }, MessageFormat.encode, message)
    case UInt8(ascii: "d"):
      Fuzzing.checkRoundTrip({ try MessageFormat.decodeDevices($0, limit: limit) }, MessageFormat.encode, message)
    case UInt8(ascii: "u"):
      Fuzzing.checkRoundTrip({ try MessageFormat.decodeBlobReply($0, limit: limit) }, MessageFormat.encode, message)
    case UInt8(ascii: "w"):
      Fuzzing.checkRoundTrip({ try MessageFormat.decodeWatchReply($0, limit: limit) }, MessageFormat.encode, message)
    default:
      Fuzzing.checkRoundTrip({ try MessageFormat.decodeError($0, limit: limit) }, MessageFormat.encode, message)
    }
  }

  /// The batch to which replies are decoded, with three changes.
  private static let batch = PushBatch(
    epoch: Epoch(bits: 1), device: DeviceID(bits: 2), number: 17,
    changes: ["1", "2", "3"].compactMap { NoteID("00000000-0000-7000-8000-00000000000" + $0) }.map {
      PushChange(id: $0, base: .none, payload: nil)
    })
}

/// The values of header fields and queries, one on a line of its own.
enum Headers {
  static func check(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    Fuzzing.checkRoundTrip(ContentRangeHeader.init(_:), \.text, text)
    Fuzzing.checkRoundTrip(ByteRangeHeader.init(_:), \.text, text)
    Fuzzing.checkRoundTrip(BearerAuthorization.decode, BearerAuthorization.encode, text)
    Fuzzing.checkRoundTrip(RetryAfterHeader.decode, RetryAfterHeader.encode, text)
    Fuzzing.checkRoundTrip(MessageContentType.init(_:), \.rawValue, text)
    Fuzzing.checkRoundTrip(MessageFormat.decodeChangesRequest, MessageFormat.encode, text)
    Fuzzing.checkRoundTrip(MessageFormat.decodeWatchRequest, MessageFormat.encode, text)
    if let size = ContentRangeHeader.size(unsatisfied: text) { Fuzzing.check(size >= 0, "a negative size") }
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { return }
    if let progress = try? MessageFormat.decodeBlobProgress(received: parts[0], size: parts[1]) {
      Fuzzing.check(0...progress.size ~= progress.received, "more than everything was received")
    }
  }
}

/// Methods and paths: `GET /v1/devices`.
enum Routes {
  static func check(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let route = try? APIRoute(method: parts[0], path: parts[1]) else { return }
    Fuzzing.check(route.endpoint.method.rawValue == parts[0], "another method: \(route)")
    Fuzzing.check(Array(route.path.utf8) == Array(parts[1].utf8), "another path: \(route)")
  }
}
