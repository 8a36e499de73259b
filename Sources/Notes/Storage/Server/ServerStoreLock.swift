import Foundation
import NotesDomain

/// Who has a server's store open, told by a lock beside it: any number of servers and commands, or one that replaces it.
struct ServerStoreLock {
  /// The path of the store's file.
  let store: String

  /// Says that the store is open.
  ///
  /// - Returns: `nil` where no lock can be made since nothing may be written: then nobody replaces the store either.
  /// - Throws: ``StoreError/locked(path:)`` while the store is replaced.
  func share() throws(StoreError) -> FileLock? {
    try StoreFile(path: store).createIfMissing()
    do throws(FileLock.Failure) {
      let lock = try FileLock(path: path, isShared: true)
      handOver()
      return lock
    } catch {
      switch error {
      case .held: throw .locked(path: store)
      case .system(let failure) where [EACCES, EPERM, EROFS].contains(failure.code): return nil
      case .system(let failure): throw .cannotCreate(path: path, reason: failure.reason)
      }
    }
  }

  /// Keeps everybody else from opening the store.
  func hold() throws(MaintenanceError) -> FileLock {
    do throws(FileLock.Failure) {
      return try FileLock(path: path, isShared: false)
    } catch {
      switch error {
      case .held: throw .inUse(path: store)
      case .system(let failure): throw .failed(path: path, reason: failure.reason)
      }
    }
  }

  private var path: String { store + ".lock" }

  /// What the superuser makes belongs to the store's owner, as SQLite does it with its own files: the server, which is
  /// somebody else, must be able to open it.
  private func handOver() {
    OwnerOfFile(path: store)?.give(path)
  }
}
