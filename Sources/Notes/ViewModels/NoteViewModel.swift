package import NotesDomain
import Observation

/// One or several notes and their actions.
///
/// Each action finds its notes by the names that ``NoteFinder`` knows, before it changes any, changes all of them in one
/// transaction or none, and updates ``state``.
@MainActor @Observable
package final class NoteViewModel: ViewModel {
  package private(set) var state = NoteState()

  private let repository: any NoteRepository
  private let links: any LinkIndex
  private let finder: NoteFinder
  private let drafts: any DraftStore
  private let wallClock: any WallClock
  private let observer: any StoreObserver
  private let requests = LatestRequest()

  init(
    repository: any NoteRepository, links: any LinkIndex, finder: NoteFinder,
    drafts: any DraftStore, wallClock: any WallClock, observer: any StoreObserver
  ) {
    self.repository = repository
    self.links = links
    self.finder = finder
    self.drafts = drafts
    self.wallClock = wallClock
    self.observer = observer
  }

  /// Loads a note, and the notes that link to it.
  package func open(_ reference: String) async {
    await run {
      let note = try await finder.note(reference)
      try await show([NoteUpdate(before: note, after: note)])
      state.backlinks = try await backlinks(of: note)
    }
  }

  /// Keeps a note, and the notes that link to it, current until the task is cancelled, also while a person acts on it.
  ///
  /// The note is found once, and followed from then on under whichever title. Once it is purged, the phase says that it is not
  /// found, and the state keeps its last text; an undo brings it back.
  package func observe(_ reference: String) async {
    var found: NoteID?
    await observer.follow(.notes) {
      await requests.refresh(self, \.state) {
        let id = if let found { found } else { try await finder.id(reference) }
        found = id
        guard let note = try await repository.note(id) else { throw ReferenceError.unknown(reference) }
        return (note: note, shortID: try await repository.shortID(of: id), backlinks: try await backlinks(of: note))
      } show: { state, loaded in
        // The result of an action stays, unless another program has changed the note since.
        let shown = state.updates.first { $0.after.id == loaded.note.id }?.after
        if shown != loaded.note || shown?.body.hasSameBytes(as: loaded.note.body) != true {
          state.updates = [NoteUpdate(before: loaded.note, after: loaded.note)]
        }
        (state.shortID, state.backlinks) = (loaded.shortID, loaded.backlinks)
      }
    }
  }

  private func backlinks(of note: Note) async throws -> [NoteSummary] {
    try await links.notes(linkingTo: note.namesWithPaths).filter { $0.id != note.id }
  }
}

// MARK: - Text

extension NoteViewModel {
  /// Appends a text on a new line. An empty text changes nothing.
  package func append(_ text: String, to reference: String) async {
    await insert(text, at: .end, of: reference)
  }

  /// Inserts a text before the first line, or after the first heading if the text begins with one. An empty text changes
  /// nothing.
  package func prepend(_ text: String, to reference: String) async {
    await insert(text, at: .beginning, of: reference)
  }

  private func insert(_ text: String, at position: TextInsertion.Position, of reference: String) async {
    await run {
      let insertion = TextInsertion(text: text, position: position, time: wallClock.now())
      try await DraftEditing.keeping(text, named: reference, in: drafts) {
        _ = try await change([reference]) { insertion.apply(to: &$0) }
      }
    }
  }
}

// MARK: - Properties

extension NoteViewModel {
  /// Sets a note's title, and mends the links to it.
  ///
  /// - Parameter title: The title; `nil` to follow the text again.
  package func rename(_ reference: String, to title: String?) async {
    await run {
      let (given, now) = (try NoteTitle.parse(title), wallClock.now())
      try await change([reference]) { note in
        let title = given ?? NoteTitle.derived(from: note.body)
        guard !note.title.hasSameBytes(as: title) else { return }
        note.title = title
        note.modified = now
      }
    }
  }

