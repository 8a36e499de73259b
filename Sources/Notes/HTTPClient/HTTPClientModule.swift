public import NotesDomain
public import Wiring

/// The layer's face: the way to a server over HTTP.
///
/// What it brings has the keys ``Wiring/Key/http``, since there are other ways; the root chooses one of them.
public struct HTTPClientModule: Module {
  /// What needs no account.
  public static var includes: [any Module] { [HTTPProbeModule()] }

  /// Creates the module.
  public init() {}

  /// Declares the ways to a server.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {
    binder.requires((any CredentialStore).self)
    binder.requires((any Sleeper).self)
    binder.requires((any Randomness).self)

    binder.bind(HTTPExchange.init)
    binder.bind(Patience.init)
    binder.bind(HTTPTransport.init)
    binder.bind(Key<any SyncTransport>.http) { (transport: HTTPTransport) in transport }
    binder.bind(Key<any BlobTransport>.http) { (transport: HTTPTransport) in transport }
    binder.bind(Key<any ChangeListener>.http) { (transport: HTTPTransport) in transport }
    binder.bind((any AccountClient).self, HTTPAccountClient.init)
  }
}

extension Key where Value == any SyncTransport {
  /// The way of notes over HTTP.
  public static var http: Self { Key("http") }
}

extension Key where Value == any BlobTransport {
  /// The way of blobs over HTTP.
  public static var http: Self { Key("http") }
}

extension Key where Value == any ChangeListener {
  /// News of changes over HTTP.
  public static var http: Self { Key("http") }
}
