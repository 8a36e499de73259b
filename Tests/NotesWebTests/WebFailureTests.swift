import HTTPTypes
import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing

@testable import NotesWeb

@Suite struct WebFailureTests {
  private static let tea = Note.sample(1, title: "Tea").summary
  private static let draft = Draft(path: "/home/ada/drafts/tea.md")
  private static let large = NoteExcess(over: .text, amount: 10_000_001)
  private static let store = "/home/ada/notes.sqlite"

  @Test func `every failure of a page says what happened and what to do`() throws {
    let failures: [any DescribedFailure] =
      Self.references + Self.notes + Self.drafts + Self.edits + Self.attachments + Self.changes + Self.conflicts
      + Self.queries + Self.stores + Self.files + [UnexpectedError(detail: "the cause")]
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
    #expect(page.text.contains("<h1>The store \(Self.store) is locked by another program.</h1>"))
  }

  private static let references: [ReferenceError] = [.unknown("tee"), .ambiguous("Tea", candidates: [tea, tea])]

  private static let notes: [NoteFailure] = [
    .malformedTag("a b"), .malformedNotebook(".git"), .topLevel, .emptyTitle,
    .tooLarge(large, nil), .tooLarge(large, draft), .notInTrash(tea),
    .inTrash(tea), .mergedWithItself("Tea"),
  ]

  private static let drafts: [DraftError] = [
    .unwritable(path: draft.path, reason: "Permission denied"),
    .unreadable(path: draft.path, reason: "Permission denied"), .notUTF8(path: draft.path, offset: 7),
  ]

  private static let edits: [EditingFailure] = [
    .noDraft("tea"),
    .ambiguousDraft("tea", candidates: []), .unsaved(Failure(StoreError.locked(path: store)), draft),
  ]

  private static let attachments: [AttachmentFailure] = [
    .tooLarge(path: "film.mkv", bytes: 3, limit: 2), .malformedName("a/b"),
    .repeatedName("a.txt"), .exists("a.txt", tea), .tooMany(limit: 1000),
    .unknown("a.txt", tea, names: ["b.txt"]), .notDownloaded("a.txt", tea),
    .damaged("a.txt", tea, isForgotten: true), .damaged("a.txt", tea, isForgotten: false),
  ]

  private static let changes: [HistoryFailure] = [
    .noChangeSet(9), .noVersion(9), .nothingToUndo, .purged(9, count: 1),
    .undoneBefore(9, by: 10), .redoneBefore(9, by: 10),
    .undoRefused(9, notes: [tea, tea, tea, tea, tea, tea]),
  ]

  private static let conflicts: [ConflictFailure] = [
    .unknown("12"), .ambiguous("12", candidates: [.sample(note: 1, copy: 2)]),
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
