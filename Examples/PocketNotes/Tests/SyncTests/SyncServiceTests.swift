import Core
import MockNetwork
import Support
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SyncServiceTests {
  private let network = SyncTests.network()
  private let (one, two): (Device, Device)

  init() throws {
    (one, two) = (try Device(1, server: network), try Device(2, server: network))
  }

  @Test("a note of one device appears on the other")
  func exchange() async throws {
    _ = try await one.notebook.add("Bread")
    #expect(try await one.sync() == SyncReport(sent: 1, received: 0))
    #expect(try await two.sync() == SyncReport(sent: 0, received: 1))
    #expect(try await two.texts() == ["Bread"])
    #expect(try await two.sync() == SyncReport())
  }

  @Test("more notes than a page has are received")
  func pages() async throws {
    for number in 0..<250 { _ = try await one.notebook.add("\(number)") }
    _ = try await one.sync()
    #expect(try await two.sync().received == 250)
  }

  @Test("edits of different lines are merged on both devices")
  func merge() async throws {
    let note = try await shared("a\nb\nc")
    _ = try await one.notebook.edit(note) { $0.text = "A\nb\nc" }
    _ = try await two.notebook.edit(note) { $0.text = "a\nb\nC" }
    try await syncAll()
    #expect(try await [one.texts(), two.texts()] == [["A\nb\nC"], ["A\nb\nC"]])
  }

  @Test("an edit of the same line makes a copy on both devices")
  func conflict() async throws {
    let note = try await shared("a")
    _ = try await one.notebook.edit(note) { $0.text = "one" }
    _ = try await two.notebook.edit(note) { $0.text = "two" }
    try await syncAll()
    #expect(try await one.texts() == two.texts())
    #expect(try await one.texts().map { $0.prefix(3) } == ["one", "two"])
  }

  @Test("a sync that another device overtakes goes on until both are merged")
  func overtaken() async throws {
    // Given
    let note = try await shared("a\nb\nc")
    let racing = RacingServer(inner: network)
    let device = try Device(1, server: racing, store: one.store)
    _ = try await one.notebook.edit(note) { $0.text = "A\nb\nc" }
    _ = try await two.notebook.edit(note) { $0.text = "a\nb\nC" }
    racing.beforeNextPush { [two] in _ = try? await two.sync() }
    // When
    _ = try await device.sync()
    // Then
    #expect(try await one.texts() == ["A\nb\nC"])
    #expect(try await one.store.pending().isEmpty)
  }

  @Test("a deleted note disappears on the other device")
  func deletion() async throws {
    let note = try await shared("a")
    _ = try await one.notebook.delete(note)
    try await syncAll()
    #expect(try await two.texts().isEmpty)
  }

  @Test("a request is tried four times before the sync fails, and what was written waits")
  func offline() async throws {
    _ = try await one.notebook.add("Bread")
    network.set { $0.isOnline = false }
    await #expect(throws: SyncError.server(.unreachable)) { try await one.sync() }
    #expect(one.log.calls == ["versions", "versions", "versions", "versions"])
    network.set { $0.isOnline = true }
    #expect(try await one.sync().sent == 1)
  }

  @Test("an edit after a reply that was lost makes no copy")
  func lostReply() async throws {
    // Given
    let server = ForgetfulServer(inner: network)
    let device = try Device(3, server: server)
    let note = try await device.notebook.add("a").id
    server.loseReplies(true)
    await #expect(throws: SyncError.server(.unreachable)) { try await device.sync() }
    server.loseReplies(false)
    // When
    _ = try await device.notebook.edit(note) { $0.text = "b" }
    _ = try await device.sync()
    // Then
    #expect(try await device.texts() == ["b"])
  }

  @Test("the notes of one account are not mixed with those of another")
  func otherAccount() async throws {
    let store = one.store
    _ = try await one.notebook.add("Bread")
    _ = try await one.sync()
    let other = try Device(1, account: "bob", server: network, store: store)
    await #expect(throws: SyncError.otherAccount(Session(account: "ada"))) { try await other.sync() }
  }

  @Test("a page that does not advance ends the sync")
  func endlessPage() async throws {
    let device = try Device(3, server: EndlessServer())
    #expect(try await device.sync() == SyncReport())
  }

  @Test("a failure of the store is passed on")
  func storeFailure() async throws {
    one.store.fail(StoreError(reason: "disk full"))
    await #expect(throws: SyncError.store(StoreError(reason: "disk full"))) { try await one.sync() }
  }

  /// Returns a note that both devices have.
  private func shared(_ text: String) async throws -> Note.ID {
    let note = try await one.notebook.add(text)
    try await syncAll()
    return note.id
  }

  private func syncAll() async throws {
    for device in [one, two, one, two] { _ = try await device.sync() }
  }
}

/// A server that always says that there is more.
private struct EndlessServer: NoteServer {
  func push(_ version: PushedVersion, in session: Session) async throws(ServerError) -> PushReply { .outdated }

  func versions(after cursor: Int, limit: Int, in session: Session) async throws(ServerError) -> ServerPage {
    ServerPage(versions: [], hasMore: true)
  }
}

/// A server before whose next offer something else happens.
private final class RacingServer: NoteServer {
  private let inner: any NoteServer
  private let action = Mutex<(@Sendable () async -> Void)?>(nil)

  init(inner: any NoteServer) {
    self.inner = inner
  }

  func beforeNextPush(_ action: @escaping @Sendable () async -> Void) { self.action.withLock { $0 = action } }

  func push(_ version: PushedVersion, in session: Session) async throws(ServerError) -> PushReply {
    await action.withLock({ $0.take() })?()
    return try await inner.push(version, in: session)
  }

  func versions(after cursor: Int, limit: Int, in session: Session) async throws(ServerError) -> ServerPage {
    try await inner.versions(after: cursor, limit: limit, in: session)
  }
}
