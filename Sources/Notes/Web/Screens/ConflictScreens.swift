import HTTPTypes
import NotesDomain
import NotesViewModels

/// The list of open conflicts.
struct ConflictsScreen: WebScreen {
  static let route = WebRoute(.get, WebPath.conflicts)

  let request: WebRequest
  let layout: PageLayout
  let conflicts: ConflictsViewModel
  let texts: NoteTextsViewModel
  let times: TimeText

  func respond() async throws -> WebResponse {
    let rows = try await conflicts.run { await $0.load() }.rows
    return .page(
      .conflicts,
      ConflictsPage(
        layout: try await layout.load("Conflicts"), resolved: try await resolved(),
        conflicts: rows.map { row in
          ConflictsPage.Row(
            title: row.value.theirs.title, address: WebPath.conflict(row.value.id),
            detected: times.short(row.value.detected))
        }, isEmpty: rows.isEmpty))
  }

  /// Returns the notes that a resolution kept, which the address names.
  @MainActor
  private func resolved() async throws -> ConflictsPage.Resolved? {
    let ids = request.query.values("kept").compactMap { NoteID($0) }
    guard !ids.isEmpty else { return nil }
    let stored = try await texts.run { await $0.load(ids) }.notes
    let notes = ids.compactMap { stored[$0] }
    return ConflictsPage.Resolved(
      change: request.query["change"].flatMap { Int($0) }.map { "\($0)" },
      notes: notes.map { Choice(name: $0.title, address: WebPath.note($0.id), isCurrent: false) },
      isBoth: notes.count > 1)
  }
}

/// The values of the template `conflicts`.
struct ConflictsPage: Sendable {
  struct Row: Sendable {
    let title: String
    let address: String
    let detected: String
  }

  /// The result of a resolution.
  struct Resolved: Sendable {
    /// The number of the change; `nil` if there is nothing to undo.
    let change: String?
    /// The note with the kept text, or both notes.
    let notes: [Choice]
    let isBoth: Bool
  }

  let layout: Layout
  let resolved: Resolved?
  let conflicts: [Row]
  let isEmpty: Bool
}

/// A conflict: the text before it, the changes of both sides, and what resolves it.
struct ConflictScreen: WebScreen {
  static let route = WebRoute(.get, "/conflicts/:conflict")

  let request: WebRequest
  let layout: PageLayout
  let conflicts: ConflictsViewModel
  let times: TimeText

  func respond() async throws -> WebResponse {
    guard let open = try await conflicts.run({ await $0.open(request.parameter("conflict")) }).opened else {
      throw WebFailure.notFound
    }
    let layout = try await layout.load("Conflict in \(open.theirs.title)")
    return .page(.conflict, ConflictPage(open, layout: layout, text: open.proposal, times: times))
  }
}

/// The resolution of a conflict: with `keep` one side or both, otherwise with the text of the form.
struct ResolveConflictScreen: WebScreen {
  static let route = WebRoute(.post, "/conflicts/:conflict")

  let request: WebRequest
  let layout: PageLayout
  let conflicts: ConflictsViewModel
  let times: TimeText

  func respond() async throws -> WebResponse {
    let reference = request.parameter("conflict")
    // A page may have been open for hours, and the person chose from what it showed.
    guard let seen = request.form["seen"].flatMap({ UInt64(hexadecimal: $0) }).map(ContentDigest.init(value:)) else {
      throw WebFailure.malformed
    }
    if let keep = request.form.nonEmpty("keep") {
      guard let side = ConflictSide(rawValue: keep) else { throw WebFailure.malformed }
      let state = try await conflicts.run { await $0.resolve(reference, keeping: side, seen: seen) }
      return try await answer(state.outcome, text: nil)
    }
    guard let text = request.form.text("text") else { throw WebFailure.malformed }
    await conflicts.resolve(reference, with: text, seen: seen)
    if let failure = conflicts.state.phase.failure {
      return try await page(problem: WebFailure(failure), text: text)
    }
    return try await answer(conflicts.state.outcome, text: text)
  }

