import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@Suite struct StoreErrorTests {
  @Test(arguments: [("file", "/srv/my notes/server.sqlite"), ("database", "postgres://notes@db/notes")])
  func `an error of a store names its file or database and what to do`(kind: String, path: String) throws {
    let errors: [StoreError] =
      [
        .notAStore(path: path), .corrupt(path: path, detail: "row 5 is missing"),
        .newerVersion(path: path, found: 3, supported: 2), .readOnly(path: path), .permissionDenied(path: path),
        .locked(path: path), .diskFull(path: path), .cannotCreate(path: path, reason: "no such role"),
        .failed(path: path, detail: "a statement was refused"),
      ]
      + (kind == "file"
        ? [.foreignLog(path: path)] : [.unreachable(path: path, detail: "connection refused"), .restored(path: path)])
    let table = errors.map { error in
      let failure = CommandFailure(error)
      let lines = [failure.message] + failure.hints.map { "  hint: \($0)" }
      return "\(failure.status)\n" + lines.map { $0.rendered(hasColor: false) }.joined(separator: "\n")
    }
    try expectGolden(table.joined(separator: "\n\n") + "\n", named: "store-errors-\(kind)")
  }
}
