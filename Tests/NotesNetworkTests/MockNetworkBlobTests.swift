import NotesDomain
import NotesNetwork
import NotesServer
import NotesTestSupport
import Testing
import Wiring

@Suite("Blobs over the mock network") struct MockNetworkBlobTests {
  private static let content = Array("a photo of a tomato".utf8)

  private let store = InMemoryServerStore()

  private func transport(
    _ settings: NetworkSettings = NetworkSettings(mockNetwork: "/server"),
    _ change: (inout NetworkFaults) -> Void = { _ in }
  ) async throws -> any BlobTransport {
    var faults = NetworkFaults.none
    change(&faults)
    let parts = ServerParts(settings) { [store] in store }
    return try Plan((any VaultTransport).self, modules: [NetworkModule(), ServerModule(), parts]) {
      $0.replace(NetworkFaults.self, with: faults)
    }.build().root
  }

  @Test func `without faults, requests reach the vault of the settings`() async throws {
    let vault = try #require(VaultID("family"))
    let transport = try await transport(NetworkSettings(mockNetwork: "/server", vault: vault))
    #expect(try await transport.progress(of: .of(Self.content)) == nil)
    let some = BlobProgress(received: 4, size: 19)
    #expect(try await transport.send(BlobPiece(of: Self.content, 0..<4)) == .progress(some))
    #expect(try await transport.progress(of: .of(Self.content)) == some)
    #expect(try await transport.piece(of: .of(Self.content), from: 0, limit: 9) == nil)
    _ = try await transport.send(BlobPiece(of: Self.content, 4..<19))
    let expected = BlobPiece(of: Self.content, 2..<11)
    #expect(try await transport.piece(of: .of(Self.content), from: 2, limit: 9) == expected)
    #expect(try await self.transport().progress(of: .of(Self.content)) == nil)
  }

  @Test func `requests and replies are lost`() async throws {
    let lossy = try await transport { $0.loss = Probability(percent: 40) }
    let plain = try await transport()
    var (isSent, losses) = (false, 0)
    while !isSent {
      do throws(TransportError) {
        _ = try await lossy.send(BlobPiece(of: Self.content))
        isSent = true
      } catch {
        losses += 1
        #expect(losses < 100)
      }
    }
    #expect(try await plain.progress(of: .of(Self.content))?.isComplete == true)
  }

  @Test func `a truncated reply is an error`() async throws {
    let transport = try await transport { $0.truncation = .always }
    await #expect(throws: TransportError.undecodable(detail: "the reply is cut off")) {
      try await transport.send(BlobPiece(of: Self.content))
    }
    #expect(try await self.transport().progress(of: .of(Self.content))?.isComplete == true)
  }

  @Test func `without a network, requests fail, and no server is created`() async throws {
    let transport = try await transport(NetworkSettings(mockNetwork: nil))
    await #expect(throws: TransportError.notConfigured) { try await transport.progress(of: .of([])) }
    await #expect(throws: TransportError.notConfigured) { try await transport.send(BlobPiece(of: [])) }
    await #expect(throws: TransportError.notConfigured) { try await transport.piece(of: .of([]), from: 0, limit: 1) }
    #expect(try await store.vaults() == [])
  }
}
