/// Why a server does not serve.
public enum HostError: Error, Sendable, Hashable {
  /// A setting makes no sense.
  ///
  /// - Parameters:
  ///   - name: The setting.
  ///   - origin: Where its value comes from: a flag, a variable, a file.
  ///   - detail: What is wrong with the value.
  case setting(name: String, origin: String, detail: String)
  /// The configuration's file cannot be read.
  case configuration(path: String, detail: String)
  /// The address cannot be listened on.
  case cannotListen(address: String, detail: String)
  /// The certificate or its key cannot be used.
  case certificate(path: String, detail: String)
  /// The store cannot be opened.
  case store(StoreError)
  /// It stopped by itself.
  case failed(detail: String)
}
