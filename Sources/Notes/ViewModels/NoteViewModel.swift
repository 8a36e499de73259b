package import NotesDomain
import Observation

/// A note and its actions.
///
/// Each action finds the note by a prefix of its id, changes it in one transaction, and updates ``state``.
@MainActor @Observable
package final class NoteViewModel {
  package private(set) var state = NoteState()

  private let repository: any NoteRepository
  private let finder: NoteFinder
  private let wallClock: any WallClock

  init(repository: any NoteRepository, finder: NoteFinder, wallClock: any WallClock) {
    self.repository = repository
    self.finder = finder
    self.wallClock = wallClock
  }

  /// Loads a note.
  package func open(_ reference: String) async {
    state.phase = .working
    state.phase = await .after { try await show(try await finder.note(reference), hasChanged: false) }
  }

  /// Appends a text on a new line. An empty text changes nothing.
  package func append(_ text: String, to reference: String) async {
    let now = wallClock.now()
    let limit = NoteLimits.maximumBytes
    guard text.utf8.count <= limit else { return fail(.tooLarge(bytes: text.utf8.count, limit: limit, nil)) }
    await change(reference) { note in
      guard !text.isEmpty else { return }
      let separator = note.body.isEmpty || note.body.hasSuffix("\n") ? "" : "\n"
      let body = note.body + separator + text
      guard body.utf8.count <= limit else { return }
      note.title = NoteTitle.updated(for: note, newBody: body)
      note.body = body
      note.modified = now
    }
    // The change runs inside the store and cannot throw; the unchanged note shows that the text did not fit.
    if state.phase == .done, !text.isEmpty, !state.hasChanged, let note = state.note {
      fail(.tooLarge(bytes: note.body.utf8.count + text.utf8.count + 1, limit: limit, nil))
    }
  }

  /// Adds and removes tags. Tags inside of the text stay unchanged.
  ///
  /// - Parameters:
  ///   - reference: A prefix of the note's id.
  ///   - adding: The tags to add.
  ///   - removing: The tags to remove, compared without case.
  package func tag(_ reference: String, adding: [String], removing: [String]) async {
    let now = wallClock.now()
    let added, removed: [Tag]
    do { (added, removed) = (try Tag.parse(adding), try Tag.parse(removing)) } catch { return fail(Failure(error)) }
    await change(reference) { note in
      let tags = (note.tags + added).filter { tag in !removed.contains { $0.isSame(as: tag) } }
      let unique = tags.reduce(into: [Tag]()) { if !$0.contains($1) { $0.append($1) } }
      guard unique != note.tags else { return }
      note.tags = unique
      note.modified = now
    }
  }

  /// Moves a note to another notebook.
  ///
  /// - Parameters:
  ///   - reference: A prefix of the note's id.
  ///   - path: The notebook, as in `Kitchen/Bread`; empty or `/` for the root.
  package func move(_ reference: String, to path: String) async {
    guard let notebook = Notebook(path) else { return fail(.malformedNotebook(path)) }
    let now = wallClock.now()
    await change(reference) { note in
      guard note.notebook != notebook else { return }
      note.notebook = notebook
      note.modified = now
    }
  }

  /// Pins or unpins a note.
  package func setPinned(_ reference: String, _ isPinned: Bool) async {
    await change(reference) { $0.isPinned = isPinned }
  }

  /// Archives or unarchives a note.
  package func setArchived(_ reference: String, _ isArchived: Bool) async {
    await change(reference) { $0.isArchived = isArchived }
  }

  /// Moves a note to the trash.
  package func delete(_ reference: String) async {
    let now = wallClock.now()
    await change(reference) { note in
      if note.trashed == nil { note.trashed = now }
    }
  }

  /// Restores a note from the trash.
  package func restore(_ reference: String) async {
    await change(reference) { $0.trashed = nil }
  }

  private func change(_ reference: String, _ change: @escaping @Sendable (inout Note) -> Void) async {
    state.phase = .working
    state.phase = await .after {
      let id = try await finder.id(reference)
      let before = try await repository.note(id)
      guard let note = try await repository.update(id, change: change) else { throw ReferenceError.unknown(reference) }
      try await show(note, hasChanged: before.map { $0 != note } ?? true)
    }
  }

  private func show(_ note: Note, hasChanged: Bool) async throws {
    let shortID = try await repository.shortID(of: note.id)
    (state.note, state.shortID, state.hasChanged) = (note, shortID, hasChanged)
  }

  private func fail(_ failure: Failure) {
    state.phase = .failed(failure)
  }
}

extension Tag {
  /// Parses tags.
  ///
  /// - Throws: ``Failure/malformedTag(_:)``.
  static func parse(_ texts: [String]) throws -> [Tag] {
    try texts.map { text in
      guard let tag = Tag(text) else { throw Failure.malformedTag(text) }
      return tag
    }
  }
}

/// The state of a note.
package struct NoteState: Sendable, Hashable {
  package var phase: Phase = .idle
  /// The note after the last action.
  package var note: Note?
  /// The shortest unique prefix of its id.
  package var shortID = ""
  /// Whether the last action changed the note.
  package var hasChanged = false
}
