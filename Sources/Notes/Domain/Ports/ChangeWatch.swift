/// Waits between two syncs, until there is something to do.
public protocol ChangeWatch: Sendable {
  /// How far this device is now; `nil` when its store cannot be read.
  func mark() async -> LocalMark?

  /// Waits until something changes on this device or in its vault, or the time is over.
  ///
  /// Where the vault cannot tell, it waits for the device and the time only. A vault that will not have this device any more
  /// has changed as well: the next sync finds out how.
  ///
  /// - Parameters:
  ///   - origins: Where a change ends the wait.
  ///   - mark: How far this device was after the last sync, whatever that left; `nil` when nobody knows. Anything else is a
  ///     change.
  ///   - milliseconds: How long to wait at most.
  /// - Returns: Where something changed; `nil` when the time is over.
  /// - Throws: When the task is cancelled meanwhile.
  func awaitChange(
    on origins: Set<ChangeOrigin>, since mark: LocalMark?, milliseconds: Int
  ) async throws(CancellationError) -> ChangeOrigin?
}
