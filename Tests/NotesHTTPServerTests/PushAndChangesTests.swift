import HTTPTypes
import HummingbirdTesting
import NIOCore
import NotesDomain
import NotesHTTPAPI
import NotesTestSupport
import Testing

@testable import NotesHTTPServer

struct PushAndChangesTests {
  @Test func `a pushed batch is stored, and its changes are sent`() async throws {
    let server = try TestServer()
    try await server.withClient { client in
      // Given
      let first = try await client.send(
        .get, "/v1/vaults/\(server.ada.vault)/changes?after=0&limit=10", as: server.ada)
      #expect(first.status == .conflict)
      guard
        case .epochChanged(let change) = try MessageFormat.decodeChangesReply(Array(buffer: first.body), limit: 1000)
      else { return #expect(Bool(false), "a new vault begins an epoch") }
      // When
      let put = PushChange(id: SequentialNoteIDGenerator.id(1), base: .none, payload: [1, 2, 3])
      let batch = PushBatch(epoch: change.epoch, device: DeviceID(bits: 5), number: 1, changes: [put])
      let pushed = try await client.send(
        .post, "/v1/vaults/\(server.ada.vault)/push", as: server.ada, body: MessageFormat.encode(batch))
      // Then
      #expect(pushed.status == .ok)
      #expect(String(buffer: pushed.body) == #"{"n":1,"results":[{"rev":1,"s":"applied"}]}"#)
      let page = try await client.send(
        .get, "/v1/vaults/\(server.ada.vault)/changes?after=0&epoch=\(change.epoch)&limit=10", as: server.ada)
      #expect(page.status == .ok)
      guard case .page(let changes) = try MessageFormat.decodeChangesReply(Array(buffer: page.body), limit: 1000) else {
        return #expect(Bool(false), "there is a page")
      }
      #expect(changes.items.map(\.payload) == [[1, 2, 3]])
      // Also when the device knows it already
      let target = "/v1/vaults/\(server.ada.vault)/changes?after=1&epoch=\(change.epoch)&limit=1&only="
      let item = try await client.send(.get, target + "\(put.id)", as: server.ada)
      #expect(item.status == .ok)
      #expect(String(buffer: item.body) == String(buffer: page.body))
      let none = try await client.send(.get, target + "\(Keyring.item)", as: server.ada)
      #expect(String(buffer: none.body) == #"{"changes":[],"head":1,"more":false}"#)
    }
  }

  @Test func `in a vault with a keyring a plain note is refused`() async throws {
    let server = try TestServer()
    try await server.withClient { client in
      // Given
      let first = try await client.send(
        .get, "/v1/vaults/\(server.ada.vault)/changes?after=0&limit=1", as: server.ada)
      guard
        case .epochChanged(let change) = try MessageFormat.decodeChangesReply(Array(buffer: first.body), limit: 1000)
      else { return #expect(Bool(false), "a new vault begins an epoch") }
      // When
      let changes = [
        PushChange(id: Keyring.item, base: .none, payload: KeyringFormat.sample().stored),
        PushChange(id: SequentialNoteIDGenerator.id(1), base: .none, payload: NotePayload.encode(.sample(1))),
      ]
      let batch = PushBatch(epoch: change.epoch, device: DeviceID(bits: 5), number: 1, changes: changes)
      let pushed = try await client.send(
        .post, "/v1/vaults/\(server.ada.vault)/push", as: server.ada, body: MessageFormat.encode(batch))
      // Then
      #expect(pushed.status == .ok)
      #expect(
        String(buffer: pushed.body)
          == #"{"n":1,"results":[{"rev":1,"s":"applied"},{"code":"plain_text","s":"refused"}]}"#)
    }
  }

  @Test func `a malformed body is rejected with a JSON message`() async throws {
    let server = try TestServer()
    try await server.withClient { client in
      let reply = try await client.send(
        .post, "/v1/vaults/\(server.ada.vault)/push", as: server.ada, body: Array("{}".utf8))
      #expect(reply.status == .unprocessableContent)
      #expect(reply.headers[.contentType] == "application/json")
      #expect(reply.headers[.cacheControl] == "no-store")
    }
  }
}
