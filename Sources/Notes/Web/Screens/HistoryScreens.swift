import NotesDomain
import NotesViewModels

/// The history of all notes: each change, with what undoes it.
struct HistoryScreen: WebScreen {
  static let route = WebRoute(.get, WebPath.history)
  /// The number of changes on a page.
  static let pageSize = 50

  let request: WebRequest
  let layout: PageLayout
  let history: HistoryViewModel
  let undo: UndoViewModel
  let times: TimeText

  func respond() async throws -> WebResponse {
    let before = request.query["before"].flatMap { Int($0) }
    let sets = try await history.run { await $0.load(before: before, limit: Self.pageSize) }.changeSets
    // Its number is in the form, since another change may be the last one when it is sent.
    await undo.findLast()
    let last = undo.state.changeSet?.id
    let isFull = sets.count == Self.pageSize
    return .page(
      .history,
      HistoryPage(
        layout: try await layout.load("History"), notice: notice(sets), last: last.map { "\($0)" },
        changes: sets.map { ChangeRow($0, times) },
        isEmpty: sets.isEmpty, older: isFull ? sets.last.map { "\(WebPath.history)?before=\($0.id)" } : nil))
  }

  /// Returns what the undo did that led here. Only the numbers are of the address.
  private func notice(_ sets: [ChangeSet]) -> HistoryPage.Notice? {
    if let number = request.query["left"].flatMap({ Int($0) }) {
      return HistoryPage.Notice(text: "Nothing is left to undo in change \(number).", redo: nil)
    }
    let number = request.query["undid"].flatMap { Int($0) }
    guard let set = sets.first(where: { $0.id == number }), case .undo(let undone) = set.kind else { return nil }
    let titles = ChangeText.titles(of: set.examples, count: set.count)
    return HistoryPage.Notice(
      text: "Undid change \(undone): \(titles).", redo: set.undoneBy == nil ? "\(set.id)" : nil)
  }
}

/// The values of the template `history`.
struct HistoryPage: Sendable {
  /// The result of an undo.
  struct Notice: Sendable {
    let text: String
    /// The number of the change whose undo redoes; `nil` if there is none.
    let redo: String?
  }

  let layout: Layout
  let notice: Notice?
  /// The number of the last change that can be undone.
  let last: String?
  let changes: [ChangeRow]
  let isEmpty: Bool
  /// The address of the earlier changes.
  let older: String?
}

/// A change set in the history of all notes.
struct ChangeRow: Sendable {
  let number: String
  let time: String
  let action: String
  /// Up to three of the notes, with the addresses of their differences.
  let notes: [Choice]
  /// The number of notes beside those; empty for none.
  let more: String
  /// The number of the change that undid it.
  let undoneBy: String?
  /// The label of the button that undoes the change; `nil` if it cannot be undone.
  let undo: String?

  init(_ set: ChangeSet, _ times: TimeText) {
    number = "\(set.id)"
    time = times.short(set.created)
    action = ChangeText.action(of: set)
    notes = set.examples.compactMap { change in
      (change.after ?? change.before).map {
        Choice(name: $0.title, address: WebPath.version(set.id, of: change.id), isCurrent: false)
      }
    }
    let others = set.count - notes.count
    more = others == 0 ? "" : notes.isEmpty ? "\(others) \(others == 1 ? "note" : "notes")" : "and \(others) more"
    undoneBy = set.undoneBy.map { "\($0)" }
    switch set.kind {
    case .purge: undo = nil
    case .undo: undo = set.undoneBy == nil ? "Redo" : nil
    case .local, .imported, .sync: undo = set.undoneBy == nil ? "Undo" : nil
    }
  }
}

/// The undo of a change set, or of the last change without a number.
struct UndoScreen: WebScreen {
  static let route = WebRoute(.post, "/undo")

  let request: WebRequest
  let undo: UndoViewModel

  func respond() async throws -> WebResponse {
    var number: Int?
    if let text = request.form.nonEmpty("number") {
      number = Int(text)
      guard number != nil else { throw WebFailure.malformed }
    }
    let state = try await undo.run { await $0.undo(number) }
    switch state.outcome {
    case .done(let own): return .redirect("\(WebPath.history)?undid=\(own)")
    case .nothingLeft, .possible, nil: return .redirect("\(WebPath.history)?left=\(state.changeSet?.id ?? 0)")
    }
  }
}
