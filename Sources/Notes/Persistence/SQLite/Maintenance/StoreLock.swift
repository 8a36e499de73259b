import Foundation
import NotesDisk
import NotesDomain

/// The lock beside a store: shared by servers and commands that use it, exclusive for one that replaces it.
struct StoreLock {
  let store: String

  /// Locks the store for use.
  ///
  /// - Returns: The lock; `nil` on a read-only file system or folder, where the store cannot be replaced either.
  /// - Throws: ``StoreError/locked(path:)`` while the store is being replaced.
  func acquireShared() throws -> FileLock? {
    try StoreFile(path: store).createIfMissing()
    do {
      let lock = try FileLock(path: path, isShared: true)
      // Gives a lock file that the superuser created to the store's owner, as SQLite does with its own files: the server,
      // which runs as another user, must be able to open it.
      PrivateFiles.give(path, toOwnerOf: store)
      return lock
    } catch {
      switch error.code {
      case EWOULDBLOCK: throw StoreError.locked(path: store)
      case EACCES, EPERM, EROFS: return nil
      default: throw StoreError.cannotCreate(path: path, reason: error.reason)
      }
    }
  }

  /// Locks the store for use, as ``acquireShared()``, unless the lock's file is missing or cannot be opened.
  func acquireSharedIfPresent() throws -> FileLock? {
    guard stat(of: path) != nil else { return nil }
    do {
      return try FileLock(path: path, isShared: true)
    } catch {
      if error.code == EWOULDBLOCK { throw StoreError.locked(path: store) }
      return nil
    }
  }

  /// Locks the store for its replacement, unless the lock's file is missing, as beside a backup.
  ///
  /// - Throws: ``MaintenanceError/inUse(path:)`` while it is in use.
  func acquireExclusiveIfPresent() throws -> FileLock? {
    stat(of: path) == nil ? nil : try acquireExclusive()
  }

  func acquireExclusive() throws -> FileLock {
    do {
      return try FileLock(path: path, isShared: false)
    } catch {
      if error.code == EWOULDBLOCK { throw MaintenanceError.inUse(path: store) }
      throw MaintenanceError.failed(path: path, reason: error.reason)
    }
  }

  private var path: String { store + ".lock" }
}
