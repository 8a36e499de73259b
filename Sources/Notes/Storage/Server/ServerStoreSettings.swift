/// Where a server keeps its vaults, and how patiently.
public struct ServerStoreSettings: Sendable, Hashable {
  /// The path of the server's file. It and its folders are created when missing, readable by nobody else.
  public var path: String
  /// How long to wait for another process that is writing, in milliseconds. Everybody who writes waits meanwhile, so that it
  /// is short: devices come back by themselves.
  public var busyTimeoutMilliseconds: Int

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - path: The path of the server's file.
  ///   - busyTimeoutMilliseconds: How long to wait for another process that is writing.
  public init(path: String, busyTimeoutMilliseconds: Int = 500) {
    self.path = path
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
  }
}
