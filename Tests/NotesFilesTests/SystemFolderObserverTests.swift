import Foundation
import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@testable import NotesFiles

@Suite("The changes of a folder") struct SystemFolderObserverTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var observer: SystemFolderObserver {
    SystemFolderObserver(folder: DiskMarkdownFolder(zone: UTC()), clock: ContinuousClock())
  }

  @Test(arguments: FolderObserverContract.clauses)
  func `the system's fulfills the contract of its port`(_ clause: FolderObserverContract.Clause) async throws {
    let folder = folder
    try FileManager.default.createDirectory(atPath: folder.file("vault"), withIntermediateDirectories: true)
    try await clause.check(
      FolderObserverContract.Subject(observer, directory: folder.file("vault")) { path in
        try folder.write("x".utf8, to: "vault/" + path)
      })
  }

  @Test func `a folder that is replaced by another one is watched further`() async throws {
    // Given
    try folder.write("x".utf8, to: "vault/a.md")
    var changes = try observer.changes(in: folder.file("vault")).makeAsyncIterator()
    // When
    try FileManager.default.removeItem(atPath: folder.file("vault"))
    _ = await changes.next()
    try folder.write("x".utf8, to: "vault/a.md")
    _ = await changes.next()
    try folder.write("y".utf8, to: "vault/b.md")
    // Then
    let change: Void? = await changes.next()
    #expect(change != nil)
  }

  @Test func `the stamp of a folder tells files by name, size and time, and ignores hidden ones`() throws {
    try folder.write("x".utf8, to: "vault/a/b.md")
    let before = FolderStamp(of: folder.file("vault"))
    #expect(before == FolderStamp(of: folder.file("vault")))
    try folder.write("x".utf8, to: "vault/.obsidian/workspace")
    #expect(before == FolderStamp(of: folder.file("vault")))
    try folder.write("xy".utf8, to: "vault/a/b.md")
    #expect(before != FolderStamp(of: folder.file("vault")))
  }
}
