/// Why a server does not serve.
public enum HostError: Error, Sendable, Hashable {
  /// A setting makes no sense.
  ///
  /// - Parameters:
  ///   - name: The setting.
  ///   - origin: Where its value comes from.
  ///   - value: The value.
  ///   - expected: What it should be.
  case setting(name: HostSettingName, origin: HostSetting.Origin, value: String, expected: String)
  /// The configuration's file has a setting that there is not.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: What stands there for a setting.
  case unknownSetting(path: String, name: String)
  /// The environment has a variable of a setting that there is not.
  ///
  /// - Parameter name: The variable.
  case unknownVariable(name: String)
  /// The configuration's file cannot be read.
  case configuration(path: String, detail: String)
  /// A certificate is set without its key, or a key without its certificate.
  case halfCertificate
  /// It would listen to other machines without encryption.
  ///
  /// - Parameter address: Where it would listen.
  case unencrypted(address: String)
  /// It would tell its figures to other machines without encryption.
  ///
  /// - Parameter address: Where it would tell them.
  case unencryptedFigures(address: String)
  /// The address cannot be listened on.
  case cannotListen(address: String, detail: String)
  /// The certificate or its key cannot be used.
  case certificate(path: String, detail: String)
  /// The store cannot be opened.
  case store(StoreError)
  /// It stopped by itself.
  case failed(detail: String)
}
