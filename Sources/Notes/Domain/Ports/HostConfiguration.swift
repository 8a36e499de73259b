/// How a server in this process is set.
public protocol HostConfiguration: Sendable {
  /// All settings, in the order of ``HostSettingName``, each with where its value comes from.
  func settings() throws(HostError) -> [HostSetting]

  /// Where a program on this machine reaches the server: `http://127.0.0.1:8377`.
  func localAddress() throws(HostError) -> String
}
