import NotesDomain
import NotesNetwork

extension TransportGate: BlobTransport {
  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    try await carry("asks how much there is of a file") { () async throws(TransportError) in
      try await blobs.progress(of: digest)
    }
  }

  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobReply {
    try await carry("sends a file from \(piece.offset)") { () async throws(TransportError) in
      try await blobs.send(piece)
    }
  }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    try await carry("asks for a file from \(offset)") { () async throws(TransportError) in
      try await blobs.piece(of: digest, from: offset, limit: limit)
    }
  }

  private func carry<Reply>(
    _ words: String, _ request: () async throws(TransportError) -> Reply
  ) async throws(TransportError) -> Reply {
    try leave()
    scene.note(.request, device, -2, "  device \(device): \(words)")
    let reply: Reply
    do throws(TransportError) {
      reply = try await request()
    } catch {
      scene.note(.reply, device, -2, "  device \(device): hears nothing: \(error)")
      throw error
    }
    try await arrive()
    return reply
  }
}
