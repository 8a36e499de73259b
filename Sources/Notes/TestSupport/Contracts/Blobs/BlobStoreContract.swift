/// Every promise of ``BlobStore``, to be checked over each implementation.
public enum BlobStoreContract {
  /// A promise of the port.
  public typealias Clause = ContractClause<DeviceStore>

  /// All promises.
  public static let clauses: [Clause] = pieces + references + orphans
}
