package import NotesDomain

extension MessageFormat {
  /// Encodes a reply to a piece of a blob: `{"received":n,"size":n}`, or an error.
  package static func encode(_ reply: BlobUploadReply) -> [UInt8] {
    switch reply {
    case .progress(let progress):
      JSONWriter.message(capacity: 64) { writer in
        writer.add("received", Int64(progress.received))
        writer.add("size", Int64(progress.size))
      }
    case .mismatch: encode(APIError(.mismatch))
    case .refused(let refusal): encode(error: refusal.code)
    }
  }

  /// Decodes a reply to a piece of a blob.
  package static func decodeBlobReply(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> BlobUploadReply {
    let message = try message(bytes, limit: limit)
    if message["error"] != nil {
      switch try message.text("error") {
      case APIErrorCode.mismatch.rawValue: return .mismatch
      case PushRefusal.tooLarge.code: return .refused(.tooLarge)
      case PushRefusal.overQuota.code: return .refused(.overQuota)
      default: throw .undecodable(detail: "unexpected 'error' in a reply to a piece")
      }
    }
    return .progress(
      try progress(received: message.integer("received", atLeast: 0), size: message.integer("size", atLeast: 0)))
  }

  /// Decodes the stored part of a blob from ``APIHeader/blobReceived`` and ``APIHeader/blobSize``.
  package static func decodeBlobProgress(received: String?, size: String?) throws(MessageDecodingError) -> BlobProgress
  {
    guard let received = received.flatMap(DecimalDigits.read), let size = size.flatMap(DecimalDigits.read) else {
      throw .undecodable(detail: "missing or invalid blob size")
    }
    return try progress(received: received, size: size)
  }

  private static func progress(received: Int64, size: Int64) throws(MessageDecodingError) -> BlobProgress {
    guard received <= size, size <= Int64(BlobPiece.maximumBlobBytes) else {
      throw .undecodable(detail: "impossible blob size")
    }
    return BlobProgress(received: Int(received), size: Int(size))
  }
}
