package import NotesDomain
import Observation

/// The conflicts that sync left, and how a person settles them.
///
/// Whatever is decided is made of ordinary changes of the two notes, so that it can be taken back and other devices learn of
/// it. What is kept is out of the trash afterwards, what is not kept lies in the trash. The conflict is marked as settled
/// last: somebody who was interrupted settles it once more, with the same result. No text ever gets marks of a conflict.
@MainActor @Observable
package final class ConflictsViewModel {
  /// What to show.
  package private(set) var state = ConflictsState()

  private let store: any ConflictStore
  private let repository: any NoteRepository
  private let finder: ConflictFinder
  private let draftEditing: DraftEditing
  private let ids: any NoteIDGenerator
  private let clock: any WallClock

  /// Creates a view-model.
  ///
  /// - Parameters:
  ///   - store: Where conflicts are kept.
  ///   - repository: Where the notes are.
  ///   - finder: Finds the conflict that is meant.
  ///   - drafts: Where texts lie while they are edited.
  ///   - editor: The person's editor.
  ///   - ids: Where the id of a note comes from that keeps an edited text which came too late.
  ///   - clock: The time of changes.
  package init(
    store: any ConflictStore, repository: any NoteRepository, finder: ConflictFinder, drafts: any DraftStore,
    editor: any ExternalEditor, ids: any NoteIDGenerator, clock: any WallClock
  ) {
    self.store = store
    self.repository = repository
    self.finder = finder
    draftEditing = DraftEditing(drafts: drafts, editor: editor)
    self.ids = ids
    self.clock = clock
  }

  /// Loads the conflicts that nobody has settled.
  package func load() async {
    state.phase = .working
    do throws(Failure) {
      let conflicts = try await finder.all()
      let short = try await Failure.ofStore { () async throws(StoreError) in
        try await repository.abbreviations(of: conflicts.map(\.copy))
      }
      state.rows = conflicts.map { ConflictsState.Row(conflict: $0, shortID: short[$0.copy] ?? $0.copy.description) }
      state.phase = .done
    } catch {
      state.phase = .failed(error)
    }
  }

  /// Shows a conflict.
  ///
  /// - Parameter reference: The beginning of the copy's id, or of the note's.
  package func open(_ reference: String) async {
    await act(reference) { _ in nil }
  }

  /// Settles a conflict by keeping what stands in one of the notes, or both. The text of a note that is gone is taken from
  /// the conflict.
  ///
  /// - Parameters:
  ///   - reference: The beginning of the copy's id, or of the note's.
  ///   - side: Whose text is to stay.
  package func resolve(_ reference: String, keeping side: ConflictSide) async {
    await act(reference) { (open) async throws(Failure) in
      let outcome: ConflictsState.Outcome
      switch side {
      case .ours: outcome = .settled(try await self.keepOurs(open))
      case .theirs: outcome = .settled(try await self.keepTheirs(open))
      case .both: outcome = .keptBoth(open.theirs, copy: open.ours)
      }
      try await self.settle(open)
      return outcome
    }
  }

  /// Settles a conflict with one text for both.
  ///
  /// - Parameters:
  ///   - reference: The beginning of the copy's id, or of the note's.
  ///   - text: The text.
  package func resolve(_ reference: String, with text: String) async {
    await act(reference) { (open) async throws(Failure) in try await self.write(text, over: open, keeping: nil) }
  }

  /// Lets the person make one text of both, in the editor. What is proposed has every line of both that the other did not
  /// take out; where both wrote at the same place, first theirs and then ours.
  ///
  /// - Parameter reference: The beginning of the copy's id, or of the note's.
  package func edit(_ reference: String) async {
    await act(reference) { (open) async throws(Failure) in
      let proposal = UnionMerge.merged(base: open.conflict.base?.body, theirs: open.theirs.body, ours: open.ours.body)
      let draft = try self.draftEditing.draft(named: open.theirs.title, text: proposal)
      let text = try await self.draftEditing.edited(draft)
      let outcome: ConflictsState.Outcome
      if text == proposal {
        outcome = .untouched(proposal: proposal)
      } else if !text.contains(where: { !$0.isWhitespace }) {
        outcome = .abandoned
      } else {
        outcome = try await self.write(text, over: open, keeping: draft)
      }
      try self.draftEditing.discard(draft)
      return outcome
    }
  }

  private func act(
    _ reference: String, _ action: (OpenConflict) async throws(Failure) -> ConflictsState.Outcome?
  ) async {
    state.phase = .working
    (state.opened, state.outcome) = (nil, nil)
    do throws(Failure) {
      let open = try await finder.conflict(reference)
      state.opened = open
      state.outcome = try await action(open)
      state.phase = .done
    } catch {
      state.phase = .failed(error)
    }
  }
}

extension ConflictsViewModel {
  private func keepTheirs(_ open: OpenConflict) async throws(Failure) -> Note {
    let (text, now) = (open.ours, clock.now())
    let kept = try await change(open.conflict.note) { note in
      note.trashed = nil
      let before = note
      note.attachments = Self.files(of: text, beside: note, open)
      if note != before { note.modified = now }
    }
    let note: Note
    if let kept { note = kept } else { note = try await insert(open.conflict.theirs, as: open.conflict.note) }
    try await trashCopy(of: open)
    return note
  }

