public import WiringMacros

/// Where the notes are kept, and how patiently.
@Component
public struct StoreSettings: Sendable, Hashable {
  /// The path of the store's file. It and its folders are created when missing, readable by nobody else.
  public var path: String
  /// How long to wait for another process that is writing, in milliseconds.
  public var busyTimeoutMilliseconds: Int

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - path: The path of the store's file.
  ///   - busyTimeoutMilliseconds: How long to wait for another process that is writing.
  public init(path: String, busyTimeoutMilliseconds: Int = 5000) {
    self.path = path
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
  }
}
