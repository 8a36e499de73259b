import NotesDomain
import NotesTestSupport

/// A random step of a sync transaction.
enum RandomSyncStep {
  case save(SyncItem?, NoteID)
  case saveUnreadable(VaultItem)
  case batch(PushBatch?)
  case stage([VaultItem])
  case discardStaged
  case conflict(NoteConflict)
  case merging(MergeRecord)
  case fail

  init(_ random: inout SplitMix64) {
    let (note, other) = (RandomOperation.note(&random), RandomOperation.note(&random))
    let theirs = other.copied(as: note.id)
    let revision = Revision(Int64.random(in: 1...40, using: &random))
    let item = VaultItem(id: note.id, revision: revision, payload: [0xFF, UInt8.random(in: 0...9, using: &random)])
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<4: self = .save(SyncItem(revision: revision, base: note, local: note), note.id)
    case 4..<6: self = .save(SyncItem(revision: revision, base: theirs, local: note), note.id)
    case 6: self = .save(SyncItem(revision: .none, base: nil, local: note), note.id)
    case 7: self = .save(SyncItem(revision: revision, base: note, local: nil), note.id)
    case 8: self = .save(nil, note.id)
    case 9:
      let block = Bool.random(using: &random) ? SyncBlock.unreadable : .refused(.tooLarge)
      self = .save(SyncItem(revision: revision, base: theirs, local: note, block: block), note.id)
    case 10: self = .saveUnreadable(item)
    case 11:
      let change = PushChange(
        id: note.id, base: revision, payload: Bool.random(using: &random) ? nil : [], blobs: note.blobs)
      self = .batch(PushBatch(epoch: Epoch(bits: 1), device: DeviceID(bits: .max), number: 7, changes: [change]))
    case 12: self = .batch(nil)
    case 13: self = .stage([item, VaultItem(id: other.id, revision: revision, payload: nil)])
    case 14: self = .discardStaged
    case 15:
      self = .conflict(
        NoteConflict(
          note: note.id, copy: other.id, base: nil, theirs: theirs, ours: note, detected: FixedClock.start))
    case 16..<19: self = .merging(MergeRecord(note: note.id, base: note, theirs: theirs))
    default: self = .fail
    }
  }

  func run(in transaction: any SyncTransaction) throws(StoreError) {
    switch self {
    case .save(let item, let id): try transaction.save(item, for: id)
    case .saveUnreadable(let item): try transaction.saveUnreadable(item)
    case .batch(let batch): try transaction.save(batch: batch)
    case .stage(let items): try transaction.stage(items)
    case .discardStaged: try transaction.discardStaged()
    case .conflict(let conflict): try transaction.record(conflict: conflict)
    case .merging(let merging): try transaction.record(merge: merging)
    case .fail: throw .failed(path: "/", detail: "on purpose")
    }
  }
}
