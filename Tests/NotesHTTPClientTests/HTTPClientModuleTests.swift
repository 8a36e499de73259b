import NotesDomain
import NotesHTTPClient
import NotesTestSupport
import Testing
import Wiring

/// The wiring of the module.
@Suite struct HTTPClientModuleTests {
  private struct Settings: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(HTTPClientSettings.self, to: HTTPClientSettings(userAgent: "notesctl/test"))
    }
  }

  @Test func `the module binds the transport`() async throws {
    let modules: [any Module] = [HTTPClientModule(), FakesModule(), Settings()]
    let transport = try Plan((any VaultTransport).self, named: .http, modules: modules).build().root
    let request = ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1)
    await #expect(throws: TransportError.notConfigured) { try await transport.changes(request) }
  }
}
