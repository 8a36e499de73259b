import Foundation

@testable import Server
@testable import SmallNotes

/// Notes in memory. It keeps what the JSON file would keep, so that tests can use either.
final class MemoryNoteRepository: NoteRepository, @unchecked Sendable {
  private let lock = NSLock()
  private var notes: [UUID: Note] = [:]

  func all() throws -> [Note] { lock.withLock { Array(notes.values) } }
  func save(_ note: Note) throws { lock.withLock { notes[note.id] = note } }
}

/// A server in memory.
actor MemoryNoteServer: NoteServer {
  private var notes: [Note] = []

  func exchange(_ notes: [Note]) async throws -> [Note] {
    self.notes = notes.merged(with: self.notes)
    return self.notes
  }
}

/// A clock that stands still.
struct StoppedClock: WallClock {
  var time = Date(timeIntervalSince1970: 0)
  func now() -> Date { time }
}

/// The lines of a log, in memory.
final class MemorySink: LogSink, @unchecked Sendable {
  private let lock = NSLock()
  private var written: [String] = []

  var lines: [String] { lock.withLock { written } }
  func write(_ line: String) { lock.withLock { written.append(line) } }
}
