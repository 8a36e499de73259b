import HTTPTypes
import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@testable import NotesWeb

@Suite struct WebFailureTests {
  private static let tea = Note.sample(1, title: "Tea").summary
  private static let draft = Draft(path: "/home/ada/drafts/tea.md")
  private static let large = NoteExcess(over: .text, amount: 10_000_001)
  private static let store = "/home/ada/notes.sqlite"

  @Test func `every failure of a page says what happened and what to do`() throws {
    let failures: [Failure] =
      Self.notes + Self.edits + Self.attachments + Self.changes + Self.queries.map { .query($0) }
      + Self.stores.map { .store($0) } + Self.files.map { .file($0) } + [.unexpected("the cause")]
    let table = failures.map { failure in
      let page = WebFailure(failure)
      return "\(page.status.code) \(page.message)\n" + (page.hint.isEmpty ? "" : "    \(page.hint)\n")
    }
    try expectGolden(table.joined(), named: "failures")
  }

  @Test func `a failure that a view-model throws becomes a page with its status`() async throws {
    let fakes = Fakes()
    let front = try await Front(fakes)
    fakes.repository.failure = .locked(path: Self.store)
    let page = try await front.get("/")
    #expect(page.status == 503)
    #expect(page.text.contains("<h1>Another program has locked the store \(Self.store).</h1>"))
  }

  private static let notes: [Failure] = [
    .reference(.unknown("tee")), .reference(.ambiguous("Tea", candidates: [tea, tea])),
    .note(.malformedTag("a b")), .note(.malformedNotebook(".git")), .note(.topLevel), .note(.emptyTitle),
    .note(.tooLarge(large, nil)), .note(.tooLarge(large, draft)), .note(.notInTrash(tea)),
    .note(.inTrash(tea)), .note(.mergedWithItself("Tea")),
  ]

  private static let edits: [Failure] = [
    .editing(.draft(.unwritable(path: draft.path, reason: "Permission denied"))),
    .editing(.draft(.unreadable(path: draft.path, reason: "Permission denied"))),
    .editing(.draft(.notUTF8(path: draft.path, offset: 7))), .editing(.noDraft("tea")),
    .editing(.ambiguousDraft("tea", candidates: [])), .editing(.unsaved(.store(.locked(path: store)), draft)),
  ]

  private static let attachments: [Failure] = [
    .attachment(.tooLarge(path: "film.mkv", bytes: 3, limit: 2)), .attachment(.malformedName("a/b")),
    .attachment(.repeatedName("a.txt")), .attachment(.exists("a.txt", tea)), .attachment(.tooMany(limit: 1000)),
    .attachment(.unknown("a.txt", tea, names: ["b.txt"])), .attachment(.notDownloaded("a.txt", tea)),
    .attachment(.damaged("a.txt", tea, isForgotten: true)), .attachment(.damaged("a.txt", tea, isForgotten: false)),
  ]

  private static let changes: [Failure] = [
    .history(.noChangeSet(9)), .history(.noVersion(9)), .history(.nothingToUndo), .history(.purged(9, count: 1)),
    .history(.undoneBefore(9, by: 10)), .history(.redoneBefore(9, by: 10)),
    .history(.undoRefused(9, notes: [tea, tea, tea, tea, tea, tea])),
    .conflict(.unknown("12")), .conflict(.ambiguous("12", candidates: [.sample(note: 1, copy: 2)])),
  ]

  private static let queries: [NoteFilterError] = [
    .invalidDate("noon", key: "before"), .reversedDates("2026..2025", key: "created"),
    .unexpectedStar("gar*", key: "tag"), .invalidTag("#"), .invalidNotebook(".git"),
    .unknownValue("red", key: "is", available: ["pinned", "archived"]), .unknownSearch("todo", available: []),
    .unknownSearch("todo", available: ["garden"]), .combinedSearch("todo"), .recursiveSearch("todo"),
    .inSearch("todo", .invalidTag("#"), at: ConfigurationLocation(path: "/etc/notesctl.conf", line: 3, column: 8)),
    .tooManyConditions(limit: 64),
  ]

  private static let stores: [StoreError] = [
    .missing(path: store), .notAStore(path: store), .corrupt(path: store, detail: "row 5 is missing"),
    .foreignLog(path: store), .newerVersion(path: store, found: 9, supported: 7), .readOnly(path: store),
    .permissionDenied(path: store), .locked(path: store), .unreachable(path: store, detail: "connection refused"),
    .restored(path: store), .diskFull(path: store), .cannotCreate(path: store, reason: "Permission denied"),
    .failed(path: store, detail: "disk I/O error"), .exists(SequentialNoteIDGenerator.id(1)),
    .exceeds(SequentialNoteIDGenerator.id(1), NoteExcess(over: .properties, amount: 500_001)),
  ]

  private static let files: [FileError] = [
    .missing(path: "a.txt"), .notAFile(path: "a.txt"), .unreadable(path: "a.txt", reason: "Permission denied"),
    .changed(path: "a.txt"), .exists(path: "a.txt"), .notReplaceable(path: "a.txt"),
    .unwritable(path: "a.txt", reason: "Permission denied"), .diskFull(path: "a.txt"),
  ]
}
