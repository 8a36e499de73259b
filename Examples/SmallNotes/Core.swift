import Foundation

// The core: models, rules, and the ports that adapters implement. It imports neither Wiring nor an adapter.

/// A note. A deleted one stays as a mark, so that other devices delete it too.
struct Note: Codable, Equatable, Sendable {
  let id: UUID
  var text: String
  var changed: Date
  var isDeleted = false
}

/// A store of the notes on this device.
protocol NoteRepository: AnyObject, Sendable {
  /// Returns all notes, deleted ones included, in no particular order.
  func all() throws -> [Note]

  /// Stores a note in the place of the one with its id.
  func save(_ note: Note) throws
}

/// The server that keeps devices in step.
protocol NoteServer: Sendable {
  /// Sends the notes of a device, and returns those of all devices.
  func exchange(_ notes: [Note]) async throws -> [Note]
}

/// The time of day, which tests choose.
protocol WallClock: Sendable {
  func now() -> Date
}

/// A mistake of the person at the terminal.
enum NotesError: Error, Equatable {
  case emptyNote
  case noNote(number: Int)
}

/// The rules of writing notes.
struct Notebook {
  private let repository: any NoteRepository
  private let clock: any WallClock

  init(repository: any NoteRepository, clock: any WallClock) {
    (self.repository, self.clock) = (repository, clock)
  }

  /// The notes that are not deleted, the newest first.
  func notes() throws -> [Note] {
    try repository.all().filter { !$0.isDeleted }
      .sorted { ($0.changed, $0.id.uuidString) > ($1.changed, $1.id.uuidString) }
  }

  /// Adds a note.
  ///
  /// - Throws: ``NotesError/emptyNote`` for a text of spaces; the repository's errors.
  func add(_ text: String) throws -> Note {
    guard text.contains(where: { !$0.isWhitespace }) else { throw NotesError.emptyNote }
    let note = Note(id: UUID(), text: text, changed: clock.now())
    try repository.save(note)
    return note
  }

  /// Deletes a note by its position in ``notes()``, from 1.
  ///
  /// - Throws: ``NotesError/noNote(number:)``; the repository's errors.
  func delete(number: Int) throws -> Note {
    let notes = try notes()
    guard notes.indices.contains(number - 1) else { throw NotesError.noNote(number: number) }
    var note = notes[number - 1]
    (note.isDeleted, note.changed) = (true, clock.now())
    try repository.save(note)
    return note
  }
}

/// Sync: of two versions of a note, the later one wins.
struct SyncService {
  private let repository: any NoteRepository
  private let server: any NoteServer

  init(repository: any NoteRepository, server: any NoteServer) {
    (self.repository, self.server) = (repository, server)
  }

  /// Exchanges the notes with the server, and returns the number of notes that changed here.
  func sync() async throws -> Int {
    let mine = try repository.all()
    let theirs = try await server.exchange(mine)
    let changed = theirs.filter { their in !mine.contains { $0.id == their.id && $0.changed >= their.changed } }
    for note in changed { try repository.save(note) }
    return changed.count
  }
}

extension [Note] {
  /// The later version of each note of two lists.
  func merged(with others: [Note]) -> [Note] {
    let byID = Dictionary(map { ($0.id, $0) } + others.map { ($0.id, $0) }) { $0.changed >= $1.changed ? $0 : $1 }
    return Array(byID.values)
  }
}
