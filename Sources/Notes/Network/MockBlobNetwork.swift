package import NotesDomain

/// The way of blobs over a network that is only played, whose faults they meet as everything else does.
package struct MockBlobNetwork: BlobTransport {
  let network: MockNetwork
  let service: any BlobService

  /// Creates the way of blobs.
  ///
  /// - Parameters:
  ///   - network: The network that they go over.
  ///   - service: The other side.
  package init(network: MockNetwork, service: any BlobService) {
    self.network = network
    self.service = service
  }

  /// How much of a blob the vault holds.
  package func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    try await network.carry { () async throws(TransportError) in
      try await asked { () async throws(ServiceError) in try await service.progress(of: digest, in: network.vault) }
    }
  }

  /// Sends a piece.
  package func send(_ piece: BlobPiece) async throws(TransportError) -> BlobReply {
    try await network.carry { () async throws(TransportError) in
      try await asked { () async throws(ServiceError) in try await service.receive(piece, in: network.vault) }
    }
  }

  /// Asks for a piece.
  package func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    try await network.carry { () async throws(TransportError) in
      try await asked { () async throws(ServiceError) in
        try await service.piece(of: digest, from: offset, limit: limit, in: network.vault)
      }
    }
  }

  private func asked<Reply>(_ ask: () async throws(ServiceError) -> Reply) async throws(TransportError) -> Reply {
    do throws(ServiceError) {
      return try await ask()
    } catch {
      throw TransportError(error)
    }
  }
}
