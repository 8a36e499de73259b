import NotesDomain

extension HTTPServerSettings {
  /// Reads settings.
  ///
  /// - Throws: ``HostError`` with the first one that makes no sense.
  init(_ options: HTTPServerOptions) throws(HostError) {
    self.init()
    if let text = options.flags["listen"] {
      guard let address = ListenAddress(text) else {
        throw .setting(name: "listen", origin: "--listen", detail: "'\(text)' is no host and port")
      }
      listen = address
    }
  }
}
