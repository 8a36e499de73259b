import NotesDomain
import NotesTestSupport
import Synchronization

@testable import NotesPersistence

/// A store that random operations run on.
protocol StoreUnderTest: Sendable {
  var notes: any NoteRepository { get }
  var sync: any SyncStore { get }
  var history: any NoteHistory { get }
  var conflicts: any ConflictStore { get }

  /// Continues as another run of the program.
  func beginRun()
}

extension StoreUnderTest {
  /// Describes the history and the state of sync of the first notes, as lines of text.
  func knowledge() async throws -> [String] {
    let ids = (1...25).map { SequentialNoteIDGenerator.id($0) }
    var lines: [String] = []
    for set in try await history.changeSets(before: nil, limit: 1000) { lines.append("\(set)") }
    for id in ids { lines.append("\(try await history.versions(of: id, limit: 1000))") }
    lines.append("\(try await conflicts.conflicts())")
    lines += try await sync.read { transaction throws(StoreError) in
      var lines = ["\(String(describing: try transaction.state()))", "\(try transaction.counts())"]
      for id in ids { lines.append("\(String(describing: try transaction.item(id)))") }
      lines.append("pending \(try transaction.pending(limit: 1000)), blocked \(try transaction.blocked())")
      lines.append(
        "\(try transaction.unreadable(after: nil, limit: 1000)) \(String(describing: try transaction.batch()))")
      lines.append("\(try transaction.staged(after: nil, limit: 1000))")
      lines.append("\(try transaction.unstaged(after: nil, limit: 1000)) \(try transaction.conflictCount())")
      return lines
    }
    return lines
  }
}

extension InMemoryNoteRepository: StoreUnderTest {
  var notes: any NoteRepository { self }
  var sync: any SyncStore { self }
  var history: any NoteHistory { self }
  var conflicts: any ConflictStore { self }
}

/// A store in SQLite that each run opens anew.
final class ReopenedStore: StoreUnderTest {
  private let path: String
  private let device: Mutex<SQLiteDevice>
  private let spare: Mutex<[SQLiteDevice]>

  /// Opens the store once for each run.
  init(path: String, runs: Int) throws {
    self.path = path
    device = Mutex(try SQLiteDevice(path: path))
    spare = Mutex(try (0..<runs).map { _ in try SQLiteDevice(path: path) })
  }

  var current: SQLiteDevice { device.withLock { $0 } }
  var notes: any NoteRepository { current.repository }
  var sync: any SyncStore { current.sync }
  var history: any NoteHistory { current.history }
  var conflicts: any ConflictStore { current.conflicts }

  func beginRun() {
    guard let next = spare.withLock({ $0.popLast() }) else { return }
    device.withLock { $0 = next }
  }
}
