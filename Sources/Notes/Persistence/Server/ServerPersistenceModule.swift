import NotesDomain
package import Wiring

/// The face of what a server keeps: vaults and accounts in SQLite, in a file of their own.
package struct ServerPersistenceModule: Module {
  /// Creates the module.
  package init() {}

  /// Declares the stores.
  ///
  /// - Parameter binder: Where the bindings go.
  package func configure(_ binder: inout Binder) {
    binder.requires(ServerStoreSettings.self)
    binder.requires((any Randomness).self)

    binder.bind(ServerDatabase.init).scoped(.singleton).external("the server's store on the disk")
    binder.bind((any ServerStore).self, SQLiteServerStore.init).scoped(.singleton)
    binder.bind((any AccountStore).self, SQLiteAccountStore.init).scoped(.singleton)
    // Opens the file itself, each time: to be replaced it must not be open.
    binder.bind((any ServerMaintenance).self, SQLiteServerMaintenance.init).scoped(.singleton)
  }
}
