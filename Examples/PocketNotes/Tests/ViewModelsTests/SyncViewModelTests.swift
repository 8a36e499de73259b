import Core
import Support
import Testing
import ViewModels

/// The sync of a session, from signing in to signing out.
@MainActor
struct SyncViewModelTests {
  @Test("a sync says what it did, and ends with the session")
  func sync() async throws {
    // An opener does not keep its graph.
    let graph = try Screens().graph()
    let session = try graph.resolveOnMainActor(SessionViewModel.self)
    #expect(session.sync == nil)
    try session.signIn(Session(account: "ada"))
    let sync = try #require(session.sync)
    await sync.sync()
    #expect(sync.state == .finished(SyncReport(sent: 2, received: 1)))
    session.signOut()
    #expect(session.sync == nil)
  }

  @Test("a sync that fails says why")
  func failure() async throws {
    let sync = SyncViewModel(syncing: FakeSyncing { () throws(SyncError) in throw .server(.unreachable) })
    await sync.sync()
    #expect(sync.state == .failed("The server cannot be reached. Your notes are safe here; sync again later."))
  }
}
