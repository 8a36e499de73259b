/// Where a server keeps its vaults, and how patiently.
public struct ServerStoreSettings: Sendable, Hashable {
  /// The path of the server's file. It and its folders are created when missing, readable by nobody else.
  public var path: String
  /// How long to wait for another process that is writing, in milliseconds.
  public var busyTimeoutMilliseconds: Int

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - path: The path of the server's file.
  ///   - busyTimeoutMilliseconds: How long to wait for another process that is writing.
  public init(path: String, busyTimeoutMilliseconds: Int = 5000) {
    self.path = path
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
  }
}
