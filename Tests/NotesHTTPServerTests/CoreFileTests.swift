import NotesDomain
import Synchronization
import Testing

@testable import NotesHTTPServer

struct CoreDumpTests {
  /// Remembers whether core files were forbidden.
  private final class RecordingCoreDumps: CoreDumps {
    private let state = Mutex(false)

    var isForbidden: Bool { state.withLock { $0 } }

    func disable() { state.withLock { $0 = true } }
  }

  /// Signals that never come.
  private struct NoSignals: StopSignals {
    func requests() async -> AsyncStream<Void> { AsyncStream { _ in } }
  }

  @Test func `a server forbids core files before it reads its certificate's key`() async throws {
    // Given
    let coreDumps = RecordingCoreDumps()
    var settings = HTTPServerSettings()
    settings.certificate = CertificateFiles(certificate: "/nonexistent/chain.pem", key: "/nonexistent/key.pem")
    let ports = try await TestServer().ports()
    let host = HTTPHost(ports: { ports }, settings: settings, signals: NoSignals(), coreDumps: coreDumps)
    // When
    await #expect(throws: HostError.self) { try await host.serve { _ in } }
    // Then
    #expect(coreDumps.isForbidden)
  }
}
