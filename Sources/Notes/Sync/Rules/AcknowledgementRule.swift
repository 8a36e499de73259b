package import NotesDomain

/// Decides what becomes of a note when the vault has answered a change of it.
package protocol AcknowledgementRule: Sendable {
  /// Takes an answer into account.
  ///
  /// - Parameters:
  ///   - item: The note as it is known here; it may have been edited since the change was sent.
  ///   - sent: The note as it was sent; `nil` for a deletion.
  ///   - result: The vault's answer.
  /// - Returns: The note as it is from now on; `nil` when there is nothing to know about it any more.
  func settle(_ item: SyncItem, sent: Note?, _ result: PushResult) -> SyncItem?
}

/// The base moves to what the vault has, and nothing else moves.
struct StandardAcknowledgementRule: AcknowledgementRule {
  func settle(_ item: SyncItem, sent: Note?, _ result: PushResult) -> SyncItem? {
    var item = item
    switch result {
    case .applied(let revision):
      item.revision = revision
      // What was sent, not what stands here now: an edit made meanwhile is still to be told.
      item.base = sent
    case .conflict(let revision, let isDeleted):
      // The vault has no text to merge with, and where it has no item at all, no later page will bring one: waiting for
      // the pull would mean to send the same change, and get the same answer, for ever.
      if revision == .none || isDeleted {
        item.revision = revision
        item.base = nil
      }
    case .refused(let refusal):
      // An edit made meanwhile may be what makes it acceptable.
      if item.local == sent { item.block = .refused(refusal) }
    }
    return item.base == nil && item.local == nil ? nil : item
  }
}
