import Crypto
import NotesDomain
package import NotesHosting
package import Wiring

/// Copies the stores of a server, vault by vault, in steps that fit into memory.
///
/// Accounts come last, so that a server on an incomplete copy knows no device. A move that was interrupted can be repeated:
/// what it left is replaced.
struct StandardStoreMover: ServerStoreMover {
  /// The most items and bytes that are copied in one transaction.
  static let pageItems = 1000
  static let pageBytes = 4_000_000

  let source: ServerStores
  /// The other store, which is opened only for the move.
  let destination: @Sendable () throws -> MoveDestination

  func move() async throws(MaintenanceError) -> ServerMove {
    let destination: MoveDestination
    do { destination = try self.destination() } catch { throw MaintenanceError(error) }
    return try await source.lock.withLock { () async throws(MaintenanceError) in
      try await destination.stores.lock.withLock { () async throws(MaintenanceError) in
        do {
          return try await Move(source: source, target: destination.stores, path: destination.path).run()
        } catch {
          throw MaintenanceError(error)
        }
      }
    }
  }
}

/// The binding of the move to another store, which is bound under ``Wiring/Key/moveDestination``.
package struct StoreMoverModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.bind(ServerStores.init)
    binder.bind((any ServerStoreMover).self, StandardStoreMover.init(source:destination:))
      .from(.unqualified, .moveDestination)
  }
}

/// The store that a server is moved to.
package struct MoveDestination: Sendable {
  package let stores: ServerStores
  /// Its path, or its address without a password.
  let path: String

  package init(stores: ServerStores, path: String) {
    self.stores = stores
    self.path = path
  }
}

extension Key where Value == @Sendable () throws -> MoveDestination {
  /// The store that a command moves a server to.
  package static var moveDestination: Self { Key("moveDestination") }
}

extension MaintenanceError {
  fileprivate init(_ error: any Error) {
    switch error {
    case let error as MaintenanceError: self = error
    case let error as StoreError: self = .store(error)
    default: self = .failed(path: "the other store", reason: String(describing: error))
    }
  }
}

/// One move.
private struct Move {
  let source: ServerStores
  let target: ServerStores
  let path: String

  func run() async throws -> ServerMove {
    let accounts = try await source.accounts.accounts()
    // An account's vault need not have a state yet.
    let vaults = Set(try await source.vaults.vaults()).union(accounts.map(\.vault)).sorted { $0.name < $1.name }
    let present = try await target.vaults.vaults()
    guard try await target.accounts.accounts().isEmpty, Set(present).isSubset(of: vaults) else {
      throw MaintenanceError.occupied(path: path)
    }
    var moved = ServerMove()
    for vault in vaults {
      try await copy(vault)
      try await check(vault, &moved)
      moved.vaults += 1
    }
    try await copyLog()
    try await checkHeads(of: vaults)
    for account in accounts { try await copy(account, &moved) }
    guard try await target.accounts.accounts() == accounts else { throw difference("the list of accounts") }
    try await checkHeads(of: vaults)
    return moved
  }

  /// Compares the states of all vaults once more. A server of a version without locks may have written meanwhile.
  private func checkHeads(of vaults: [VaultID]) async throws {
    for vault in try await Set(source.vaults.vaults()).union(vaults) {
      let states = try await (
        source.vaults.read(vault) { try $0.state() }, target.vaults.read(vault) { try $0.state() }
      )
      guard states.0 == states.1 else { throw difference("the vault \(vault.name)") }
    }
  }

  // MARK: Vaults

  private func copy(_ vault: VaultID) async throws {
    let (state, receipts, blobs) = try await source.vaults.read(vault) { transaction in
      (try transaction.state(), try transaction.receipts(), try transaction.blobs())
    }
    // First, so that what an interrupted move left is gone. A vault without a state may have blobs, which devices send first.
    try await target.vaults.write(vault) { transaction in
      for blob in try transaction.blobs() { try transaction.remove(blob.digest) }
      if let state { try transaction.replace(with: VaultContents(state: state)) }
      for receipt in receipts { try transaction.save(receipt) }
    }
    var pages = VaultPages(store: source.vaults, vault: vault)
    while let page = try await pages.next() {
      try await target.vaults.write(vault) { transaction in
        try transaction.save(page.items)
        try transaction.save(references: page.references, at: Timestamp(millisecondsSince1970: 0))
      }
    }
    // After the references, which would change the times of the blobs.
    for blob in blobs { try await copy(blob, of: vault) }
  }

  private func copy(_ blob: StoredBlob, of vault: VaultID) async throws {
    var offset = 0
    repeat {
      let piece = try await piece(of: blob, at: offset, in: vault, source.vaults)
      guard !piece.bytes.isEmpty || blob.progress.size == 0 else { throw difference("the blob \(blob.digest)") }
      try await target.vaults.write(vault) { transaction in try transaction.append(piece, at: blob.touched) }
      offset += piece.bytes.count
    } while offset < blob.progress.received
  }

