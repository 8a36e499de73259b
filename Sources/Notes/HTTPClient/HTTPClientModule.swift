package import NotesDomain
import NotesHTTPAPI
package import Wiring

/// The bindings of the HTTP client.
///
/// Its transport has the key ``Wiring/Key/http``, since there are others; the composition root chooses one.
package struct HTTPClientModule: Module {
  /// The module of the probe, which binds the connections.
  package static var includes: [any Module] { [HTTPProbeModule()] }

  /// Creates the module.
  package init() {}

  /// Declares the transport and the account client.
  package func configure(_ binder: inout Binder) {
    binder.bind(APIClient.init)
    binder.bind(HTTPTransport.init)
    binder.bind((any VaultTransport).self) { (transport: HTTPTransport) -> any VaultTransport in transport }.named(
      .http)
    binder.bind((any AccountClient).self, HTTPAccountClient.init)
  }
}

extension Key where Value == any VaultTransport {
  /// The transport over HTTP.
  package static var http: Key<any VaultTransport> { Key("http") }
}

/// The bindings of the probe, which needs no account.
package struct HTTPProbeModule: Module {
  /// Creates the module.
  package init() {}

  /// Declares the probe.
  package func configure(_ binder: inout Binder) {
    binder.bind(HTTPClientPool.init).scoped(.singleton).external("a server over HTTP")
    binder.bind((any ServerProbe).self, HTTPServerProbe.init)
  }
}

/// The settings of the HTTP client.
package struct HTTPClientSettings: Sendable, Hashable {
  /// The value of the `User-Agent` header, such as `notesctl/1.0.0`.
  package var userAgent: String
  /// The path of a PEM file with certificates that are trusted in addition to those of the system; `nil` for none.
  package var certificateFile: String?
  /// The maximum time for establishing a connection.
  package var connectTimeout = Duration.seconds(10)
  /// The maximum time without any received or sent byte.
  package var idleTimeout = Duration.seconds(30)
  /// The maximum time from the beginning of a short response to its end; a long one has more, see
  /// ``minimumBytesPerSecond``.
  package var responseTimeout = Duration.seconds(30)
  /// The time by which the response to ``ChangeListener/listen(_:)`` may exceed the requested wait.
  package var listenGrace = Duration.seconds(15)
  /// The maximum time for which a server waits for a change.
  package var maximumListenTimeout = Duration.seconds(60)
  /// The minimum transfer rate, which extends ``idleTimeout`` and ``responseTimeout`` for long messages.
  package var minimumBytesPerSecond = 8192
  /// The attempts of requests that a person waits for; sync has its own policy.
  var retry = RetryPolicy(attempts: 3, firstDelay: .milliseconds(500), maximumDelay: .seconds(10))

  /// Returns the maximum time for some bytes.
  func time(for bytes: Int) -> Duration { .milliseconds(bytes * 1000 / max(1, minimumBytesPerSecond)) }

  /// Returns the maximum time without a received byte, from the time at which the request was passed to the system.
  func readTimeout(for purpose: HTTPClientPool.Purpose) -> Duration {
    switch purpose {
    case .requests: idleTimeout
    case .uploads: idleTimeout + time(for: MessageLimits.push)
    case .longPolling: maximumListenTimeout + listenGrace
    }
  }

  /// Creates settings for a person at a terminal.
  package init(userAgent: String, certificateFile: String? = nil) {
    self.userAgent = userAgent
    self.certificateFile = certificateFile
  }
}
