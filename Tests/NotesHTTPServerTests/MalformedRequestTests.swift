import HTTPTypes
import HummingbirdTesting
import NIOCore
import NotesDomain
import NotesHTTPAPI
import NotesServer
import NotesTestSupport
import Testing

@testable import NotesHTTPServer

/// Thousands of malformed requests.
struct MalformedRequestTests {
  private static let secret = Array("what only eve may read".utf8)

  @Test func `no request breaks the server or reads another account's data`() async throws {
    let server = try TestServer(clock: ManualClock())
    let seed = UInt64(20_261_121)
    try await server.withClient { client in
      try await storeSecret(of: server.eve, client)
      var generator = RequestGenerator(seed: seed, server)
      for number in 1...10_000 {
        let request = generator.next()
        let reply = try await client.executeRequest(
          uri: request.target, method: request.method, headers: request.fields, body: request.body)
        let text = String(decoding: Array(buffer: reply.body), as: UTF8.self)
        let context = "request \(number) of seed \(seed): \(request.method) \(request.target.prefix(200))"
        #expect(reply.status.code < 500, "\(context)")
        #expect(!text.contains("eve") && !text.contains(Self.encodedSecret), "\(context)")
        if request.target.contains(server.eve.vault) { #expect(reply.status.code >= 400, "\(context)") }
      }
    }
  }

  private static var encodedSecret: String {
    let change = PushChange(id: SequentialNoteIDGenerator.id(1), base: .none, payload: secret)
    let batch = PushBatch(epoch: Epoch(bits: 0), device: DeviceID(bits: 0), number: 1, changes: [change])
    let message = String(decoding: MessageFormat.encode(batch), as: UTF8.self)
    return message.split(separator: "\"").first { $0.count == (secret.count + 2) / 3 * 4 }.map(String.init) ?? "?"
  }

  private func storeSecret(of tenant: Tenant, _ client: any TestClientProtocol) async throws {
    let first = try await client.send(.get, "/v1/vaults/\(tenant.vault)/changes?after=0&limit=1", as: tenant)
    guard case .epochChanged(let change) = try MessageFormat.decodeChangesReply(Array(buffer: first.body), limit: 1000)
    else { throw CancellationError() }
    let put = PushChange(id: SequentialNoteIDGenerator.id(1), base: .none, payload: Self.secret)
    let batch = PushBatch(epoch: change.epoch, device: DeviceID(bits: 5), number: 1, changes: [put])
    let reply = try await client.send(
      .post, "/v1/vaults/\(tenant.vault)/push", as: tenant, body: MessageFormat.encode(batch))
    #expect(reply.status == .ok)
    let page = try await client.send(
      .get, "/v1/vaults/\(tenant.vault)/changes?after=0&epoch=\(change.epoch)&limit=1", as: tenant)
    #expect(String(buffer: page.body).contains(Self.encodedSecret))
  }
}
