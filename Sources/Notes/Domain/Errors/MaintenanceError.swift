/// Why something was not done with a server's store. Every case leaves the store as it was.
public enum MaintenanceError: Error, Sendable, Hashable {
  /// There is no such file.
  case missing(path: String)
  /// There is something of that name already.
  case exists(path: String)
  /// A server, or another command, has the store open.
  case inUse(path: String)
  /// The backup and the store are one file.
  case same(path: String)
  /// A file cannot be written, or read.
  case failed(path: String, reason: String)
  /// The store failed, or the backup.
  case store(StoreError)
}
