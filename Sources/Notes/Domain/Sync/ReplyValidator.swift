/// The rules of replies, which reject those that no vault can give, before anything of them is used or remembered.
///
/// Each function throws ``TransportError/undecodable(detail:)``.
package enum ReplyValidator {
  /// Checks the reply to a batch: a result for each change, with revisions that increase and come after those that they replace.
  package static func check(_ reply: PushReply, to batch: PushBatch) throws(TransportError) {
    switch reply {
    case .results(let results):
      guard results.count == batch.changes.count else {
        throw .undecodable(detail: "\(results.count) results for \(batch.changes.count) changes")
      }
      var last = Revision.none
      for case (let change, .applied(let revision)) in zip(batch.changes, results) {
        guard revision > last else { throw .undecodable(detail: "revisions that do not increase") }
        // Otherwise this device would forget which versions come before its own.
        guard revision > change.base else { throw .undecodable(detail: "a revision before the one that it replaces") }
        last = revision
      }
      for case .conflict(let revision, _) in results where revision < .none {
        throw .undecodable(detail: "a negative revision")
      }
    case .epochChanged(let change): try check(change, from: batch.epoch)
    case .staleBatch, .deviceForked: break
    }
  }

  /// Checks the reply to a request for changes: items in order behind the requested position, up to the head.
  package static func check(_ reply: ChangesReply, to request: ChangesRequest) throws(TransportError) {
    switch reply {
    case .page(let page):
      var last = request.after
      for item in page.items {
        guard item.revision > last else { throw .undecodable(detail: "items that are not in order") }
        last = item.revision
      }
      guard last <= page.head else { throw .undecodable(detail: "a head before the items") }
      guard page.items.count <= request.limit else { throw .undecodable(detail: "more items than requested") }
      guard !page.hasMore || !page.items.isEmpty else {
        throw .undecodable(detail: "an empty page before the last one")
      }
    case .epochChanged(let change): try check(change, from: request.epoch)
    case .resync: break
    }
  }

  private static func check(_ change: EpochChange, from epoch: Epoch?) throws(TransportError) {
    guard change.epoch != epoch else { throw .undecodable(detail: "a change to the same epoch") }
    guard change.forkedAt >= .none else { throw .undecodable(detail: "a negative revision") }
  }

  /// Checks what a vault has of a blob.
  package static func check(_ progress: BlobProgress) throws(TransportError) {
    guard 0...max(0, progress.size) ~= progress.received, progress.size >= 0 else {
      throw .undecodable(detail: "more bytes of an attachment than its size")
    }
  }

  /// Checks that a piece is the requested one.
  package static func check(
    _ piece: BlobPiece, of digest: BlobDigest, from offset: Int, limit: Int
  ) throws(TransportError) {
    guard piece.digest == digest, piece.offset == offset else {
      throw .undecodable(detail: "another piece than requested")
    }
    guard piece.bytes.count <= limit else { throw .undecodable(detail: "more bytes than requested") }
    guard piece.size >= 0, offset > piece.size || piece.bytes.count <= piece.size - offset else {
      throw .undecodable(detail: "a piece beyond the end")
    }
    // With fewer bytes than requested, the download might never end.
    guard piece.bytes.count >= min(limit, piece.size - offset) else {
      throw .undecodable(detail: "fewer bytes than requested")
    }
  }
}
