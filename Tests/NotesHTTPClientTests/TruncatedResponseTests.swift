import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesHTTPClient

/// Truncated responses are errors.
@Suite struct TruncatedResponseTests {
  private static let page =
    #"{"changes":[{"deleted":true,"id":"00000000-0000-0000-0000-000000000001","rev":5}],"head":5,"more":false}"#

  private static let forms: [[UInt8]] = [
    HTTPText.json(page), HTTPText.endingWithConnection(page), HTTPText.chunked([page]),
    HTTPText.chunked([String(page.prefix(20)), String(page.dropFirst(20))]),
  ]

  @Test(arguments: forms.indices)
  func `a page that is cut off at any byte is an error`(form: Int) async throws {
    let response = Self.forms[form]
    try await RawServer.run { server async throws in
      let device = try HTTPDevice(port: server.port)
      for count in 0..<response.count {
        server.respond(with: Array(response.prefix(count)))
        let failure = try await device.failure()
        #expect(failure != nil, "\(count) of \(response.count) bytes")
      }
      server.respond(with: response)
      #expect(try await device.failure() == nil)
      #expect(server.requests.count == response.count + 1)
    }
  }

  @Test func `a reply to a batch that is cut off at any byte is an error`() async throws {
    let response = HTTPText.response("409 Conflict", #"{"error":"stale_batch"}"#)
    let batch = PushBatch(epoch: Epoch(bits: 1), device: DeviceID(bits: 2), number: 3, changes: [])
    try await RawServer.run { server async throws in
      let device = try HTTPDevice(port: server.port)
      for count in 0..<response.count {
        server.respond(with: Array(response.prefix(count)))
        await #expect(throws: TransportError.self, "\(count) bytes") { try await device.transport.push(batch) }
      }
      server.respond(with: response)
      #expect(try await device.transport.push(batch) == .staleBatch)
    }
  }

  @Test func `a piece of a blob that is cut off at any byte is an error`() async throws {
    let bytes = Array("bread and butter".utf8)
    let response = HTTPText.response(
      "206 Partial Content", type: "application/octet-stream", fields: ["Content-Range: bytes 0-15/90"],
      "bread and butter")
    try await RawServer.run { server async throws in
      let device = try HTTPDevice(port: server.port)
      for count in 0..<response.count {
        server.respond(with: Array(response.prefix(count)))
        await #expect(throws: TransportError.self, "\(count) bytes") {
          try await device.transport.piece(of: .of(bytes), from: 0, limit: 16)
        }
      }
      server.respond(with: response)
      let piece = try await device.transport.piece(of: .of(bytes), from: 0, limit: 16)
      #expect(piece?.bytes == bytes && piece?.size == 90)
    }
  }
}
