import NotesDomain
import Testing

@testable import NotesHTTPServer

struct CoreDumpTests {
  /// Signals that never arrive.
  private struct NoSignals: StopSignals {
    func requests() async -> AsyncStream<Void> { AsyncStream { _ in } }
  }

  @Test func `a server disables core dumps before it reads its certificate's key`() async throws {
    // Given
    let disabled = OneShotEvent()
    var settings = HTTPServerSettings()
    settings.certificate = CertificateFiles(certificate: "/nonexistent/chain.pem", key: "/nonexistent/key.pem")
    let ports = try await TestServer().ports()
    let host = HTTPHost(
      ports: { ports }, settings: settings, signals: NoSignals(), coreDumps: CoreDumps(disable: disabled.fire))
    // When
    await #expect(throws: HostError.self) { try await host.serve { _ in } }
    // Then
    #expect(disabled.hasFired)
  }
}
