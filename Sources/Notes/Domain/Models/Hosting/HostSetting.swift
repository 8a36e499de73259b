/// A setting of a server, and where its value comes from.
public struct HostSetting: Sendable, Hashable {
  /// Where a value comes from.
  public enum Origin: Sendable, Hashable {
    /// It was typed.
    case flag
    /// A variable of the environment says so.
    case variable
    /// A file says so.
    ///
    /// - Parameter path: The file.
    case file(path: String)
    /// Nobody says anything else.
    case standard
  }

  /// The setting.
  public let name: HostSettingName
  /// The value, as it can be typed; `nil` for none.
  public let value: String?
  /// Where the value comes from.
  public let origin: Origin

  /// Creates a setting.
  ///
  /// - Parameters:
  ///   - name: The setting.
  ///   - value: The value, as it can be typed; `nil` for none.
  ///   - origin: Where the value comes from.
  public init(name: HostSettingName, value: String?, origin: Origin) {
    self.name = name
    self.value = value
    self.origin = origin
  }
}
