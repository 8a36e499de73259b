package import NotesDomain
package import NotesHosting
import Synchronization

/// The maintenance of a server's store in memory, with backups by path.
/// It fulfills ``ServerMaintenanceContract``.
///
/// ```swift
/// maintenance.failure = .inUse(path: "/server.sqlite")  // every call throws
/// ```
package final class InMemoryServerMaintenance: ServerMaintenance {
  private struct Copy {
    let vaults: [VaultID: InMemoryServerVault]
    let accounts: [AccountName: InMemoryAccountStore.Entry]
  }

  private struct State {
    var copies: [String: Copy] = [:]
    var failure: MaintenanceError?
  }

  private let state = Mutex(State())
  private let vaults: InMemoryServerStore
  private let accounts: InMemoryAccountStore
  private let randomness: SeededRandomness

  package init(vaults: InMemoryServerStore, accounts: InMemoryAccountStore, randomness: SeededRandomness) {
    self.vaults = vaults
    self.accounts = accounts
    self.randomness = randomness
  }

  /// The error that every call throws; `nil` for none.
  package var failure: MaintenanceError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The paths of all backups.
  package var paths: [String] { state.withLock { $0.copies.keys.sorted() } }

  package func statistics() async throws(MaintenanceError) -> ServerStatistics {
    if let failure { throw failure }
    let copy = copy()
    var statistics = ServerStatistics(
      accounts: copy.accounts.count, devices: copy.accounts.values.reduce(0) { $0 + $1.devices.count },
      vaults: copy.vaults.values.count { $0.state != nil }, schema: 1)
    for size in copy.vaults.values.map(\.size) {
      statistics.notes += size.notes
      statistics.tombstones += size.tombstones
      statistics.receipts += size.receipts
      statistics.noteBytes += size.payloadBytes
      statistics.blobs += size.blobs
      statistics.blobBytes += size.blobBytes
    }
    statistics.storeBytes = statistics.noteBytes + statistics.blobBytes
    return statistics
  }

  package func backUp(to path: String) async throws(MaintenanceError) {
    if let failure { throw failure }
    guard !paths.contains(path) else { throw .exists(path: path) }
    let copy = copy()
    state.withLock { $0.copies[path] = copy }
  }

  package func shrink() async throws(MaintenanceError) -> Int {
    if let failure { throw failure }
    return 0
  }

  package func restore(from path: String) async throws(MaintenanceError) -> String? {
    if let failure { throw failure }
    guard let backup = state.withLock({ $0.copies[path] }) else { throw .missing(path: path) }
    let present = copy()
    let aside = "replaced-\(paths.count)"
    state.withLock { $0.copies[aside] = present }
    accounts.contents = backup.accounts
    vaults.contents = backup.vaults
    beginEpochs()
    return aside
  }

  package func acceptRestored(keepingEpochs: Bool) async throws(MaintenanceError) -> Int {
    if let failure { throw failure }
    if !keepingEpochs { beginEpochs() }
    return vaults.contents.values.count { $0.state != nil }
  }

  package func migrate() async throws(MaintenanceError) -> (before: Int, after: Int) {
    if let failure { throw failure }
    return (1, 1)
  }

  private func beginEpochs() {
    vaults.contents = vaults.contents.mapValues { vault in
      var vault = vault
      vault.state?.beginEpoch(using: randomness)
      return vault
    }
  }

  private func copy() -> Copy {
    Copy(vaults: vaults.contents, accounts: accounts.contents)
  }
}
