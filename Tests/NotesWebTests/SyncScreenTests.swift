import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@testable import NotesWeb

@Suite struct SyncScreenTests {
  private let fakes = Fakes()

  @Test func `the status has the last sync, what is pending, and the account`() async throws {
    fakes.synchronizer.currentStatus = SyncStatus(
      hasSynced: true, pending: 3, conflicts: 2, lastSuccess: fakes.wallClock.now())
    try await fakes.credentials.save(Credentials.sample())
    let page = try await Front(fakes).get("/sync").text
    for text in [
      "<dd>ada at https://notes.example.org</dd>", "<dd>2026-03-14 09:26</dd>", "<dd>3 changes</dd>",
      "<a href=\"/conflicts\">2 conflicts</a>",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(!page.contains("Skipped") && !page.contains("Sync is paused"))
  }

  @Test func `a device that is not signed in is led to the sign-in`() async throws {
    let page = try await Front(fakes).get("/sync").text
    #expect(page.contains("<dd>never</dd>") && page.contains("<a class=\"button\" href=\"/account\">Sign in</a>"))
  }

  @Test func `a sync answers with its result in words`() async throws {
    var summary = SyncSummary()
    (summary.sent, summary.received, summary.merged, summary.copied) = (1, 5, 2, 1)
    fakes.synchronizer.summary = summary
    let page = try await Front(fakes).post("/sync")
    #expect(page.status == 200)
    #expect(page.text.contains("Sent 1 change, received 5: 2 notes merged, 1 note kept in two versions."))
    #expect(page.text.contains("1 note has conflicting changes; both versions were kept."))
    #expect(fakes.synchronizer.requests == [SyncRequest()])
  }

  @Test func `a sync without changes says so`() async throws {
    #expect(try await Front(fakes).post("/sync").text.contains("Already up to date."))
  }

  @Test func `a sync whose only change was refused does not claim to be up to date`() async throws {
    fakes.synchronizer.currentStatus.blocked = [
      SyncStatus.Blocked(id: SequentialNoteIDGenerator.id(1), title: "Large", block: .refused(.tooLarge))
    ]
    let page = try await Front(fakes).post("/sync")
    #expect(!page.text.contains("Already up to date.") && page.text.contains("Sent 0 changes, received 0."))
  }

  @Test(arguments: [
    (TransportError.notConfigured, 409, "This device is not signed in to a server. Sign in to sync"),
    (.unreachable(detail: "no <route>"), 502, "Cannot reach the server: no &lt;route&gt;. No data is lost"),
    (.unauthorized, 409, "The server does not know this device"),
    (.encryption(.locked), 409, "this device does not have its key. Give it the passphrase or the recovery code"),
    (.rateLimited(retryAfter: .seconds(200)), 503, "No data is lost; try again in 4 min."),
    (
      .untrusted(host: "notes.example.org"), 502, "The certificate of notes.example.org is not trusted, or has expired."
    ),
  ])
  func `a sync that fails says why, and what to do`(error: TransportError, status: Int, text: String) async throws {
    fakes.synchronizer.failure = .transport(error)
    let page = try await Front(fakes).post("/sync")
    #expect(page.status == status)
    #expect(page.text.contains(text))
    // The status is shown all the same.
    #expect(page.text.contains("<dt>Pending</dt>"))
  }

  @Test(arguments: [("keep", SyncRequest.Deletions.keep), ("accept", .accept)])
  func `many deletions wait for a choice, and each choice continues`(
    choice: String, deletions: SyncRequest.Deletions
  ) async throws {
    fakes.synchronizer.currentStatus.deletionBrake = DeletionBrake(deletions: 30, notes: 40)
    let front = try await Front(fakes)
    let stopped = try await front.post("/sync")
    #expect(stopped.status == 409)
    #expect(stopped.text.contains("30 of 40 notes were deleted on other devices and would be deleted here."))
    #expect(stopped.text.contains("name=\"deletions\" value=\"\(choice)\""))
    let page = try await front.post("/sync", ["deletions": choice])
    #expect(page.status == 200 && !page.text.contains("Sync is paused"))
    #expect(fakes.synchronizer.requests.last == SyncRequest(deletions: deletions))
  }

  @Test func `skipped notes have a reason, and rejected ones can be retried`() async throws {
    let id = SequentialNoteIDGenerator.id(1)
    fakes.synchronizer.currentStatus.blocked = [
      SyncStatus.Blocked(id: id, title: "Long & large", block: .refused(.tooLarge)),
      SyncStatus.Blocked(id: SequentialNoteIDGenerator.id(2), title: nil, block: .unreadable),
    ]
    let front = try await Front(fakes)
    let page = try await front.get("/sync").text
    #expect(page.contains("href=\"\(path(1))\">Long &amp; large</a>"))
    #expect(page.contains("rejected by the server: it is too large"))
    #expect(page.contains("Not on this device") && page.contains("written by a newer notesctl"))
    _ = try await front.post("/sync", ["retry": "refused"])
    #expect(fakes.synchronizer.requests.last == SyncRequest(retriesRefused: true))
  }

  @Test func `notes that only this program cannot read are not retried`() async throws {
    fakes.synchronizer.currentStatus.blocked = [
      SyncStatus.Blocked(id: SequentialNoteIDGenerator.id(2), title: nil, block: .unreadable)
    ]
    #expect(try await !Front(fakes).get("/sync").text.contains("Retry the rejected notes"))
  }

  @Test func `the side of every page says whether sync in the background is on`() async throws {
    #expect(try await Front(fakes).get("/").text.contains("href=\"/sync\">Sync <span class=\"count\">off</span>"))
  }

  @Test(arguments: [
    (BackgroundSync.Status.off, "off", "off"), (.starting, "now", "syncing now"),
    (.succeeded(FixedClock().now()), "09:26", "on: changes on this and other devices are synced at once"),
    (
      .failed(Failure(SyncError.transport(.unreachable(detail: "no route"))), since: FixedClock().now()), "failed",
      "failing since 2026-03-14 09:26: Cannot reach the server: no route. No data is lost; it is tried again."
    ),
    (
      .failed(Failure(SyncError.transport(.unauthorized)), since: FixedClock().now()), "sign in",
      "failing since 2026-03-14 09:26: The server does not know this device; it was revoked, or the password was changed. No data is lost; sign out under Account, and sign in again."
    ),
    (
      .slowed(FixedClock().now()), "09:26",
      "on, rarely, to save the battery: changes on this device are synced at once, others within 20 minutes"
    ),
    (.paused(.noNetwork), "offline", "waiting for the network"),
    (.paused(.background), "paused", "waiting until this computer is awake"),
    (
      .failed(Failure(SyncError.deletionBrake(DeletionBrake(deletions: 30, notes: 40))), since: FixedClock().now()),
      "paused",
      "paused until you decide about the deletions"
    ),
  ])
  func `the sync in the background is described in a word and in a sentence`(
    status: BackgroundSync.Status, brief: String, sentence: String
  ) {
    let times = TimeText(zone: UTC())
    #expect(BackgroundSyncText.brief(status, times) == brief)
    #expect(BackgroundSyncText.sentence(status, times) == sentence)
  }
}
