package import NotesDomain
import Observation

/// The unresolved conflicts, and their resolution. A conflict is found by a prefix of the copy's id, or of the note's.
///
/// A resolution is one transaction of ordinary changes of both notes, so that it syncs to other devices, and that its undo
/// reopens the conflict. See ``ConflictResolution``. No text gets conflict markers.
@MainActor @Observable
package final class ConflictsViewModel: ViewModel {
  package private(set) var state = ConflictsState()

  private let store: any ConflictStore
  private let repository: any NoteRepository
  private let finder: ConflictFinder
  private let rows: RowMaker
  private let draftEditing: DraftEditing
  private let ids: any NoteIDGenerator
  private let wallClock: any WallClock
  private let observer: any StoreObserver
  private let requests = LatestRequest()

  init(
    store: any ConflictStore, repository: any NoteRepository, finder: ConflictFinder, rows: RowMaker,
    draftEditing: DraftEditing, ids: any NoteIDGenerator, wallClock: any WallClock, observer: any StoreObserver
  ) {
    self.store = store
    self.repository = repository
    self.finder = finder
    self.rows = rows
    self.draftEditing = draftEditing
    self.ids = ids
    self.wallClock = wallClock
    self.observer = observer
  }

  /// Loads the open conflicts.
  package func load() async {
    await requests.act {
      state.phase = .working
      state.phase = await .after { state.rows = try await openRows() }
    }
  }

  /// Keeps the open conflicts current until the task is cancelled, also while a person resolves one.
  package func observe() async {
    await observer.follow(.notes) {
      await requests.refresh(self, \.state, loading: openRows) { $0.rows = $1 }
    }
  }

  private func openRows() async throws -> [Row<NoteConflict>] {
    try await rows.rows(store.conflicts(), of: { $0.copy }, labels: .shortIDs)
  }

  /// Loads a conflict.
  package func open(_ reference: String) async {
    await run(reference) { _ in nil }
  }

  /// Resolves a conflict with the text of one note, or of both. The text of a note that is gone is taken from the conflict.
  ///
  /// - Parameter seen: The digest of the sides that a person was shown and chose from; `nil` for the present ones. If they
  ///   changed since, nothing changes here.
  package func resolve(_ reference: String, keeping side: ConflictSide, seen: ContentDigest? = nil) async {
    await run(reference) { open in try await keep(side, of: open, seen: seen ?? open.digest) }
  }

  /// Resolves a conflict with a given text. A blank one changes nothing.
  ///
  /// - Parameter seen: The digest of the sides from which the text was made; `nil` for the present ones. If they changed since,
  ///   the text becomes a new note.
  package func resolve(_ reference: String, with text: String, seen: ContentDigest? = nil) async {
    let source = TextSource.input(text)
    await run(reference, orElse: seen == nil ? nil : source) { open in
      guard !text.isBlank else { return .abandoned }
      guard seen == nil || seen == open.digest else {
        return .keptAsNewNote(try await keepApart(text, of: open, from: source), stored: open.theirs)
      }
      return try await write(text, over: open, from: source)
    }
  }

  /// Resolves a conflict in the editor, which opens with ``OpenConflict/proposal``.
  package func edit(_ reference: String) async {
    await run(reference) { open in
      let proposal = open.proposal
      let (draft, text) = try await draftEditing.edit(proposal, named: open.theirs.title)
      let outcome: ConflictsState.Outcome
      // Most editors end the last line, also when a person changes nothing.
      if [proposal, proposal + "\n"].contains(where: text.hasSameBytes) {
        outcome = .untouched(proposal: proposal)
      } else if text.isBlank {
        outcome = .abandoned
      } else {
        outcome = try await write(text, over: open, from: .draft(draft))
      }
      try await draftEditing.discard(draft)
      return outcome
    }
  }

  /// Finds a conflict, and runs an action on it.
  ///
  /// - Parameter source: A text that becomes a new note if the conflict is settled by now; `nil` for none.
  private func run(
    _ reference: String, orElse source: TextSource? = nil,
    _ action: @MainActor (OpenConflict) async throws -> ConflictsState.Outcome?
  ) async {
    await requests.act {
      state.phase = .working
      (state.opened, state.outcome, state.changeSet) = (nil, nil, nil)
      state.phase = await .after {
        do {
          let open = try await find(reference, for: source)
          state.opened = open
          state.outcome = try await action(open)
        } catch ConflictFailure.unknown(reference) {
          guard case .input(let text)? = source, !text.isBlank else {
            throw ConflictFailure.unknown(reference)
          }
          state.outcome = .resolvedElsewhere(try await keepApart(text, of: nil, from: .input(text)))
        }
      }
    }
  }

  /// Finds a conflict. A text for it is kept in a draft if the store fails.
  private func find(_ reference: String, for source: TextSource?) async throws -> OpenConflict {
    guard let source else { return try await finder.conflict(reference) }
    let found = try await draftEditing.storing(source, named: "conflict") { () -> OpenConflict? in
      do { return try await finder.conflict(reference) } catch ConflictFailure.unknown(reference) { return nil }
    }
    guard let found else { throw ConflictFailure.unknown(reference) }
    return found
  }
}

