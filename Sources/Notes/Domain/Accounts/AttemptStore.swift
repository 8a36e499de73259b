/// The attempts with passwords, counted under names: accounts, and addresses of clients.
///
/// The nodes of a server share them. Otherwise an attacker would have as many attempts more as there are nodes.
package protocol AttemptStore: Sendable {
  /// Uses up an attempt under a name. Concurrent attempts never use the same one.
  ///
  /// - Returns: `nil` when there was one; otherwise the time until the next one.
  func consume(_ name: String, of limit: AttemptLimit) async throws(StoreError) -> Duration?

  /// Refunds an attempt under a name.
  func refund(_ name: String, of limit: AttemptLimit) async throws(StoreError)
}

/// A limit on the attempts under each name. Used ones are refunded one by one, as time passes.
package struct AttemptLimit: Sendable, Hashable {
  /// The kind of names, such as `account`. Kinds have attempts of their own.
  package let kind: String
  /// The number of attempts.
  package let capacity: Int
  /// The time in which all attempts are refunded, in whole milliseconds.
  package let window: Duration

  package init(_ kind: String, capacity: Int, window: Duration) {
    self.kind = kind
    self.capacity = max(1, capacity)
    self.window = max(.milliseconds(1), window)
  }
}
