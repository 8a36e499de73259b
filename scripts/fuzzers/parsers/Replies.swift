import NotesDomain
import NotesHTTPAPI
import NotesSync
import NotesTestSupport
import Synchronization
import Wiring

/// Replies of a server to a device that syncs: numbers, ids and texts that decode go through all rules of the device.
///
/// An input is a few messages, each on a line of its own: `p` and a page, or `r` and the results of a batch, where `{n}` stands
/// for its number. Each is the reply to the next request of its kind. Then the vault answers honestly.
enum Replies {
  static func check(_ bytes: [UInt8]) {
    let messages = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 7).map(Array.init)
    Fuzzing.wait { try await play(messages) }
  }

  private static func play(_ messages: [[UInt8]]) async throws {
    let store = InMemoryNoteRepository([.sample(1, body: "one\n"), .sample(2, body: "two\n")])
    let vault = ScriptedTransport(messages)
    let module = FuzzedDeviceModule(store: store, transport: vault)
    let device = try Plan((any Synchronizer).self, modules: [SyncModule(), module]).build().root
    for round in 0..<4 {
      // A sync may fail, but it ends: its rounds are bounded.
      _ = try? await device.synchronize(SyncRequest()) { _ in }
      _ = try await store.update(SequentialNoteIDGenerator.id(1)) { $0.body += "round \(round)\n" }
    }
    vault.answersHonestly()
    try await store.insert([.sample(9, body: "written after all lies\n")])
    for _ in 0..<3 { _ = try? await device.synchronize(SyncRequest()) { _ in } }
    Fuzzing.check(store.all.contains { $0.body.contains("written after all lies\n") }, "a new note is lost")
  }
}

/// A vault that answers with what decodes of a list of messages, and honestly otherwise.
private final class ScriptedTransport: SyncTransport {
  private let honest = FakeTransport()
  private let messages: Mutex<[[UInt8]]>

  init(_ messages: [[UInt8]]) {
    self.messages = Mutex(messages)
  }

  func answersHonestly() {
    messages.withLock { $0 = [] }
  }

  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    let reply = next("r").flatMap { message in
      let text = message.replacing(Array("{n}".utf8), with: Array(String(batch.number).utf8))
      return try? MessageFormat.decodePushReply(text, to: batch, limit: MessageLimits.push)
    }
    if let reply { return reply }
    return try await honest.push(batch)
  }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    let reply = next("p").flatMap { try? MessageFormat.decodeChangesReply($0, limit: MessageLimits.push) }
    if let reply { return reply }
    return try await honest.changes(request)
  }

  /// Removes the next message if it is of a kind.
  private func next(_ kind: Character) -> [UInt8]? {
    messages.withLock { messages in
      guard let first = messages.first, first.first == kind.asciiValue else { return nil }
      return Array(messages.removeFirst().dropFirst())
    }
  }
}

/// The ports of a device in memory.
private struct FuzzedDeviceModule: Module {
  let store: InMemoryNoteRepository
  let transport: ScriptedTransport

  func configure(_ binder: inout Binder) {
    binder.bind((any SyncStore).self, to: store)
    binder.bind((any SyncTransport).self, to: transport)
    binder.bind((any BlobStore).self, to: InMemoryBlobStore(notes: store))
    binder.bind((any BlobTransport).self, to: FakeBlobTransport())
    binder.bind((any Clock<Duration>).self, to: ManualClock())
    binder.bind((any WallClock).self, to: FixedClock())
    binder.bind((any Randomness).self, to: SeededRandomness(seed: 1))
    binder.bind((any NoteIDGenerator).self, to: SequentialNoteIDGenerator())
    binder.bind(SyncSettings.self, to: SyncSettings(attempts: 1, fruitlessRounds: 10))
  }
}
