package import NotesDomain

extension MessageFormat {
  /// Writes the answer to a piece of a blob: `{"received":n,"size":n}`, or why it was not taken.
  ///
  /// - Parameter reply: The answer.
  package static func encode(_ reply: BlobUploadReply) -> [UInt8] {
    switch reply {
    case .progress(let progress):
      var writer = JSONWriter(capacity: 64)
      writer.beginObject()
      writer.add("received", Int64(progress.received))
      writer.add("size", Int64(progress.size))
      writer.endObject()
      return writer.bytes
    case .mismatch: return encode(APIError(.mismatch))
    case .refused(let refusal): return encode(error: refusal.code)
    }
  }

  /// Reads what ``encode(_:)-(BlobUploadReply)`` writes.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - limit: The most bytes that it may have.
  package static func decodeBlobReply(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> BlobUploadReply {
    let message = try message(bytes, limit: limit)
    try checkVersion(of: message, isNeeded: false)
    if message["error"] != nil {
      switch try message.text("error") {
      case APIErrorCode.mismatch.rawValue: return .mismatch
      case PushRefusal.tooLarge.code: return .refused(.tooLarge)
      case PushRefusal.overQuota.code: return .refused(.overQuota)
      default: throw .undecodable(detail: "an 'error' that no answer to a piece has")
      }
    }
    return .progress(
      try progress(received: message.integer("received", atLeast: 0), size: message.integer("size", atLeast: 0)))
  }

  /// Reads how much of a blob there is from the fields of an answer.
  ///
  /// - Parameters:
  ///   - received: What ``APIHeader/blobReceived`` says.
  ///   - size: What ``APIHeader/blobSize`` says.
  package static func decodeBlobProgress(received: String?, size: String?) throws(MessageDecodingError) -> BlobProgress {
    guard let received = received.flatMap(DecimalDigits.read), let size = size.flatMap(DecimalDigits.read) else {
      throw .undecodable(detail: "how much there is of a blob is missing, or no number")
    }
    return try progress(received: received, size: size)
  }

  private static func progress(received: Int64, size: Int64) throws(MessageDecodingError) -> BlobProgress {
    guard received <= size, size <= Int64(BlobPiece.maximumBlobBytes) else {
      throw .undecodable(detail: "more of a blob than there can be")
    }
    return BlobProgress(received: Int(received), size: Int(size))
  }
}
