import NotesDomain

/// A record of a vault's changes that this device has sent and seen, to notice that some are withheld.
///
/// A change that the vault has accepted from this device must be among the changes after it, unless a later version of the note
/// is. Where it is not, the whole vault is read again. A server that was restored from a backup has lost the note, which this
/// device then sends once more; a server that withholds the note refuses that as a conflict.
///
/// A device need not receive its own changes, and asks for those behind them; so the last ``window`` of them are asked for again.
/// All would double the cost of a first sync. These are stored as well, for a program that ends before it has read them.
struct FeedWitness {
  /// The number of revisions before a position in which changes of this device are asked for again.
  private static let window = 16

  /// The conclusion from a page.
  enum Conclusion: Sendable, Hashable {
    case complete
    /// The whole vault was read, and it has no keyring.
    case lacksKeyring
    /// An accepted change is missing.
    case isIncomplete
    /// A change is missing that the vault accepted once more after it was missing.
    case withholds(NoteID)
  }

  /// The pages that were read one after another.
  private struct Reading {
    let start: Revision
    /// The revision up to which everything was read.
    var end: Revision
    var hasKeyring = false
  }

  let epoch: Epoch?
  /// The revisions at which changes of this device were accepted, and that were not seen since.
  private(set) var accepted: [NoteID: Revision]
  /// The notes that were missing in the last read of the whole vault, with its head.
  private var missing: [NoteID: Revision] = [:]
  /// Those of them that the vault accepted once more.
  private var acceptedAgain: Set<NoteID> = []
  /// The read under way; `nil` after its last page.
  private var reading: Reading?

  /// Creates a record of nothing but stored changes, which count in their epoch only.
  init(of epoch: Epoch?, continuing stored: AcceptedChanges = AcceptedChanges()) {
    self.epoch = epoch
    accepted = stored.epoch == epoch ? stored.revisions : [:]
  }

  /// The accepted changes that can be asked for again.
  var lastAccepted: AcceptedChanges {
    guard let epoch, let last = accepted.values.max() else { return AcceptedChanges() }
    return AcceptedChanges(epoch: epoch, revisions: accepted.filter { Self.isRecent($0.value, at: last) })
  }

  private static func isRecent(_ revision: Revision, at position: Revision) -> Bool {
    revision > position.earlier(by: window)
  }

  /// Records the results of a batch. Returns a note that the vault has and did not return.
  mutating func record(_ results: [PushResult], of batch: PushBatch) -> NoteID? {
    var withheld: NoteID?
    for (change, result) in zip(batch.changes, results) {
      switch result {
      case .applied(let revision):
        accepted[change.id] = revision
        if missing.removeValue(forKey: change.id) != nil { acceptedAgain.insert(change.id) }
      case .conflict(let revision, _):
        // Said once: the next sync reads what an honest server returns by then.
        if let head = missing.removeValue(forKey: change.id), revision > .none, revision <= head {
          withheld = change.id
        }
      case .refused: continue
      }
    }
    return withheld
  }

  /// Returns the position from which to read so that a page contains the last changes of this device before a position.
  func start(before position: Revision) -> Revision {
    if let reading, position >= reading.start, position <= reading.end { return position }
    let first = accepted.values.filter { $0 <= position && Self.isRecent($0, at: position) }.min()
    guard let first, first > .none.next else { return position }
    return first.earlier(by: 1)
  }

  /// Records a page.
  ///
  /// - Parameters:
  ///   - after: The position from which it was read.
  ///   - seen: The notes in it whose versions are those of the owner's devices, or are passed on, and listed if they are not.
  ///   - expected: The changes that were accepted before the page was requested.
  mutating func record(
    _ page: ChangesPage, after: Revision, seen: Set<NoteID>, expecting expected: [NoteID: Revision]
  ) -> Conclusion {
    var reading = reading ?? Reading(start: after, end: after)
    if after < reading.start || after > reading.end { reading = Reading(start: after, end: after) }
    for item in page.items {
      if item.id == Keyring.item { reading.hasKeyring = true }
      guard let revision = accepted[item.id], item.revision >= revision, seen.contains(item.id) else { continue }
      accepted[item.id] = nil
      missing[item.id] = nil
      acceptedAgain.remove(item.id)
    }
    if page.hasMore {
      reading.end = max(reading.end, page.items.last?.revision ?? after)
      self.reading = reading
      return .complete
    }
    self.reading = nil
    // Also what was accepted beyond the head: a vault counts it before it says so.
    let lost = expected.filter { $0.value > reading.start && accepted[$0.key] == $0.value }.keys
    accepted = accepted.filter { $0.value > reading.start || expected[$0.key] == nil }
    guard reading.start == .none else { return lost.isEmpty ? .complete : .isIncomplete }
    missing = [:]
    if let note = lost.first(where: acceptedAgain.contains) {
      acceptedAgain = []
      return .withholds(note)
    }
    for note in lost {
      accepted[note] = nil
      missing[note] = page.head
    }
    return reading.hasKeyring ? .complete : .lacksKeyring
  }
}
