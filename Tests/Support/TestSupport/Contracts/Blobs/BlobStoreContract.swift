/// Every promise of ``BlobStore``, to be checked over each implementation.
package enum BlobStoreContract {
  /// A promise of the port.
  package typealias Clause = ContractClause<DeviceStore>

  /// All promises.
  package static let clauses: [Clause] = pieces + references + orphans
}
