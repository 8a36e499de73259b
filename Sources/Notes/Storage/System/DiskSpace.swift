import Foundation

/// How much a disk still takes.
enum DiskSpace {
  /// How many bytes the bytes of attachments leave free: enough to write notes, and to forget something.
  static let reserve = 16 << 20

  /// How many bytes are free where a file is; `nil` when the system does not say.
  ///
  /// - Parameter path: The file.
  static func free(_ path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let (bytes, isTooMany) = UInt(status.f_bavail).multipliedReportingOverflow(by: UInt(status.f_frsize))
    return isTooMany ? nil : Int(exactly: bytes)
  }
}
