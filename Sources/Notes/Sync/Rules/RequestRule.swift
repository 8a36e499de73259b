package import NotesDomain

/// Decides what to ask the vault next.
package protocol RequestRule: Sendable {
  /// The next question for changes.
  ///
  /// - Parameters:
  ///   - state: Where the device stands.
  ///   - limit: The most items to ask for.
  func request(_ state: SyncState, limit: Int) -> ChangesRequest
}

/// Asks on from where the last page ended.
struct StandardRequestRule: RequestRule {
  func request(_ state: SyncState, limit: Int) -> ChangesRequest {
    let after = state.snapshot?.after ?? state.cursor
    // Whoever holds nothing need not know of deletions. From the first page on, those after its head matter.
    let floor = state.snapshot.map(\.floor) ?? state.floor.map { max($0, after) }
    return ChangesRequest(epoch: state.epoch, after: after, floor: floor, limit: limit)
  }
}
