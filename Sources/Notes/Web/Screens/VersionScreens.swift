import NotesDomain
import NotesViewModels

/// The versions of a note, newest first.
struct NoteHistoryScreen: WebScreen {
  static let route = WebRoute(.get, "/notes/:note/history")
  /// The number of versions on the first page, and the factor by which a longer one has more.
  private static let (pageSize, growth, maximum) = (50, 4, 100_000)

  let request: WebRequest
  let layout: PageLayout
  let history: HistoryViewModel
  let times: TimeText

  func respond() async throws -> WebResponse {
    let reference = request.parameter("note")
    let limit = min(max(request.query["limit"].flatMap { Int($0) } ?? Self.pageSize, 1), Self.maximum)
    let rows = try await history.run { await $0.load(reference, limit: limit) }.rows
    let note = rows.lazy.compactMap { $0.version.note ?? $0.difference?.old }.first
    let address = note.map { WebPath.note($0.id) } ?? "/notes/" + WebPath.encoded(reference)
    return .page(
      .versions,
      NoteHistoryPage(
        layout: try await layout.load("History of " + (note?.title ?? "a note")), title: note?.title ?? "",
        address: address, isGone: rows.first?.version.note == nil,
        versions: rows.map { row in
          VersionRow(
            number: "\(row.version.changeSet)", address: "\(address)/history/\(row.version.changeSet)",
            time: times.short(row.version.created), action: row.action, summary: row.summary)
        },
        isEmpty: rows.isEmpty,
        more: rows.count == limit ? "\(address)/history?limit=\(limit * Self.growth)" : nil))
  }
}

/// The values of the template `versions`.
struct NoteHistoryPage: Sendable {
  let layout: Layout
  let title: String
  /// The path of the note.
  let address: String
  /// Whether the note does not exist any more.
  let isGone: Bool
  let versions: [VersionRow]
  let isEmpty: Bool
  /// The address of a longer list.
  let more: String?
}

/// A version in the history of its note.
struct VersionRow: Sendable {
  let number: String
  let address: String
  let time: String
  let action: String
  /// The differences from the version before, in short.
  let summary: String?
}

/// A version of a note, as the difference from the one before.
struct VersionScreen: WebScreen {
  static let route = WebRoute(.get, "/notes/:note/history/:changeset")

  let request: WebRequest
  let layout: PageLayout
  let diff: DiffViewModel
  let times: TimeText

  func respond() async throws -> WebResponse {
    let number = try request.changeSet
    let state = try await diff.run { await $0.compare(request.parameter("note"), to: number) }
    guard let id = state.id, let version = state.to else { throw WebFailure.notFound }
    let title = (version.note ?? state.from?.note)?.title ?? ""
    let difference = DifferenceView(from: state.from?.note, to: version.note, times)
    return .page(
      .version,
      VersionPage(
        layout: try await layout.load("Change \(number) of \(title)"), title: title, number: "\(number)",
        time: times.short(version.created), action: ChangeText.action(of: version, before: state.from?.note),
        before: state.from.map { times.short($0.created) }, note: WebPath.note(id),
        address: WebPath.version(number, of: id), difference: difference,
        isRestorable: version.note != nil && !state.isCurrent))
  }
}

/// The values of the template `version`.
struct VersionPage: Sendable {
  let layout: Layout
  let title: String
  /// The number of the change set.
  let number: String
  let time: String
  let action: String
  /// The time of the version before; `nil` if this is the first one.
  let before: String?
  /// The path of the note.
  let note: String
  let address: String
  let difference: DifferenceView
  /// Whether the text can be brought back.
  let isRestorable: Bool
}

/// A change that gives a note the text of one of its versions again.
struct RestoreVersionScreen: WebScreen {
  static let route = WebRoute(.post, "/notes/:note/history/:changeset/restore")

  let request: WebRequest
  let history: HistoryViewModel

  func respond() async throws -> WebResponse {
    let number = try request.changeSet
    let state = try await history.run { await $0.restore(request.parameter("note"), version: number) }
    return .redirect(state.restored.map { WebPath.note($0.id) } ?? WebPath.home)
  }
}

extension WebRequest {
  /// The number of the change set in the path.
  fileprivate var changeSet: Int {
    get throws {
      guard let number = Int(parameter("changeset")) else { throw WebFailure.notFound }
      return number
    }
  }
}
