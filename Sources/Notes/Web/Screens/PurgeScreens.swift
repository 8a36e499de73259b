import NotesDomain
import NotesViewModels

/// The question whether to delete a note in the trash permanently.
struct ConfirmPurgeScreen: WebScreen {
  static let route = WebRoute(.get, "/notes/:note/purge")

  let request: WebRequest
  let page: PurgePageLoader

  func respond() async throws -> WebResponse { try await page.question([request.parameter("note")]) }
}

/// The permanent removal of a note in the trash.
struct PurgeScreen: WebScreen {
  static let route = WebRoute(.post, "/notes/:note/purge")

  let request: WebRequest
  let page: PurgePageLoader

  func respond() async throws -> WebResponse { try await page.purge([request.parameter("note")], count: 1) }
}

/// The question whether to delete all notes in the trash permanently.
struct ConfirmEmptyTrashScreen: WebScreen {
  static let route = WebRoute(.get, "/trash/purge")

  let page: PurgePageLoader

  func respond() async throws -> WebResponse { try await page.question([]) }
}

/// The permanent removal of all notes in the trash.
struct EmptyTrashScreen: WebScreen {
  static let route = WebRoute(.post, "/trash/purge")

  let request: WebRequest
  let page: PurgePageLoader

  func respond() async throws -> WebResponse {
    guard let count = request.form["count"].flatMap({ Int($0) }) else { throw WebFailure.malformed }
    return try await page.purge([], count: count)
  }
}

/// Loads the page that asks before notes are deleted permanently, and deletes them.
struct PurgePageLoader: Sendable {
  /// The number of titles on the page.
  private static let maximumTitles = 20

  let layout: PageLayout
  let purge: PurgeViewModel

  /// Returns the page with the question.
  ///
  /// - Parameter references: The notes; empty for the whole trash.
  @MainActor
  func question(_ references: [String], notice: String? = nil) async throws -> WebResponse {
    let notes = try await purge.run { await $0.select(references) }.candidates
    let shown = notes.prefix(Self.maximumTitles)
    return .page(
      .purge,
      PurgePage(
        layout: try await layout.load("Delete permanently"), notice: notice, titles: shown.map(\.title),
        more: notes.count > shown.count ? "and \(notes.count - shown.count) more" : nil, count: "\(notes.count)",
        notes: notes.count == 1 ? "this note" : "these \(notes.count) notes",
        action: references.first.map { "/notes/\(WebPath.encoded($0))/purge" } ?? "/trash/purge",
        isEmpty: notes.isEmpty))
  }

  /// Deletes the notes, if there are as many as the page with the question had.
  @MainActor
  func purge(_ references: [String], count: Int) async throws -> WebResponse {
    let notes = try await purge.run { await $0.select(references) }.candidates
    guard notes.count == count else {
      return try await question(references, notice: "The trash has changed meanwhile. Nothing was deleted yet.")
    }
    let state = try await purge.run { await $0.purge() }
    let remains = Self.remains(after: state)
    guard !remains.isEmpty else { return .redirect(WebPath.trash) }
    let deleted = state.purged.count == 1 ? "1 note" : "\(state.purged.count) notes"
    return try await question([], notice: "Deleted \(deleted) permanently. " + remains.joined(separator: " "))
  }

  /// Returns a sentence for each place that may have texts of the deleted notes.
  private static func remains(after state: PurgeState) -> [String] {
    var sentences: [String] = []
    if state.conflicts > 0 {
      let conflicts = state.conflicts == 1 ? "1 conflict keeps a text" : "\(state.conflicts) conflicts keep texts"
      sentences.append("\(conflicts) of them. To settle, see Conflicts.")
    }
    if state.hasRemains {
      sentences.append(
        """
        Traces of their texts may be left in the store's file, which is in use or cannot be written. To remove them, stop \
        notesctl, and run: notesctl store rebuild
        """)
    }
    return sentences
  }
}

/// The values of the template `purge`.
struct PurgePage: Sendable {
  let layout: Layout
  let notice: String?
  let titles: [String]
  /// The number of notes without a title on the page, in words; `nil` for none.
  let more: String?
  let count: String
  /// The notes in words.
  let notes: String
  /// The path to which the form is posted.
  let action: String
  let isEmpty: Bool
}
