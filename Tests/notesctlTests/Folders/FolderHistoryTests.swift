import NotesDomain
import NotesTestSupport
import Testing

/// The laws of imports and mirrors, on random folders that are edited on both sides: no byte of a file is lost, nothing is
/// doubled, and a second run changes nothing. See "Notes and files" in `docs/storage.md`.
@MainActor
@Suite("Histories of folders") struct FolderHistoryTests {
  @Test(arguments: 0..<Thoroughness.runs(UInt64(6), ofAll: 60))
  func `a folder that two devices edit, import and mirror keeps all texts and files`(seed: UInt64) async throws {
    var history = try await FolderHistory(seed: seed)
    try await history.run(steps: 24)
  }
}