  @MainActor
  private func answer(_ outcome: ConflictsState.Outcome?, text: String?) async throws -> WebResponse {
    switch outcome {
    case .settled(let note):
      let kept = [("kept", note.id.description), ("change", conflicts.state.changeSet.map { "\($0)" })]
      return .redirect("\(WebPath.conflicts)?\(WebPath.query(kept))")
    case .keptBoth(let note, let copy):
      let kept: [(String, String?)] = [note, copy].map { ("kept", $0.id.description) }
      return .redirect("\(WebPath.conflicts)?\(WebPath.query(kept))")
    case .abandoned: return try await page(problem: .emptyText, text: text)
    case .changedMeanwhile: return try await page(problem: .otherSides, text: nil)
    case .resolvedElsewhere(let note): return .redirect(WebPath.note(note.id))
    case .keptAsNewNote(let copy, let stored):
      return try await page(problem: .changedMeanwhile(stored, copy), text: text)
    // No page opens an editor, whose text may be left as it was.
    case .untouched, nil: return .redirect(WebPath.conflicts)
    }
  }

  /// Returns the page with the text that was typed, which nothing else has.
  @MainActor
  private func page(problem: WebFailure, text: String?) async throws -> WebResponse {
    guard let open = conflicts.state.opened else { throw problem }
    let layout = try await layout.load("Conflict in \(open.theirs.title)")
    let page = ConflictPage(open, layout: layout, text: text ?? open.proposal, problem: problem, times: times)
    return .page(.conflict, page, status: problem.status)
  }
}

/// The values of the template `conflict`.
struct ConflictPage: Sendable {
  /// One of the versions.
  struct Side: Sendable {
    /// The value of `keep`.
    let key: String
    let heading: String
    /// The state of the note that has the version.
    let state: String
    /// The path of that note; `nil` if it is gone.
    let note: String?
    /// The whole text, if there is no older version to compare it with.
    let text: String?
    let difference: DifferenceView?
    let button: String
  }

  let layout: Layout
  let title: String
  let address: String
  let detected: String
  /// The text before the conflict; `nil` if it is not known.
  let base: String?
  let hasBase: Bool
  let sides: [Side]
  /// The digest of both sides, which each form sends back.
  let seen: String
  /// The text to edit.
  let text: String
  let problem: String?
  let hint: String?
}

extension ConflictPage {
  fileprivate init(
    _ open: OpenConflict, layout: Layout, text: String, problem: WebFailure? = nil, times: TimeText
  ) {
    let conflict = open.conflict
    var ours = open.ours
    ours.title = conflict.titleWithoutCopySuffix(of: ours)
    self.layout = layout
    title = open.theirs.title
    address = WebPath.conflict(conflict.id)
    detected = times.short(conflict.detected)
    base = conflict.base?.body
    hasBase = conflict.base != nil
    sides = [
      Side(
        key: ConflictSide.theirs.rawValue, heading: "Theirs: the note",
        state: Self.state(open.note, of: conflict.theirs),
        note: open.note.map { WebPath.note($0.id) }, text: conflict.base == nil ? open.theirs.body : nil,
        difference: conflict.base.map { DifferenceView(from: $0, to: open.theirs, times) }, button: "Keep theirs"),
      Side(
        key: ConflictSide.ours.rawValue, heading: "Ours: the copy", state: Self.state(open.copy, of: conflict.ours),
        note: open.copy.map { WebPath.note($0.id) }, text: nil,
        difference: DifferenceView(from: conflict.base ?? open.theirs, to: ours, times), button: "Keep ours"),
    ]
    seen = open.digest.value.hexadecimal
    self.text = text
    self.problem = problem?.message
    hint = problem?.hint
  }

  private static func state(_ note: Note?, of original: Note) -> String {
    guard let note else { return "It was deleted; this is its text when the conflict arose." }
    if note.trashed != nil { return "It is in the trash." }
    return note.body.hasSameBytes(as: original.body) ? "" : "It was edited since."
  }
}

extension WebFailure {
  fileprivate static let emptyText = WebFailure(
    status: .unprocessableContent, message: "The text is empty. Nothing was changed, and the conflict is still open.",
    hint: "Write the text to keep, or keep one of the versions.")

  fileprivate static let otherSides = WebFailure(
    status: .conflict, message: "The versions changed since they were shown, so the conflict is still open.",
    hint: "Here are the present ones. Choose again.")

  fileprivate static func changedMeanwhile(_ stored: Note, _ copy: Note) -> WebFailure {
    WebFailure(
      status: .conflict,
      message: "“\(stored.title)” changed elsewhere while you edited it, so the conflict is still open.",
      hint: "Your text is the new note “\(copy.title)”, and below. The changes here are the present ones.")
  }
}
