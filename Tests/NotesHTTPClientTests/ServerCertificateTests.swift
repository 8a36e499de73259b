import NIOSSL
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesHTTPClient

@Suite struct ServerCertificateTests {
  private static let page = HTTPText.json(#"{"changes":[],"head":4,"more":false}"#)

  private static func failure(_ identity: TestIdentity?, trusting file: String? = nil) async throws -> TransportError? {
    var failure: TransportError?
    try await RawServer.run(page, as: identity) { server async throws in
      var settings = HTTPDevice.settings
      settings.certificateFile = file
      failure = try await HTTPDevice(port: server.port, isEncrypted: true, settings).failure()
      if failure != nil { #expect(server.requests.isEmpty) }
    }
    return failure
  }

  @Test func `an unknown certificate is not trusted`() async throws {
    #expect(try await Self.failure(.loopback) == .untrusted(host: "127.0.0.1"))
  }

  @Test func `a certificate in the configured file is trusted`() async throws {
    try await TestIdentity.loopback.withFile { file async throws in
      #expect(try await Self.failure(.loopback, trusting: file) == nil)
      #expect(try await Self.failure(.other, trusting: file) == .untrusted(host: "127.0.0.1"))
    }
  }

  @Test func `a trusted certificate for another name is rejected`() async throws {
    try await TestIdentity.other.withFile { file async throws in
      #expect(
        try await Self.failure(.other, trusting: file)
          == .unreachable(detail: "the certificate of 127.0.0.1 is for another name"))
    }
  }

  @Test func `a server without TLS is reported`() async throws {
    let failure = try await Self.failure(nil)
    #expect(failure == .unreachable(detail: "127.0.0.1 does not use TLS on this port; is the port right?"))
  }

  @Test func `a machine without CA certificates is told what to install`() throws {
    let server = try ServerAddress("https://notes.example")
    let failure = TransportError(interruption: BoringSSLError.unknownError([]), server: server, isCancelled: false)
    guard case .misconfigured(let detail) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(detail.contains("install ca-certificates"))
  }

  @Test func `a file without certificates is an error of the configuration`() async throws {
    for file in ["/nonexistent.pem", "/dev/null"] {
      let expected = TransportError.misconfigured(detail: "cannot read certificates from \(file)")
      #expect(try await Self.failure(.loopback, trusting: file) == expected)
    }
  }
}
