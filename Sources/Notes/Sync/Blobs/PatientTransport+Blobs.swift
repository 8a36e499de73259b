import NotesDomain

extension PatientTransport {
  func progress(
    of digest: BlobDigest, report: @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> BlobProgress? {
    try await patiently(report) {
      do throws(TransportError) {
        let progress = try await blobs.progress(of: digest)
        if let progress { try ReplyCheck.check(progress) }
        return .success(progress)
      } catch {
        return .failure(error)
      }
    }
  }

  func send(_ piece: BlobPiece, report: @Sendable (SyncProgress) -> Void) async throws(SyncError) -> BlobReply {
    try await patiently(report) {
      do throws(TransportError) {
        let reply = try await blobs.send(piece)
        if case .progress(let progress) = reply {
          try ReplyCheck.check(progress)
          guard progress.size == piece.size else { throw .undecodable(detail: "an attachment of another size") }
        }
        return .success(reply)
      } catch {
        return .failure(error)
      }
    }
  }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, report: @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> BlobPiece? {
    try await patiently(report) {
      do throws(TransportError) {
        let piece = try await blobs.piece(of: digest, from: offset, limit: limit)
        if let piece { try ReplyCheck.check(piece, of: digest, from: offset, limit: limit) }
        return .success(piece)
      } catch {
        return .failure(error)
      }
    }
  }
}

extension ReplyCheck {
  static func check(_ progress: BlobProgress) throws(TransportError) {
    guard 0...max(0, progress.size) ~= progress.received, progress.size >= 0 else {
      throw .undecodable(detail: "more of an attachment than there is")
    }
  }

  static func check(
    _ piece: BlobPiece, of digest: BlobDigest, from offset: Int, limit: Int
  ) throws(TransportError) {
    guard piece.digest == digest, piece.offset == offset else {
      throw .undecodable(detail: "another piece than was asked for")
    }
    guard piece.bytes.count <= limit else { throw .undecodable(detail: "more bytes than were asked for") }
    guard piece.size >= 0, offset > piece.size || piece.bytes.count <= piece.size - offset else {
      throw .undecodable(detail: "a piece beyond the end")
    }
    // A vault that gives less would be asked without end.
    guard piece.bytes.count >= min(limit, piece.size - offset) else {
      throw .undecodable(detail: "fewer bytes than were asked for")
    }
  }
}