  private func piece(
    of blob: StoredBlob, at offset: Int, in vault: VaultID, _ store: any ServerStore
  ) async throws -> BlobPiece {
    let limit = min(BlobPiece.maximumBytes, blob.progress.received - offset)
    let bytes = try await store.read(vault) { try $0.bytes(of: blob.digest, from: offset, limit: limit) }
    return BlobPiece(digest: blob.digest, size: blob.progress.size, offset: offset, bytes: bytes)
  }

  /// Compares a vault with its copy. Reads both, so that a change meanwhile is noticed, too.
  private func check(_ vault: VaultID, _ moved: inout ServerMove) async throws {
    let here = try await summary(of: vault, in: source.vaults)
    guard try await summary(of: vault, in: target.vaults) == here else { throw difference("the vault \(vault.name)") }
    var pages = VaultPages(store: source.vaults, vault: vault)
    var copies = VaultPages(store: target.vaults, vault: vault)
    while let page = try await pages.next() {
      guard try await copies.next() == page else { throw difference("the notes of the vault \(vault.name)") }
      moved.items += page.items.count
    }
    guard try await copies.next() == nil else { throw difference("the notes of the vault \(vault.name)") }
    for blob in here.blobs where blob.progress.isComplete {
      guard try await digest(of: blob, in: vault) == blob.digest else { throw difference("the blob \(blob.digest)") }
    }
    moved.blobs += here.blobs.count
  }

  private func digest(of blob: StoredBlob, in vault: VaultID) async throws -> BlobDigest? {
    var hash = SHA256()
    var offset = 0
    while offset < blob.progress.size {
      let piece = try await piece(of: blob, at: offset, in: vault, target.vaults)
      if piece.bytes.isEmpty { return nil }
      hash.update(data: piece.bytes)
      offset += piece.bytes.count
    }
    return BlobDigest(bytes: Array(hash.finalize()))
  }

  private func summary(of vault: VaultID, in store: any ServerStore) async throws -> VaultSummary {
    try await store.read(vault) { transaction in
      VaultSummary(
        state: try transaction.state(), size: try transaction.size(), receipts: try transaction.receipts(),
        // The numbers of uploads are those of each store.
        blobs: try transaction.blobs().map {
          StoredBlob(digest: $0.digest, upload: 0, progress: $0.progress, touched: $0.touched)
        })
    }
  }

  private func difference(_ detail: String) -> MaintenanceError { .different(path: path, detail: detail) }

  // MARK: Accounts

  /// Replaces the log of the other store, which is that of an interrupted move, or of accounts that were removed.
  private func copyLog() async throws {
    let log = try await source.audit.entries(limit: .max, of: nil)
    var nothing = AuditLimits()
    (nothing.entries, nothing.refusals) = (0, 0)
    try await target.audit.append([], limits: nothing)
    try await target.audit.append(log.reversed(), limits: AuditLimits())
    guard Set(try await target.audit.entries(limit: .max, of: nil)) == Set(log) else { throw difference("the log") }
  }

  private func copy(_ account: Account, _ moved: inout ServerMove) async throws {
    guard let hash = try await source.accounts.account(named: account.name)?.hash else {
      throw difference("the list of accounts")
    }
    let registrations = try await source.accounts.registrations(of: account.name)
    _ = try await target.accounts.add(account, hash: hash)
    for one in registrations {
      _ = try await target.accounts.add(
        one.device, digest: one.digest, to: account.name, knownBy: hash, limit: registrations.count)
    }
    let copy = try await target.accounts.account(named: account.name)
    let isEqual = try await target.accounts.registrations(of: account.name) == registrations
    guard copy?.account == account, copy?.hash == hash, isEqual else { throw difference("the account \(account.name)") }
    moved.accounts += 1
    moved.devices += registrations.count
  }
}

/// The items of a vault with their references, by revision, some at a time.
private struct VaultPages {
  struct Page: Sendable, Equatable {
    let items: [VaultItem]
    let references: [NoteID: [BlobDigest]]
  }

  let store: any ServerStore
  let vault: VaultID
  /// The revision before the next page; `nil` after the last one.
  private var revision: Revision? = Revision.none

  init(store: any ServerStore, vault: VaultID) {
    self.store = store
    self.vault = vault
  }

  /// Returns the next page, or `nil` after the last one.
  mutating func next() async throws -> Page? {
    guard let revision else { return nil }
    let (page, hasMore) = try await store.read(vault) { transaction in
      let found = try transaction.items(
        after: revision, limit: StandardStoreMover.pageItems, bytes: StandardStoreMover.pageBytes)
      let references = try transaction.references(of: found.items.map(\.id))
      return (Page(items: found.items, references: references), found.hasMore)
    }
    self.revision = hasMore ? page.items.last?.revision : nil
    return page.items.isEmpty ? nil : page
  }
}

/// The content of a vault besides its items.
private struct VaultSummary: Sendable, Equatable {
  let state: VaultState?
  let size: VaultSize
  let receipts: [BatchReceipt]
  let blobs: [StoredBlob]
}
