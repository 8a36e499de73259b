/// The contract of ``BlobStore``, checked against each implementation.
package enum BlobStoreContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<DeviceStore>

  /// All clauses.
  package static let clauses: [Clause] = pieces + references + orphans
}
