import NotesDomain
package import NotesHosting

/// The contract of ``ServerStore``, checked against each implementation.
package enum ServerStoreContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<any ServerStore>

  /// All clauses.
  package static let clauses: [Clause] = items + pages + receipts + transactions + contents + blobs + counters
}

extension ServerStoreContract {
  static let other = VaultID("other-1") ?? .main

  static func id(_ number: UInt64) -> NoteID {
    SequentialNoteIDGenerator.id(number)
  }

  /// Returns the item of a note.
  static func item(_ number: UInt64, at revision: Int64, _ payload: [UInt8] = [1, 2, 3]) -> VaultItem {
    VaultItem(id: id(number), revision: Revision(revision), payload: payload)
  }

  static func tombstone(_ number: UInt64, at revision: Int64) -> VaultItem {
    VaultItem(id: id(number), revision: Revision(revision), payload: nil)
  }

  /// Returns a state with a head.
  static func state(head: Int64, horizon: Int64 = 0) -> VaultState {
    VaultState(
      epochs: [VaultState.Start(epoch: Epoch(bits: 1), head: .none)], head: Revision(head), horizon: Revision(horizon))
  }

  static func receipt(_ device: UInt128, number: Int = 1, head: Int64 = 1) -> BatchReceipt {
    BatchReceipt(
      device: DeviceID(bits: device), number: number, digest: [7], results: [.applied(Revision(head))],
      head: Revision(head))
  }

  /// Saves items in one transaction, with a state whose head is the last one.
  static func save(_ items: [VaultItem], in store: any ServerStore, _ vault: VaultID = .main) async throws {
    try await store.write(vault) { transaction in
      for item in items { try transaction.save(item) }
      try transaction.save(state: state(head: items.last?.revision.number ?? 0))
    }
  }

  /// Returns a page of a vault's feed.
  static func page(
    _ store: any ServerStore, _ vault: VaultID = .main, after revision: Int64 = 0, limit: Int = 100,
    bytes: Int = 1_000_000
  ) async throws -> ChangesPage {
    try await store.read(vault) { transaction in
      let page = try transaction.items(after: Revision(revision), limit: limit, bytes: bytes)
      return ChangesPage(head: .none, items: page.items, hasMore: page.hasMore)
    }
  }

  static func contents(_ store: any ServerStore, _ vault: VaultID = .main) async throws -> VaultContents {
    try await store.read(vault) { transaction in try transaction.contents() }
  }

  static func size(_ store: any ServerStore, _ vault: VaultID = .main) async throws -> VaultSize {
    try await store.read(vault) { transaction in try transaction.size() }
  }
}
