import NotesDomain
public import Wiring

/// The layer's face: a server that devices reach over HTTP.
///
/// The routes are not in the program's graph but in one of their own, which is made when the server begins to serve and
/// lives as long as it does: see ``ServingModule``.
public struct HTTPServerModule: Module {
  /// Creates the module.
  public init() {}

  /// Declares the server.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {
    binder.requires(HTTPServerOptions.self)
    binder.requires((any SyncService).self)
    binder.requires((any AccountService).self)
    binder.requires((any WatchService).self)
    binder.requires((any BlobService).self)
    binder.requires((any VaultAdministration).self)
    binder.requires((any Randomness).self)
    binder.requires((any MonotonicClock).self)
    binder.requires((any WallClock).self)

    binder.bind(HTTPServerSettings.self) { (options: HTTPServerOptions) throws(HostError) in
      try HTTPServerSettings(options)
    }.scoped(.singleton)
    binder.bind((any HostConfiguration).self, HTTPConfiguration.init)
    binder.bind(HTTPServerPorts.init)
    binder.bind((any StopSignals).self, SystemStopSignals.init)
    binder.bind((any CoreFiles).self, SystemCoreFiles.init)
    // Gives way to another place.
    binder.bind((any LogOutput).self, StandardErrorOutput.init).byDefault()
    binder.bind((any SyncHost).self, HTTPHost.init).scoped(.singleton)
  }
}
