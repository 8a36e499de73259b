import NotesDomain
import NotesHosting
package import Wiring

/// The bindings of a server's persistence in PostgreSQL: vaults and accounts in one database, for any number of processes.
package struct PostgresModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.bind(PostgresDatabase.init(settings:)).scoped(.singleton).external("the server's database")
    binder.bind((any ServerStore).self, PostgresServerStore.init).scoped(.singleton)
    binder.bind((any AccountStore).self, PostgresAccountStore.init).scoped(.singleton)
    binder.bind((any AuditStore).self, PostgresAuditStore.init).scoped(.singleton)
    binder.bind((any ServerStoreLock).self, PostgresServerStoreLock.init)
    binder.bind((any NodeMessenger).self, PostgresMessenger.init).scoped(.singleton)
    binder.bind((any DatabaseMonitor).self) { (database: PostgresDatabase) in database }
    binder.bind((any AttemptStore).self, PostgresAttemptStore.init).scoped(.singleton)
    binder.bind((any ServerMaintenance).self, PostgresServerMaintenance.init).scoped(.singleton)
  }
}