  private func keepOurs(_ open: OpenConflict) async throws(Failure) -> Note {
    var ours = open.ours
    ours.title = open.conflict.unmarkedTitle(of: ours)
    let (text, now) = (ours, clock.now())
    let kept = try await change(open.conflict.note) { note in
      note.trashed = nil
      let before = note
      (note.title, note.body, note.tags) = (text.title, text.body, text.tags)
      (note.notebook, note.foreignFrontMatter) = (text.notebook, text.foreignFrontMatter)
      note.attachments = Self.files(of: text, beside: note, open)
      if note != before { note.modified = now }
    }
    if let kept {
      try await trashCopy(of: open)
      return kept
    }
    // The copy then is what is left of the note; when it is gone as well, its text is not.
    let copy = try await change(open.conflict.copy) { copy in
      (copy.title, copy.trashed) = (text.title, nil)
    }
    if let copy { return copy }
    return try await insert(ours, as: open.conflict.note)
  }

  /// Writes one text for both into the note, unless that has another text by now; then into a new note.
  private func write(
    _ text: String, over open: OpenConflict, keeping draft: Draft?
  ) async throws(Failure) -> ConflictsState.Outcome {
    try DraftEditing.checkSize(text, draft: draft)
    let (before, ours, now) = (open.theirs, open.ours, clock.now())
    let title = NoteTitle.following(before, newBody: text)
    let stored = try await change(open.conflict.note, keeping: draft) { note in
      guard note.body == before.body else { return }
      note.title = note.title == before.title ? title : note.title
      if note.body != text { note.modified = now }
      (note.body, note.trashed) = (text, nil)
      note.attachments = Self.files(of: ours, beside: note, open)
    }
    var kept = before
    (kept.title, kept.body, kept.modified) = (title, text, now)
    if let stored, stored.body != text {
      let copy = Note(
        id: ids.next(created: now), title: title, body: text, tags: before.tags, notebook: before.notebook,
        created: now, modified: now, attachments: before.attachments)
      return .keptAsNewNote(try await insert(copy, as: copy.id, keeping: draft), stored: stored)
    }
    if let stored { kept = stored } else { kept = try await insert(kept, as: open.conflict.note, keeping: draft) }
    try await trashCopy(of: open)
    try await settle(open)
    return .settled(kept)
  }

  /// The files of both: it is texts that were in conflict, and whichever stays, nobody removed a file.
  private nonisolated static func files(
    of copy: Note, beside note: Note, _ open: OpenConflict
  ) -> [Attachment] {
    AttachmentMerge.merge(
      base: open.conflict.base?.attachments ?? [], ours: copy.attachments, theirs: note.attachments)
      ?? note.attachments
  }

  private func trashCopy(of open: OpenConflict) async throws(Failure) {
    let now = clock.now()
    _ = try await change(open.conflict.copy) { copy in
      if copy.trashed == nil { copy.trashed = now }
    }
  }

  private func settle(_ open: OpenConflict) async throws(Failure) {
    _ = try await Failure.ofStore { () async throws(StoreError) in try await store.settle(open.conflict.id) }
  }

  private func change(
    _ id: NoteID, keeping draft: Draft? = nil, _ change: @escaping @Sendable (inout Note) -> Void
  ) async throws(Failure) -> Note? {
    try await Failure.ofStore(keeping: draft) { () async throws(StoreError) in
      try await repository.update(id, change: change)
    }
  }

  /// Writes a note anew that is gone, out of the trash.
  private func insert(_ note: Note, as id: NoteID, keeping draft: Draft? = nil) async throws(Failure) -> Note {
    let note = Note(
      id: id, title: note.title, body: note.body, tags: note.tags, notebook: note.notebook, isPinned: note.isPinned,
      isArchived: note.isArchived, created: note.created, modified: note.modified,
      foreignFrontMatter: note.foreignFrontMatter, attachments: note.attachments)
    try await Failure.ofStore(keeping: draft) { () async throws(StoreError) in try await repository.insert([note]) }
    return note
  }
}

/// What is shown of the conflicts that sync left.
package struct ConflictsState: Sendable, Hashable {
  /// A conflict, as a line.
  package struct Row: Sendable, Hashable, Identifiable {
    /// The conflict.
    package let conflict: NoteConflict
    /// The shortest beginning of the copy's id that names it.
    package let shortID: String

    /// The conflict's identity, which is that of the copy.
    package var id: NoteID { conflict.id }
  }

  /// What came of settling a conflict.
  package enum Outcome: Sendable, Hashable {
    /// It is settled, and this note has what was kept.
    case settled(Note)
    /// It is settled, and both notes stay as they are.
    case keptBoth(Note, copy: Note)
    /// The person left the proposal as it is, so it is not known whether it was meant: the conflict stays.
    case untouched(proposal: String)
    /// The text was emptied: the conflict stays.
    case abandoned
    /// The note changed elsewhere while the text was edited: what was edited is kept in a note of its own, the first, and
    /// the conflict stays.
    case keptAsNewNote(Note, stored: Note)
  }

  /// How far the last action is.
  package var phase: Phase = .idle
  /// The conflicts that nobody has settled, oldest first.
  package var rows: [Row] = []
  /// The conflict that was opened or settled last.
  package var opened: OpenConflict?
  /// What came of settling it; `nil` when it was only opened.
  package var outcome: Outcome?
}

/// Whose text is to stay when a conflict is settled.
package enum ConflictSide: Sendable, Hashable, CaseIterable {
  /// The one that was written on this device, which is the copy's.
  case ours
  /// The one that came from the vault, which is the note's.
  case theirs
  /// Both, in the two notes.
  case both
}
