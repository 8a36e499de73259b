import NotesDomain
package import Wiring

/// The layer's face: a server that devices reach over HTTP.
///
/// The routes are not in the program's graph but in one of their own, which is made when the server begins to serve and
/// lives as long as it does: see ``ServerComponentsModule``.
package struct HTTPServerModule: Module {
  /// Creates the module.
  package init() {}

  /// Declares the server.
  ///
  /// - Parameter binder: Where the bindings go.
  package func configure(_ binder: inout Binder) {
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
    binder.bind((any CoreDumps).self, SystemCoreDumps.init)
    // Gives way to another place.
    binder.bind((any LogOutput).self, StandardErrorLogOutput.init).byDefault()
    binder.bind((any SyncHost).self, HTTPHost.init).scoped(.singleton)
  }
}

/// What a server serves: the ports behind its routes, handed from the program's graph to the server's own.
struct HTTPServerPorts: Sendable {
  let sync: any SyncService
  let accounts: any AccountService
  let watching: any WatchService
  let blobs: any BlobService
  let vaults: any VaultAdministration
  let randomness: any Randomness
  let clock: any MonotonicClock
  let times: any WallClock
}
