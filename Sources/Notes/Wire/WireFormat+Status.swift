public import NotesDomain

/// The status of each answer: 200, or that of the ``WireErrorCode`` that stands in it.
extension WireFormat {
  /// The status of the answer to a batch.
  public static func status(of reply: PushReply) -> Int {
    switch reply {
    case .results: 200
    case .epochChanged: WireErrorCode.epoch.status
    case .staleBatch: WireErrorCode.staleBatch.status
    case .deviceForked: WireErrorCode.deviceForked.status
    }
  }

  /// The status of the answer to a question for changes.
  public static func status(of reply: ChangesReply) -> Int {
    switch reply {
    case .page: 200
    case .epochChanged: WireErrorCode.epoch.status
    case .resync: WireErrorCode.resync.status
    }
  }

  /// The status of the answer to a piece of a blob.
  public static func status(of reply: BlobReply) -> Int {
    switch reply {
    case .progress: 200
    case .mismatch: WireErrorCode.mismatch.status
    case .refused(let refusal): WireErrorCode(rawValue: refusal.code)?.status ?? WireErrorCode.malformed.status
    }
  }

  /// The status of a piece of a blob: 206, since it is not all of it, and 200 when it is.
  public static func status(of piece: BlobPiece) -> Int {
    piece.bytes.count == piece.size ? 200 : 206
  }
}
