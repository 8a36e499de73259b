/// How a server in this process is set.
public protocol HostConfiguration: Sendable {
  /// All settings, in the order of ``HostSettingName``, each with where its value comes from.
  func settings() throws(HostError) -> [HostSetting]
}
