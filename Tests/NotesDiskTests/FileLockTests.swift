import Foundation
import NotesDisk
import NotesTestSupport
import Testing

/// Locks on files, among several owners.
@Suite struct FileLockTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("lock") }

  init() throws { folder = try TemporaryFolder() }

  @Test func `an exclusive lock excludes others until it is released`() throws {
    var lock: FileLock? = try FileLock(path: path, isShared: false)
    #expect(throws: SystemError.self) { try FileLock(path: path, isShared: true) }
    #expect(FileLock.isHeld(path: path))
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(!FileLock.isHeld(path: path))
    _ = try FileLock(path: path, isShared: false)
  }

  @Test func `shared locks exclude an exclusive one, also one that a shared lock would become`() throws {
    let (first, second) = (try FileLock(path: path, isShared: true), try FileLock(path: path, isShared: true))
    #expect(throws: SystemError.self) { try FileLock(path: path, isShared: false) }
    #expect(throws: SystemError.self) { try first.makeExclusive() }
    withExtendedLifetime(second) {}
  }

  @Test func `a folder that is gone cannot be locked`() throws {
    let error = #expect(throws: SystemError.self) { try FileLock(folder: folder.file("none")) }
    #expect(error?.code == ENOENT)
  }
}