  /// Adds tags, and removes others, compared without case. Tags inside of the text stay unchanged.
  package func tag(_ references: [String], adding: [String], removing: [String]) async {
    await run {
      let (added, removed, now) = (try Tag.parse(adding), try Tag.parse(removing), wallClock.now())
      let removedKeys = Set(removed.map(\.key))
      try await change(references) { note in
        let tags = (note.tags + added).filter { !removedKeys.contains($0.key) }
        let unique = tags.withoutRepetition()
        guard unique != note.tags else { return }
        note.tags = unique
        note.modified = now
      }
    }
  }

  /// Moves notes to another notebook, and mends the links that have their paths.
  package func move(_ references: [String], to path: String) async {
    await run {
      let (notebook, now) = (try await NotebookFinder(repository: repository).notebook(path), wallClock.now())
      try await change(references) { note in
        guard note.notebook != notebook else { return }
        note.notebook = notebook
        note.modified = now
      }
    }
  }

  /// Pins or unpins notes.
  package func setPinned(_ references: [String], _ isPinned: Bool) async {
    await run { try await change(references) { $0.isPinned = isPinned } }
  }

  /// Archives or unarchives notes.
  package func setArchived(_ references: [String], _ isArchived: Bool) async {
    await run { try await change(references) { $0.isArchived = isArchived } }
  }

  /// Moves notes to the trash.
  package func delete(_ references: [String]) async {
    await run {
      let now = wallClock.now()
      try await change(references) { note in
        if note.trashed == nil { note.trashed = now }
      }
    }
  }

  /// Restores notes from the trash.
  package func restore(_ references: [String]) async {
    await run { try await change(references, isInTrash: true) { $0.trashed = nil } }
  }
}

extension NoteViewModel {
  private func run(_ action: @MainActor () async throws -> Void) async {
    await requests.act {
      state.phase = .working
      (state.mended, state.broken) = ([], [])
      state.phase = await .after(action)
    }
  }

  @discardableResult
  private func change(
    _ references: [String], isInTrash: Bool = false, _ change: @escaping @Sendable (inout Note) -> Void
  ) async throws -> [NoteUpdate] {
    let ids = try await finder.ids(references, isInTrash: isInTrash)
    guard let result = try await repository.update(ids, change: change) else {
      // Another process has purged one since it was found. This time it is not.
      return try await self.change(references, isInTrash: isInTrash, change)
    }
    try await show(result.notes)
    (state.mended, state.broken) = (result.mended, result.broken)
    return result.notes
  }

  private func show(_ updates: [NoteUpdate]) async throws {
    let shortID =
      if updates.count == 1, let note = updates.first?.after {
        try await repository.shortID(of: note.id)
      } else {
        ""
      }
    if state.note?.id != updates.last?.after.id { state.backlinks = [] }
    (state.shortID, state.updates) = (shortID, updates)
  }
}

/// The state of notes.
package struct NoteState: ViewState {
  package var phase: Phase = .idle
  /// The notes of the last action that found them, before and after it.
  package var updates: [NoteUpdate] = []
  /// The notes whose links were mended, since the action changed names.
  package var mended: [NoteUpdate] = []
  /// The notes with links that were not mended and lead nowhere, since another note has the new name.
  package var broken: [NoteSummary] = []
  /// The notes that link to a loaded note, the most recently changed first.
  package var backlinks: [NoteSummary] = []
  /// The shortest unique prefix of the note's id, if there is only one.
  package var shortID = ""

  /// The note after the last action; of several, the last one.
  package var note: Note? { updates.last?.after }

  /// The notes that the last action changed.
  package var changed: [Note] { updates.filter { $0.before != $0.after }.map(\.after) }
}

/// The reason why a note cannot be what the user requested.
package enum NoteFailure: Error, Sendable, Hashable {
  case malformedTag(String)
  case malformedNotebook(String)
  /// The top level is no notebook that can be renamed.
  case topLevel
  /// The title has no visible character.
  case emptyTitle
  /// The note would exceed a limit. The draft, if there is one, has the text.
  case tooLarge(NoteExcess, Draft?)
  /// The note cannot be purged, since it is not in the trash.
  case notInTrash(NoteSummary)
  /// The note cannot be merged, since it is in the trash.
  case inTrash(NoteSummary)
  /// All names lead to one note.
  case mergedWithItself(String)
}
