/// What an operator does with a server's store as a whole.
public protocol ServerMaintenance: Sendable {
  /// How much the store keeps.
  func statistics() async throws(MaintenanceError) -> ServerStatistics

  /// Copies the store as it is at one moment, also while a server works on it. The copy has its name only once it is whole,
  /// checked, and on the disk.
  ///
  /// - Parameter path: The file to make; there must be none yet.
  func backUp(to path: String) async throws(MaintenanceError)

  /// Puts a backup in the store's place, and begins a new epoch in each of its vaults, so that devices notice. It takes
  /// effect at once or not at all. Nobody else may have the store open.
  ///
  /// - Parameter path: The backup, which stays as it is.
  /// - Returns: Where the replaced store is kept; `nil` when there was none.
  func restore(from path: String) async throws(MaintenanceError) -> String?
}
