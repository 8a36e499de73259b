import Core
import MockNetwork
import Support
import Testing

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
    let note = try await one.notebook.add("a").id
    network.set { $0.lostReplies = 100 }
    await #expect(throws: SyncError.self) { try await one.sync() }
    network.set { $0.lostReplies = 0 }
    _ = try await one.notebook.edit(note) { $0.text = "b" }
    try await syncAll()
    #expect(try await [one.texts(), two.texts()] == [["b"], ["b"]])
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
