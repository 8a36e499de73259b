package import NotesDomain
package import NotesHosting
import Synchronization

/// The move of a server in memory to another one. It fulfills ``ServerStoreMoverContract``.
///
/// ```swift
/// mover.failure = .occupied(path: "/server.sqlite")  // every call throws
/// ```
package final class InMemoryServerStoreMover: ServerStoreMover {
  /// A server in memory.
  package struct Server: Sendable {
    package let vaults: InMemoryServerStore
    package let accounts: InMemoryAccountStore
    package let audit: InMemoryAuditStore
    package let lock = InMemoryServerStoreLock()

    package init(vaults: InMemoryServerStore, accounts: InMemoryAccountStore, audit: InMemoryAuditStore) {
      self.vaults = vaults
      self.accounts = accounts
      self.audit = audit
    }

    /// A server without accounts.
    package init() {
      let vaults = InMemoryServerStore()
      self.init(vaults: vaults, accounts: InMemoryAccountStore(vaults: vaults), audit: InMemoryAuditStore())
    }

    /// The stores of the server.
    package var stores: ServerStores {
      ServerStores(vaults: vaults, accounts: accounts, audit: audit, lock: lock)
    }
  }

  private let source: Server
  /// The server that is moved to.
  package let target: Server
  private let failing = Mutex<MaintenanceError?>(nil)

  package init(source: Server, target: Server = Server()) {
    self.source = source
    self.target = target
  }

  /// The error that every call throws; `nil` for none.
  package var failure: MaintenanceError? {
    get { failing.withLock { $0 } }
    set { failing.withLock { $0 = newValue } }
  }

  package func move() async throws(MaintenanceError) -> ServerMove {
    if let failure { throw failure }
    return try await source.lock.withLock { () async throws(MaintenanceError) in
      try await target.lock.withLock { () async throws(MaintenanceError) in try await copy() }
    }
  }

  private func copy() async throws(MaintenanceError) -> ServerMove {
    guard target.accounts.contents.isEmpty, target.vaults.contents.isEmpty else { throw .occupied(path: "other") }
    (target.vaults.contents, target.accounts.contents) = (source.vaults.contents, source.accounts.contents)
    var moved = ServerMove()
    do {
      let entries = try await source.audit.entries(limit: .max, of: nil)
      try await target.audit.append(entries.reversed(), limits: AuditLimits())
    } catch {
      throw .store(error)
    }
    let vaults = source.vaults.contents.values
    moved.accounts = source.accounts.contents.count
    moved.devices = source.accounts.contents.values.reduce(0) { $0 + $1.devices.count }
    moved.vaults = vaults.count
    moved.items = vaults.reduce(0) { $0 + $1.items.count }
    moved.blobs = vaults.reduce(0) { $0 + $1.blobs.count }
    return moved
  }
}
