package import NotesDomain

/// A server in this process.
package protocol SyncHost: Sendable {
  /// Serves devices until it is asked to stop, and then completes the requests in progress. Calls `onReady` once with the
  /// addresses of the server, as soon as it accepts connections.
  func serve(onReady: @escaping @Sendable ([String]) -> Void) async throws(HostError)
}

/// An error of starting or running a server.
package enum HostError: Error, Sendable, Hashable {
  /// A setting has an invalid value.
  case invalidSetting(name: HostSettingName, origin: HostSetting.Origin, value: String, expected: String)
  /// The configuration file contains an unknown setting.
  case unknownSetting(path: String, name: String)
  /// The environment contains a variable of an unknown setting.
  case unknownVariable(name: String)
  /// The configuration file cannot be read.
  case configuration(path: String, detail: String)
  /// Only one of certificate and key is set.
  case incompleteCertificate
  /// The server would serve other machines without encryption.
  case unencrypted(address: String)
  /// The server would serve its metrics to other machines without encryption.
  case unencryptedMetrics(address: String)
  /// The server cannot listen on the address.
  case cannotListen(address: String, detail: String)
  /// The text is no host and port.
  case invalidAddress(String)
  /// Other machines could connect to the address.
  case notLoopback(address: String)
  /// The certificate or its key cannot be used.
  case certificate(path: String, detail: String)
  /// The store cannot be opened.
  case store(StoreError)
  /// The server stopped with an error.
  case failed(detail: String)
}

/// The configuration of a server in this process.
package protocol HostConfiguration: Sendable {
  /// Returns all settings in the order of ``HostSettingName``.
  func settings() throws(HostError) -> [HostSetting]

  /// Returns the address at which programs on this machine reach the server: `http://127.0.0.1:8377`.
  func localAddress() throws(HostError) -> String
}
