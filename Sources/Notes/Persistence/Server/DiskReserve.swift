import Foundation
import NotesDisk

/// A file beside a server's store that keeps some of the disk free, for the writes that must succeed on a full disk: signing
/// out a device that was lost, or removing an account.
///
/// SQLite first appends what it removes to its log, so that also removing takes space. The file is removed before such a
/// write is tried again, and created again once there is space.
struct DiskReserve: Sendable {
  /// The size in bytes: enough for the pages of a few hundred changed rows, and for SQLite's shared memory.
  static let bytes = 2 << 20

  let path: String

  init(store: String) { path = store + ".reserve" }

  /// Creates the file, or fills it up to its size. On a disk that is still full, takes as much as there is.
  func restore() {
    if let status = stat(of: path), Int(status.st_size) >= Self.bytes { return }
    let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let piece = [UInt8](repeating: 0, count: 1 << 16)
    var offset = 0
    while offset < Self.bytes {
      let count = pwrite(descriptor, piece, piece.count, off_t(offset))
      guard count > 0 else { return }
      offset += count
    }
  }

  /// Gives the space to the disk, and returns whether there was any.
  @discardableResult
  func release() -> Bool { unlink(path) == 0 }
}
