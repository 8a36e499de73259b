/// A front of the notes in a browser on this machine.
package protocol WebHost: Sendable {
  /// Serves the notes until it is asked to stop. Calls `onReady` once, as soon as it accepts connections, with an address that
  /// opens the notes in one browser: it has a token that can be used once.
  ///
  /// - Parameter address: The host and port to listen on, such as `127.0.0.1:8378`; `nil` for the usual port, or any free one if
  ///   that is in use.
  func serve(on address: String?, onReady: @escaping @Sendable (String) -> Void) async throws(HostError)
}

/// Opens addresses in the browser of the person.
package protocol BrowserOpener: Sendable {
  /// Opens an address, which may contain a secret: it is never among the arguments of a process.
  ///
  /// - Returns: Whether there is a browser to open it with.
  func open(_ address: String) async -> Bool
}
