import NotesDomain
import NotesFronts
import NotesHosting
package import Wiring

/// The HTTP server of the notes system.
///
/// The routes are in a graph of their own, which ``HTTPHost`` builds when the server starts: see
/// ``ServerComponentsModule``.
package struct HTTPServerModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.bind(HTTPServerSettings.self) { (options: HTTPServerOptions) throws in
      try HTTPServerSettings(options)
    }.scoped(.singleton)
    binder.bind((any HostConfiguration).self, HTTPConfiguration.init)
    binder.bind(HTTPServerPorts.init)
    binder.bind((any StopSignals).self, SystemStopSignals.init)
    binder.bind(ProcessLimits.self, to: .system)
    binder.bind((any LogOutput).self, StandardErrorLogOutput.init).byDefault()
    binder.bind((any SyncHost).self, HTTPHost.init).scoped(.singleton)
  }
}

/// The ports behind the routes, handed from the program's graph to the server's.
struct HTTPServerPorts: Sendable {
  let sync: any SyncService
  let accounts: any AccountService
  let watching: any WatchService
  let blobs: any BlobService
  let vaults: any VaultAdministration
  let messenger: any NodeMessenger
  let database: any DatabaseMonitor
  let randomness: any Randomness
  let clock: any Clock<Duration>
  let wallClock: any WallClock
}

extension HTTPServerPorts: Module {
  /// Binds the ports in the server's graph.
  func configure(_ binder: inout Binder) {
    binder.bind((any SyncService).self, to: sync)
    binder.bind((any AccountService).self, to: accounts)
    binder.bind((any WatchService).self, to: watching)
    binder.bind((any BlobService).self, to: blobs)
    binder.bind((any VaultAdministration).self, to: vaults)
    binder.bind((any NodeMessenger).self, to: messenger)
    binder.bind((any DatabaseMonitor).self, to: database)
    binder.bind((any Randomness).self, to: randomness)
    binder.bind((any Clock<Duration>).self, to: clock)
    binder.bind((any WallClock).self, to: wallClock)
  }
}
