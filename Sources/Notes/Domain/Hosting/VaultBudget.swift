/// The limits of what a server keeps for one vault.
///
/// They count everything that takes space in the store, so that no kind of request fills the disk, and are checked against
/// ``VaultSize``, which costs the same for a small and for a large vault. A change that makes nothing larger is always
/// allowed: a vault above a limit that was lowered stays usable.
package struct VaultBudget: Sendable, Hashable {
  /// The maximum number of notes; `nil` for no limit.
  package var notes: Int?
  /// The maximum number of bytes, of everything; `nil` for no limit.
  package var bytes: Int?
  /// The maximum number of receipts. More than an account has devices: a vault in which each receipt is in use would forget
  /// them again and again.
  package var receipts: Int

  /// Creates a budget. The defaults suit a small machine.
  package init(notes: Int? = 200_000, bytes: Int? = 2_000_000_000, receipts: Int = 256) {
    self.notes = notes
    self.bytes = bytes
    self.receipts = receipts
  }

  /// The maximum number of notes and tombstones together. Tombstones that no device needs any more are purged on the
  /// operator's command.
  package var items: Int? { notes.map { $0 * 5 } }

  /// Whether a vault may change from one size to another.
  package func allows(_ next: VaultSize, after size: VaultSize) -> Bool {
    func isAllowed(_ next: Int, after present: Int, _ limit: Int?) -> Bool {
      guard let limit, next > present else { return true }
      return next <= limit
    }
    return isAllowed(next.notes, after: size.notes, notes)
      && isAllowed(next.notes + next.tombstones, after: size.notes + size.tombstones, items)
      && isAllowed(next.storedBytes, after: size.storedBytes, bytes)
  }
}
