import Foundation

/// Whom a file belongs to.
struct OwnerOfFile {
  private let user: uid_t
  private let group: gid_t

  /// Looks at a file; `nil` when there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (user, group) = (status.st_uid, status.st_gid)
  }

  /// Gives another file to them. Only the superuser can, and nobody else needs to.
  func give(_ path: String) {
    guard geteuid() == 0 else { return }
    _ = lchown(path, user, group)
  }
}
