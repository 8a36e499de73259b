import NotesDomain
import NotesHTTPClient
import NotesTestSupport
import Testing
import Wiring

/// The layer, wired: a test that is short enough to copy.
@Suite struct HTTPClientModuleTests {
  private struct Settings: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(HTTPClientSettings.self, to: HTTPClientSettings(userAgent: "notesctl/test"))
    }
  }

  @Test func `one module leads to a server's accounts and vaults`() async throws {
    let modules: [any Module] = [HTTPClientModule(), FakesModule(), Settings()]
    let transport = try await Plan(Key<any SyncTransport>.http, modules: modules).build().root
    let question = ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1)
    await #expect(throws: TransportError.notConfigured) { try await transport.changes(question) }
  }
}
