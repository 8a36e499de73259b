import NotesDomain
import Testing

@testable import NotesHTTPClient

@Suite struct ServerProbeTests {
  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777_000), ("Sun, 29 Feb 2032 23:59:59 GMT", 1_961_711_999_000),
    ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun, 31 Feb 2032 08:49:37 GMT", nil), ("now", nil),
  ])
  func `a time in a header is read`(text: String, milliseconds: Int64?) {
    #expect(HTTPDate.decode(text) == milliseconds.map { Timestamp(millisecondsSince1970: $0) })
  }

  @Test(arguments: [
    ("200 OK", "ready\n", nil), ("200 OK", "ready to read; writing fails, see the log\n", nil),
    ("200 OK", "<html>Welcome!</html>", "not that of a notes server"), ("503 Busy", "text", "it is not ready"),
    ("404 Not Found", "text", "the status is 404"),
  ])
  func `a server says whether it is ready`(status: String, text: String, problem: String?) async throws {
    try await RawServer.run(HTTPText.response(status, type: "text/plain", text)) { server async throws in
      let probe = HTTPServerProbe(connections: HTTPClientPool(settings: HTTPDevice.settings))
      let address = try ServerAddress("http://127.0.0.1:\(server.port)")
      if let problem {
        let error = await #expect(throws: TransportError.self) { try await probe.check(address) }
        #expect("\(String(describing: error))".contains(problem))
      } else {
        try await probe.check(address)
      }
      #expect(server.requests.first?.hasPrefix("GET /readyz HTTP/1.1\r\n") == true)
    }
  }
}
