package import NotesDomain
import Observation

/// The unresolved conflicts, and their resolution. A conflict is found by a prefix of the copy's id, or of the note's.
///
/// A resolution consists of ordinary changes of both notes, so that it can be undone and syncs to other devices. It moves
/// the kept note out of the trash and the other one into it, and marks the conflict as settled last: repeating an
/// interrupted resolution has the same result. No text gets conflict markers.
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

  init(
    store: any ConflictStore, repository: any NoteRepository, finder: ConflictFinder, rows: RowMaker,
    draftEditing: DraftEditing, ids: any NoteIDGenerator, wallClock: any WallClock
  ) {
    self.store = store
    self.repository = repository
    self.finder = finder
    self.rows = rows
    self.draftEditing = draftEditing
    self.ids = ids
    self.wallClock = wallClock
  }

  /// Loads the open conflicts.
  package func load() async {
    state.phase = .working
    state.phase = await .after {
      state.rows = try await rows.rows(store.conflicts(), of: { $0.copy }, labels: .shortIDs)
    }
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
    await run(reference) { open in
      guard seen == nil || seen == open.digest else { return .changedMeanwhile }
      let outcome: ConflictsState.Outcome =
        switch side {
        case .ours: .settled(try await keepOurs(open))
        case .theirs: .settled(try await keepTheirs(open))
        case .both: .keptBoth(open.theirs, copy: open.ours)
        }
      try await settle(open)
      return outcome
    }
  }

  /// Resolves a conflict with a given text. A blank one changes nothing.
  ///
  /// - Parameter seen: The digest of the sides from which the text was made; `nil` for the present ones. If they changed since,
  ///   the text becomes a new note.
  package func resolve(_ reference: String, with text: String, seen: ContentDigest? = nil) async {
    await run(reference) { open in
      guard text.contains(where: { !$0.isWhitespace }) else { return .abandoned }
      guard seen == nil || seen == open.digest else {
        return .keptAsNewNote(try await keepApart(text, of: open, draft: nil), stored: open.theirs)
      }
      return try await write(text, over: open, draft: nil)
    }
  }

  /// Resolves a conflict in the editor, which opens with ``OpenConflict/proposal``.
  package func edit(_ reference: String) async {
    await run(reference) { open in
      let proposal = open.proposal
      let (draft, text) = try await draftEditing.edit(proposal, named: open.theirs.title)
      let outcome: ConflictsState.Outcome
      if text.hasSameBytes(as: proposal) {
        outcome = .untouched(proposal: proposal)
      } else if !text.contains(where: { !$0.isWhitespace }) {
        outcome = .abandoned
      } else {
        outcome = try await write(text, over: open, draft: draft)
      }
      try draftEditing.discard(draft)
      return outcome
    }
  }

  private func run(
    _ reference: String, _ action: @MainActor (OpenConflict) async throws -> ConflictsState.Outcome?
  ) async {
    state.phase = .working
    (state.opened, state.outcome) = (nil, nil)
    state.phase = await .after {
      let open = try await finder.conflict(reference)
      state.opened = open
      state.outcome = try await action(open)
    }
  }
}

extension ConflictsViewModel {
  private func keepTheirs(_ open: OpenConflict) async throws -> Note {
    let (ours, now) = (open.ours, wallClock.now())
    let kept = try await repository.update(open.conflict.note) { note in
      note.trashed = nil
      let before = note
      note.attachments = Self.attachments(of: ours, and: note, in: open)
      if note != before { note.modified = now }
    }
    let note: Note
    if let kept { note = kept } else { note = try await restore(open.conflict.theirs, as: open.conflict.note) }
    try await trashCopy(of: open)
    return note
  }

