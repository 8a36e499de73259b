import NotesDomain
import NotesHosting
package import Wiring

/// The bindings of a server's persistence: vaults and accounts in one SQLite file.
package struct ServerPersistenceModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.bind(ServerDatabase.init).scoped(.singleton).external("the server's store on the disk")
    binder.bind((any ServerStore).self, SQLiteServerStore.init).scoped(.singleton)
    binder.bind((any AccountStore).self, SQLiteAccountStore.init).scoped(.singleton)
    binder.bind((any AuditStore).self, SQLiteAuditStore.init).scoped(.singleton)
    binder.bind((any ServerStoreLock).self) { (database: ServerDatabase) in database }
    // Opens the file itself for each operation: an open file cannot be replaced.
    binder.bind((any ServerMaintenance).self, SQLiteServerMaintenance.init).scoped(.singleton)
  }
}
