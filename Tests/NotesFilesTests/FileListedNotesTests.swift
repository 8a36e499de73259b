import Foundation
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesFiles

@Suite struct FileListedNotesTests {
  private let folder: TemporaryFolder
  private let ids = (1...3).map { SequentialNoteIDGenerator.id($0) }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func listed(_ session: String = "host 1 5", store: String = "/a", terminal: String? = "/dev/pts/0")
    -> FileListedNotes
  {
    FileListedNotes(
      settings: ListedNotesSettings(
        directory: folder.file("lists"), terminal: terminal, session: session, store: store))
  }

  @Test func `a list is loaded in its order by later commands of the session`() {
    #expect(listed().load() == [])
    #expect(listed().save(ids.reversed()))
    #expect(listed().load() == ids.reversed())
  }

  @Test func `another session at the same terminal, or another store, has no list`() {
    #expect(listed().save(ids))
    #expect(listed("host 1 6").load() == [])
    #expect(listed("other 1 5").load() == [])
    #expect(listed(store: "/b").load() == [])
    #expect(listed().load() == ids)
  }

  @Test func `a list that cannot be stored removes the one before`() {
    #expect(listed().save(ids))
    #expect(!listed().save(Array(repeating: ids[0], count: ListedNotesSettings.maximumCount + 1)))
    #expect(listed().load() == [])
  }

  @Test func `without a terminal there is no list`() {
    #expect(!listed(terminal: nil).save(ids))
    #expect(listed(terminal: nil).load() == [])
  }
}