  private func keepOurs(_ open: OpenConflict) async throws -> Note {
    var ours = open.ours
    ours.title = open.conflict.titleWithoutCopySuffix(of: ours)
    let (source, now) = (ours, wallClock.now())
    let kept = try await repository.update(open.conflict.note) { note in
      note.trashed = nil
      let before = note
      (note.title, note.body, note.tags) = (source.title, source.body, source.tags)
      (note.notebook, note.fileName, note.foreignFrontMatter) = (
        source.notebook, source.fileName, source.foreignFrontMatter
      )
      note.attachments = Self.attachments(of: source, and: note, in: open)
      if note != before { note.modified = now }
    }
    if let kept {
      try await trashCopy(of: open)
      return kept
    }
    // The note is gone: the copy remains, and if it is gone too, its text in the conflict.
    let copy = try await repository.update(open.conflict.copy) { copy in
      (copy.title, copy.trashed) = (source.title, nil)
    }
    if let copy { return copy }
    return try await restore(ours, as: open.conflict.note)
  }

  /// Writes a text to the note, or to a new note if the text of the note has changed since.
  private func write(_ text: String, over open: OpenConflict, draft: Draft?) async throws -> ConflictsState.Outcome {
    let (before, ours, now) = (open.theirs, open.ours, wallClock.now())
    let title = NoteTitle.updated(for: before, newBody: text)
    let stored = try await DraftEditing.storing(draft) {
      try await repository.update(open.conflict.note) { note in
        guard note.body.hasSameBytes(as: before.body) else { return }
        if note.title.hasSameBytes(as: before.title) { note.title = title }
        if !note.body.hasSameBytes(as: text) { note.modified = now }
        (note.body, note.trashed) = (text, nil)
        note.attachments = Self.attachments(of: ours, and: note, in: open)
      }
    }
    if let stored, !stored.body.hasSameBytes(as: text) {
      return .keptAsNewNote(try await keepApart(text, of: open, draft: draft), stored: stored)
    }
    var kept = before
    (kept.title, kept.body, kept.modified) = (title, text, now)
    if let stored { kept = stored } else { kept = try await restore(kept, as: open.conflict.note, draft: draft) }
    try await trashCopy(of: open)
    try await settle(open)
    return .settled(kept)
  }

  /// Adds a new note with a text that cannot replace a side of a conflict.
  private func keepApart(_ text: String, of open: OpenConflict, draft: Draft?) async throws -> Note {
    let (theirs, now) = (open.theirs, wallClock.now())
    let note = Note(
      id: ids.next(created: now), title: NoteTitle.updated(for: theirs, newBody: text), body: text, tags: theirs.tags,
      notebook: theirs.notebook, created: now, modified: now, attachments: theirs.attachments)
    return try await restore(note, as: note.id, draft: draft)
  }

  /// Merges the attachments of both notes: the conflict is about texts, and none of them should lose an attachment.
  private nonisolated static func attachments(
    of copy: Note, and note: Note, in open: OpenConflict
  ) -> [Attachment] {
    AttachmentMerge.merge(
      base: open.conflict.base?.attachments ?? [], ours: copy.attachments, theirs: note.attachments)
      ?? note.attachments
  }

  private func trashCopy(of open: OpenConflict) async throws {
    let now = wallClock.now()
    _ = try await repository.update(open.conflict.copy) { copy in
      if copy.trashed == nil { copy.trashed = now }
    }
  }

  private func settle(_ open: OpenConflict) async throws {
    _ = try await store.markResolved(open.conflict.id)
  }

  /// Inserts a note that is gone, out of the trash.
  private func restore(_ note: Note, as id: NoteID, draft: Draft? = nil) async throws -> Note {
    var restored = note.copied(as: id)
    restored.trashed = nil
    let note = restored
    try await DraftEditing.storing(draft) { try await repository.insert([note]) }
    return note
  }
}

/// The state of conflicts.
package struct ConflictsState: ViewState {
  /// The result of a resolution.
  package enum Outcome: Sendable, Hashable {
    /// The conflict is settled; the note has the kept text.
    case settled(Note)
    /// The conflict is settled; both notes are unchanged.
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
  }

  package var phase: Phase = .idle
  /// The open conflicts, oldest first, with the short ids of their copies.
  package var rows: [Row<NoteConflict>] = []
  /// The conflict of the last action.
  package var opened: OpenConflict?
  /// The result of the last action; `nil` if it only opened the conflict.
  package var outcome: Outcome?
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
