import NotesDomain

/// A record of a vault's changes that one program has seen, to notice that some are withheld.
///
/// A change that the vault has accepted from this device must be among the changes after it, unless a later version of the note
/// is. Where it is not, the whole vault is read again. A server that was restored from a backup has lost the note, which this
/// device then sends once more; a server that withholds the note refuses that as a conflict.
///
/// It lasts as long as the program, since a sync reads after it has sent. A device need not receive its own changes, and asks
/// for those behind them; so the last ``window`` of them are asked for again. All would double the cost of a first sync.
struct FeedWitness {
  /// The number of revisions before a position in which changes of this device are asked for again.
  private static let window: Int64 = 16

  /// The conclusion from a page.
  enum Conclusion: Sendable, Hashable {
    case complete
    /// The whole vault was read, and it has no keyring.
    case lacksKeyring
    /// An accepted change is missing.
    case isIncomplete
  }

  /// The revisions at which changes of this device were accepted, and that were not seen since.
  private var accepted: [NoteID: Revision] = [:]
  /// The notes that were missing in the last read of the whole vault, with its head.
  private var missing: [NoteID: Revision] = [:]
  /// The position after the last page, when more pages follow.
  private var next: Revision?
  private var startsAtBeginning = false
  private var hasKeyring = false

  /// Records the results of a batch. Returns a note that the vault has and did not return.
  mutating func record(_ results: [PushResult], of batch: PushBatch) -> NoteID? {
    var withheld: NoteID?
    for (change, result) in zip(batch.changes, results) {
      switch result {
      case .applied(let revision):
        accepted[change.id] = revision
        missing[change.id] = nil
      case .conflict(let revision, _):
        if let head = missing[change.id], revision > .none, revision <= head { withheld = change.id }
      case .refused: continue
      }
    }
    return withheld
  }

  /// Returns the position from which to read so that a page contains the last changes of this device before a position.
  func start(before position: Revision) -> Revision {
    guard position != next, position > .none else { return position }
    let first = accepted.values.filter { $0 <= position && $0.number > position.number - Self.window }.min()
    guard let first, first.number > 1 else { return position }
    return Revision(first.number - 1)
  }

  /// Records a page.
  mutating func record(_ page: ChangesPage, after: Revision) -> Conclusion {
    if after != next {
      accepted = accepted.filter { $0.value > after }
      startsAtBeginning = after == .none
      hasKeyring = false
      if startsAtBeginning { missing = [:] }
    }
    for item in page.items {
      if let revision = accepted[item.id], item.revision >= revision { accepted[item.id] = nil }
      if item.id == Keyring.item { hasKeyring = true }
    }
    // The engine does not see the keyring, and continues after the item before it.
    let last = page.items.last { $0.id != Keyring.item } ?? page.items.last
    next = page.hasMore ? last?.revision : nil
    guard !page.hasMore else { return .complete }
    let lost = accepted.filter { $0.value <= page.head }.keys
    guard startsAtBeginning else { return lost.isEmpty ? .complete : .isIncomplete }
    for note in lost {
      accepted[note] = nil
      missing[note] = page.head
    }
    return hasKeyring ? .complete : .lacksKeyring
  }
}
