import Foundation
import NotesDomain
import NotesFronts
import Testing

@testable import NotesHTTPServer

struct ProcessLimitsTests {
  /// Signals that never arrive.
  private struct NoSignals: StopSignals {
    func requests() async -> AsyncStream<Void> { AsyncStream { _ in } }
  }

  @Test func `a server sets its limits before it reads its certificate's key`() async throws {
    // Given
    let isSet = OneShotEvent()
    var settings = HTTPServerSettings()
    settings.certificate = CertificateFiles(certificate: "/nonexistent/chain.pem", key: "/nonexistent/key.pem")
    let ports = try await TestServer().ports()
    let host = HTTPHost(
      ports: { ports }, settings: settings, signals: NoSignals(), limits: ProcessLimits(set: isSet.fire))
    // When
    await #expect(throws: HostError.self) { try await host.serve { _ in } }
    // Then
    #expect(isSet.hasFired)
  }

  #if canImport(Glibc)
    @Test func `the process leaves no core dump, and may open as many files as the system allows`() throws {
      // Given
      var files = try limit(RLIMIT_NOFILE)
      files.rlim_cur = files.rlim_max - 1
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0)
      // When
      ProcessLimits.system.set()
      // Then
      #expect(try limit(RLIMIT_CORE).rlim_max == 0)
      #expect(try limit(RLIMIT_NOFILE).rlim_cur == min(files.rlim_max, 1 << 20))
    }

    private func limit(_ resource: __rlimit_resource) throws -> rlimit {
      var limit = rlimit()
      try #require(getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0)
      return limit
    }
  #endif
}
