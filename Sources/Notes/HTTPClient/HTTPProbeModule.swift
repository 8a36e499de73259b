import NotesDomain
public import Wiring

/// The part of the layer that needs no account: finding out whether a server does its work.
public struct HTTPProbeModule: Module {
  /// Creates the module.
  public init() {}

  /// Declares the probe.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {
    binder.requires(HTTPClientSettings.self)

    binder.bind(HTTPConnections.init).scoped(.singleton).real("a server over HTTP")
    binder.bind((any ServerProbe).self, HTTPServerProbe.init)
  }
}
