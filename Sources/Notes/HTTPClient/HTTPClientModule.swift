package import NotesDomain
package import Wiring

/// The layer's face: the way to a server over HTTP.
///
/// What it brings has the keys ``Wiring/Key/http``, since there are other ways; the root chooses one of them.
package struct HTTPClientModule: Module {
  /// What needs no account.
  package static var includes: [any Module] { [HTTPProbeModule()] }

  /// Creates the module.
  package init() {}

  /// Declares the ways to a server.
  ///
  /// - Parameter binder: Where the bindings go.
  package func configure(_ binder: inout Binder) {
    binder.requires((any CredentialStore).self)
    binder.requires((any Sleeper).self)
    binder.requires((any Randomness).self)

    binder.bind(APIClient.init)
    binder.bind(HTTPRetry.init)
    binder.bind(HTTPTransport.init)
    binder.bind(Key<any SyncTransport>.http) { (transport: HTTPTransport) in transport }
    binder.bind(Key<any BlobTransport>.http) { (transport: HTTPTransport) in transport }
    binder.bind(Key<any ChangeListener>.http) { (transport: HTTPTransport) in transport }
    binder.bind((any AccountClient).self, HTTPAccountClient.init)
  }
}

extension Key where Value == any SyncTransport {
  /// The way of notes over HTTP.
  package static var http: Key<any SyncTransport> { Key("http") }
}

extension Key where Value == any BlobTransport {
  /// The way of blobs over HTTP.
  package static var http: Key<any BlobTransport> { Key("http") }
}

extension Key where Value == any ChangeListener {
  /// News of changes over HTTP.
  package static var http: Key<any ChangeListener> { Key("http") }
}

/// The part of the layer that needs no account: finding out whether a server does its work.
package struct HTTPProbeModule: Module {
  /// Creates the module.
  package init() {}

  /// Declares the probe.
  ///
  /// - Parameter binder: Where the bindings go.
  package func configure(_ binder: inout Binder) {
    binder.requires(HTTPClientSettings.self)

    binder.bind(HTTPClientPool.init).scoped(.singleton).external("a server over HTTP")
    binder.bind((any ServerProbe).self, HTTPServerProbe.init)
  }
}

/// How a device speaks to its server. Times are in milliseconds.
package struct HTTPClientSettings: Sendable, Hashable {
  /// What the device says that it is, as in `notesctl/1.0.0`.
  package var userAgent: String
  /// A file with certificates that are trusted beside those of the system, in PEM form; `nil` for none.
  package var certificateFile: String?
  /// The longest time until there is a connection.
  package var connectTimeout = 10_000
  /// The longest time in which nothing arrives, or nothing can be sent.
  package var idleTimeout = 30_000
  /// The longest time that a short answer may take from its beginning to its end; a long one may take more, see
  /// ``minimumBytesPerSecond``.
  package var responseTimeout = 30_000
  /// How much longer than asked for the answer to ``ChangeListener/listen(_:)`` may take.
  package var listenGrace = 15_000
  /// The longest time that a server waits for a change, whatever it is asked for.
  package var maximumListenTimeout = 60_000
  /// The fewest bytes a second that a long message may take, either way, on top of ``idleTimeout`` or ``responseTimeout``.
  package var minimumBytesPerSecond = 8192
  /// How often a question that may be repeated is asked.
  package var attempts = 3
  /// The longest wait before the second try; it doubles with each.
  package var firstDelay = 500
  /// The longest wait that a server may ask for before it is told to people instead.
  package var maximumDelay = 10_000

  /// Creates settings that suit a person at a terminal.
  ///
  /// - Parameters:
  ///   - userAgent: What the device says that it is.
  ///   - certificateFile: A file with certificates that are trusted beside those of the system.
  package init(userAgent: String, certificateFile: String? = nil) {
    self.userAgent = userAgent
    self.certificateFile = certificateFile
  }
}
