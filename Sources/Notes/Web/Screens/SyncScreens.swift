import HTTPTypes
import NotesDomain
import NotesViewModels
import ServiceLifecycle

/// The status of sync.
struct SyncScreen: WebScreen {
  static let route = WebRoute(.get, WebPath.sync)

  let pages: SyncPages
  let background: BackgroundSync
  let sync: SyncViewModel

  func respond() async throws -> WebResponse {
    let state = try await sync.run { await $0.loadStatus() }
    let page = try await pages.page(of: state)
    // Another program may have signed this device in.
    if page.isSignedIn, background.status == .off { background.restart() }
    return .page(.sync, page)
  }
}

/// A sync that a person starts, with the choice that a stopped one waits for.
struct SyncNowScreen: WebScreen {
  static let route = WebRoute(.post, WebPath.sync)

  let request: WebRequest
  let pages: SyncPages
  let background: BackgroundSync
  let sync: SyncViewModel

  func respond() async throws -> WebResponse {
    let deletions: SyncRequest.Deletions =
      switch request.form["deletions"] {
      case "accept": .accept
      case "keep": .keep
      default: .ask
      }
    let wish = SyncRequest(deletions: deletions, retriesRefused: request.form["retry"] != nil)
    // A sync can wait for long for its server. One that was stopped goes on with the next.
    await cancelWhenGracefulShutdown { [sync] in await sync.sync(wish) }
    let result = sync.state
    guard let failure = result.phase.failure else {
      // What stopped the one in the background is over.
      if !background.status.isSuccess { background.restart() }
      return .page(.sync, try await pages.page(of: result))
    }
    let problem = WebFailure(failure)
    let state = try await sync.run { await $0.loadStatus() }
    return .page(.sync, try await pages.page(of: state, problem: problem), status: problem.status)
  }
}

/// Makes the page of sync.
struct SyncPages: Sendable {
  let layout: PageLayout
  let account: AccountViewModel
  let background: BackgroundSync
  let times: TimeText

  @MainActor
  func page(of state: SyncViewState, problem: WebFailure? = nil) async throws -> SyncPage {
    await account.load()
    let credentials = account.state.credentials
    let status = state.status ?? SyncStatus(hasSynced: false, pending: 0)
    return SyncPage(
      layout: try await layout.load("Sync"),
      problem: problem ?? account.state.phase.failure.map { WebFailure($0) },
      result: state.summary.map { SyncText.line($0, status) },
      advice: state.summary.map { [SyncText.copies($0)].compactMap(\.self) + SyncText.attachments($0) } ?? [],
      isSignedIn: credentials != nil,
      account: credentials.map { "\($0.account.text) at \($0.server)" } ?? "none: the notes stay on this device",
      background: BackgroundSyncText.sentence(background.status, times),
      lastSync: status.lastSuccess.map(times.short) ?? "never",
      pending: status.pending == 0 ? "nothing" : SyncText.count(status.pending, "change"),
      conflicts: status.conflicts == 0 ? nil : SyncText.count(status.conflicts, "conflict"),
      brake: status.deletionBrake?.sentence.sentence,
      skipped: status.blocked.isEmpty ? nil : SyncText.count(status.blocked.count, "note"),
      blocked: status.blocked.map { blocked in
        SyncPage.Blocked(
          title: blocked.title ?? "Not on this device",
          address: blocked.title == nil ? nil : WebPath.note(blocked.id), reason: SyncText.reason(blocked))
      },
      isRetryable: status.blocked.contains { if case .refused = $0.block { true } else { false } })
  }
}

/// The values of the template `sync`.
struct SyncPage: Sendable {
  /// A note that is not synced.
  struct Blocked: Sendable {
    let title: String
    /// `nil` for a note that this device has no version of.
    let address: String?
    let reason: String
  }

  let layout: Layout
  let problem: WebFailure?
  /// The result of the sync that the person started.
  let result: String?
  let advice: [String]
  let isSignedIn: Bool
  let account: String
  let background: String
  let lastSync: String
  let pending: String
  /// `nil` if there are none.
  let conflicts: String?
  /// The deletions that wait for a decision; `nil` for none.
  let brake: String?
  /// The number of notes that are not synced; `nil` for none.
  let skipped: String?
  let blocked: [Blocked]
  /// Whether the server may accept some of the notes that it rejected.
  let isRetryable: Bool
}
