import GRDB
import NotesDomain
import Testing

@testable import NotesPersistence

@Suite("The translation of SQLite's errors")
struct StoreErrorTests {
  @Test(
    "Each code is translated to its error",
    arguments: [
      (.SQLITE_CORRUPT, .corrupt(path: "p", detail: "m")),
      (.SQLITE_CORRUPT_VTAB, .corrupt(path: "p", detail: "m")),
      (.SQLITE_IOERR_CORRUPTFS, .corrupt(path: "p", detail: "m")),
      (.SQLITE_NOTADB, .notAStore(path: "p")),
      (.SQLITE_READONLY, .readOnly(path: "p")),
      (.SQLITE_READONLY_DIRECTORY, .readOnly(path: "p")),
      (.SQLITE_BUSY, .locked(path: "p")),
      (.SQLITE_BUSY_SNAPSHOT, .locked(path: "p")),
      (.SQLITE_LOCKED, .locked(path: "p")),
      (.SQLITE_PROTOCOL, .locked(path: "p")),
      (.SQLITE_FULL, .diskFull(path: "p")),
      (.SQLITE_IOERR_SHMSIZE, .diskFull(path: "p")),
      (.SQLITE_CANTOPEN, .cannotCreate(path: "p", reason: "m")),
      (.SQLITE_CANTOPEN_ISDIR, .cannotCreate(path: "p", reason: "m")),
      (.SQLITE_PERM, .permissionDenied(path: "p")),
      (.SQLITE_AUTH, .permissionDenied(path: "p")),
      (.SQLITE_IOERR, .failed(path: "p", detail: "m")),
      (.SQLITE_IOERR_FSYNC, .failed(path: "p", detail: "m")),
      (.SQLITE_NOMEM, .failed(path: "p", detail: "m")),
      (.SQLITE_ERROR, .failed(path: "p", detail: "m")),
    ] as [(ResultCode, StoreError)])
  func code(_ code: ResultCode, _ expected: StoreError) {
    #expect(StoreError(DatabaseError(resultCode: code, message: "m"), path: "p") == expected)
  }

  @Test("An error without a message shows its code")
  func noMessage() {
    let error = StoreError(DatabaseError(resultCode: .SQLITE_IOERR_FSYNC), path: "p")
    guard case .failed("p", let detail) = error else {
      Issue.record("The error was \(error)")
      return
    }
    #expect(!detail.isEmpty)
  }
}
