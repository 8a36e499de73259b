import NotesDomain

/// Refuses answers that no vault can give, before anything is believed of them.
enum ReplyCheck {
  static func check(_ reply: PushReply, to batch: PushBatch) throws(TransportError) {
    switch reply {
    case .results(let results):
      guard results.count == batch.changes.count else {
        throw .undecodable(detail: "\(results.count) results for \(batch.changes.count) changes")
      }
      var last = Revision.none
      for case .applied(let revision) in results {
        guard revision > last else { throw .undecodable(detail: "revisions that do not rise") }
        last = revision
      }
      for case .conflict(let revision, _) in results where revision < .none {
        throw .undecodable(detail: "a negative revision")
      }
    case .epochChanged(let change): try check(change, from: batch.epoch)
    case .staleBatch, .deviceForked: break
    }
  }

  static func check(_ reply: ChangesReply, to request: ChangesRequest) throws(TransportError) {
    switch reply {
    case .page(let page):
      var last = request.after
      for item in page.items {
        guard item.revision > last else { throw .undecodable(detail: "items that are not in order") }
        last = item.revision
      }
      guard last <= page.head else { throw .undecodable(detail: "a head before the items") }
      guard page.items.count <= request.limit else { throw .undecodable(detail: "more items than were asked for") }
      guard !page.hasMore || !page.items.isEmpty else { throw .undecodable(detail: "more to come, but nothing here") }
    case .epochChanged(let change): try check(change, from: request.epoch)
    case .resync: break
    }
  }

  private static func check(_ change: EpochChange, from epoch: Epoch?) throws(TransportError) {
    guard change.epoch != epoch else { throw .undecodable(detail: "a change to the same epoch") }
    guard change.forkedAt >= .none else { throw .undecodable(detail: "a negative revision") }
  }
}