extension ConflictsViewModel {
  private func keep(_ side: ConflictSide, of open: OpenConflict, seen: ContentDigest) async throws
    -> ConflictsState.Outcome
  {
    let resolution = ConflictResolution(conflict: open.conflict, time: wallClock.now())
    switch try await store.settle(
      open.conflict.id,
      decide: { sides in
        guard OpenConflict.digest(of: sides, in: open.conflict) == seen else { return nil }
        return resolution.keeping(side, of: sides)
      })
    {
    case .settled(let sides, let changeSet):
      state.changeSet = changeSet
      guard side != .both, let kept = sides.kept else {
        return .keptBoth(sides.note ?? open.theirs, copy: sides.copy ?? open.ours)
      }
      return .settled(kept)
    case .refused: return .changedMeanwhile
    case .unknown: throw ConflictFailure.unknown(open.copyShortID)
    }
  }

  /// Writes a text to the note, or to a new note if the text of a side has changed since.
  private func write(
    _ text: String, over open: OpenConflict, from source: TextSource
  ) async throws -> ConflictsState.Outcome {
    let resolution = ConflictResolution(conflict: open.conflict, time: wallClock.now())
    let settlement = try await draftEditing.storing(source, named: open.theirs.title) {
      try await store.settle(open.conflict.id) { sides in
        let (theirs, ours) = (sides.note ?? open.conflict.theirs, sides.copy ?? open.conflict.ours)
        guard theirs.body.hasSameBytes(as: open.theirs.body), ours.body.hasSameBytes(as: open.ours.body) else {
          return nil
        }
        return resolution.writing(text, over: sides)
      }
    }
    switch settlement {
    case .settled(let sides, let changeSet):
      state.changeSet = changeSet
      return .settled(sides.note ?? open.theirs)
    case .refused(let sides):
      let stored = sides.note ?? open.theirs
      return .keptAsNewNote(try await keepApart(text, of: open, from: source), stored: stored)
    case .unknown: return .resolvedElsewhere(try await keepApart(text, of: open, from: source))
    }
  }

  /// Adds a new note with a text that cannot replace a side of a conflict.
  private func keepApart(_ text: String, of open: OpenConflict?, from source: TextSource) async throws -> Note {
    let (theirs, now) = (open?.theirs, wallClock.now())
    let title = theirs.map { NoteTitle.updated(for: $0, newBody: text) } ?? NoteTitle.derived(from: text)
    let note = Note(
      id: ids.next(created: now), title: title, body: text, tags: theirs?.tags ?? [],
      notebook: theirs?.notebook ?? .root, created: now, modified: now, attachments: theirs?.attachments ?? [])
    try await draftEditing.storing(source, named: title) { try await repository.insert([note]) }
    return note
  }
}

/// The state of conflicts.
package struct ConflictsState: ViewState {
  /// The result of a resolution.
  package enum Outcome: Sendable, Hashable {
    /// The conflict is settled; the note has the kept text.
    case settled(Note)
    /// The conflict is settled; both notes are outside of the trash.
    case keptBoth(Note, copy: Note)
    /// The proposal was saved unchanged. It may not have been accepted on purpose, and the conflict stays open.
    case untouched(proposal: String)
    /// The text is blank, and the conflict stays open.
    case abandoned
    /// The sides changed since they were shown. Nothing was changed, and the conflict stays open.
    case changedMeanwhile
    /// The note changed elsewhere while the text was edited: the first note is new and has the edited text. The conflict
    /// stays open.
    case keptAsNewNote(Note, stored: Note)
    /// Another program settled the conflict while the text was edited: the note is new and has the text.
    case resolvedElsewhere(Note)
  }

  package var phase: Phase = .idle
  /// The open conflicts, oldest first, with the short ids of their copies.
  package var rows: [Row<NoteConflict>] = []
  /// The conflict of the last action.
  package var opened: OpenConflict?
  /// The result of the last action; `nil` if it only opened the conflict.
  package var outcome: Outcome?
  /// The number of the set of changes that the resolution was; `nil` if it changed no note.
  package var changeSet: Int?
}

/// The text that a resolution keeps.
package enum ConflictSide: String, Sendable, Hashable, CaseIterable {
  /// This device's, in the copy.
  case ours
  /// The vault's, in the note.
  case theirs
  /// Both, in two notes.
  case both
}
