package import NotesDomain
import Observation

/// The drafts that failed edits left. One is named by its id, by its name if no other has it, or by the path of its file.
///
/// Not by a number in the list, which would mean another draft once one is removed.
@MainActor @Observable
package final class DraftsViewModel: ViewModel {
  package private(set) var state = DraftsState()

  private let drafts: any DraftStore
  private let repository: any NoteRepository
  private let ids: any NoteIDGenerator
  private let wallClock: any WallClock

  init(
    drafts: any DraftStore, repository: any NoteRepository, ids: any NoteIDGenerator, wallClock: any WallClock
  ) {
    self.drafts = drafts
    self.repository = repository
    self.ids = ids
    self.wallClock = wallClock
  }

  /// Loads the drafts, the most recently changed first.
  package func load() async {
    await run { state.drafts = try await drafts.drafts() }
  }

  /// Adds a note with the text of a draft, and removes the draft.
  package func recover(_ reference: String) async {
    await run {
      let draft = try Self.closedDraft(reference, among: try await drafts.drafts())
      let text = try await drafts.text(of: draft.draft)
      let now = wallClock.now()
      let note = Note(
        id: ids.next(created: now), title: NoteTitle.derived(from: text), body: text, created: now, modified: now)
      try await DraftEditing.storing(draft.draft) { try await repository.insert([note]) }
      try await drafts.remove(draft.draft)
      state.recovered = note
      state.shortID = try await repository.shortID(of: note.id)
    }
  }

  /// Finds drafts that can be removed: all of them, or none if one of the names is wrong.
  package func find(_ references: [String]) async {
    await run { state.drafts = try await closedDrafts(references) }
  }

  /// Removes drafts: all of them, or none if one of the names is wrong.
  package func discard(_ references: [String]) async {
    await run {
      let found = try await closedDrafts(references)
      for draft in found { try await drafts.remove(draft.draft) }
      state.discarded = found
    }
  }

  private func closedDrafts(_ references: [String]) async throws -> [StoredDraft] {
    let all = try await drafts.drafts()
    return try references.map { try Self.closedDraft($0, among: all) }.withoutRepetition()
  }

  private static func closedDraft(_ reference: String, among all: [StoredDraft]) throws -> StoredDraft {
    let found =
      all.first { $0.draft.path == reference || $0.draft.path.ends(with: "/" + reference) || $0.id == reference }
    let named = found.map { [$0] } ?? all.filter { $0.name == reference }
    guard let draft = named.first else { throw EditingFailure.noDraft(reference) }
    guard named.count == 1 else { throw EditingFailure.ambiguousDraft(reference, candidates: named) }
    guard !draft.isOpen else { throw EditingFailure.openDraft(draft) }
    return draft
  }

  private func run(_ action: @MainActor () async throws -> Void) async {
    state = DraftsState(phase: .working)
    state.phase = await .after(action)
  }
}

/// The state of the drafts.
package struct DraftsState: ViewState {
  package var phase: Phase = .idle
  /// The drafts, the most recently changed first.
  package var drafts: [StoredDraft] = []
  /// The note that was made of a draft.
  package var recovered: Note?
  /// The shortest unique prefix of its id.
  package var shortID = ""
  package var discarded: [StoredDraft] = []
}
