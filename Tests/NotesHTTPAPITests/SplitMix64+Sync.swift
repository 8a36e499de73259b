import NotesDomain
import NotesTestSupport

/// Random values of sync.
extension SplitMix64 {
  mutating func batch() -> PushBatch {
    let changes = (0..<Int.random(in: 0...5, using: &self)).map { _ in
      PushChange(
        id: noteID(), base: revision(from: 0), payload: Bool.random(using: &self) ? bytes() : nil, blobs: blobs())
    }
    return PushBatch(
      epoch: Epoch(bits: bits()), device: DeviceID(bits: bits()), number: Int.random(in: 1...Int.max, using: &self),
      changes: changes)
  }

  mutating func reply(to batch: PushBatch) -> PushReply {
    switch Int.random(in: 0...5, using: &self) {
    case 0: .staleBatch
    case 1: .deviceForked
    case 2: .epochChanged(epochChange())
    default: .results(batch.changes.map { _ in result() })
    }
  }

  mutating func changesReply() -> ChangesReply {
    switch Int.random(in: 0...5, using: &self) {
    case 0: return .resync
    case 1: return .epochChanged(epochChange())
    default:
      var revision: Int64 = 0
      let items = (0..<Int.random(in: 0...5, using: &self)).map { _ in
        revision += Int64.random(in: 1...1 << 60, using: &self)
        return VaultItem(
          id: noteID(), revision: Revision(revision), payload: Bool.random(using: &self) ? bytes() : nil)
      }
      let head = Revision(Int64.random(in: revision...Int64.max, using: &self))
      return .page(
        ChangesPage(head: head, items: items, hasMore: !items.isEmpty && Bool.random(using: &self)))
    }
  }

  mutating func changesRequest() -> ChangesRequest {
    ChangesRequest(
      epoch: Bool.random(using: &self) ? Epoch(bits: bits()) : nil, after: revision(from: 0),
      floor: Bool.random(using: &self) ? revision(from: 0) : nil, limit: Int.random(in: 1...Int.max, using: &self),
      only: Bool.random(using: &self) ? noteID() : nil)
  }

  private mutating func result() -> PushResult {
    switch Int.random(in: 0...2, using: &self) {
    case 0: .applied(revision(from: 1))
    case 1: .conflict(revision: revision(from: 0), isDeleted: Bool.random(using: &self))
    default:
      .refused([PushRefusal.tooLarge, .overQuota, .missingBlob, .plainText].randomElement(using: &self) ?? .tooLarge)
    }
  }

  private mutating func epochChange() -> EpochChange {
    EpochChange(epoch: Epoch(bits: bits()), forkedAt: revision(from: 0))
  }

  private mutating func revision(from least: Int64) -> Revision {
    Revision(Int64.random(in: least...Int64.max, using: &self))
  }

  private mutating func blobs() -> [BlobDigest] {
    (0..<Int.random(in: 0...3, using: &self)).map { _ in .sample(UInt8.random(in: 0...9, using: &self)) }
  }

  private mutating func noteID() -> NoteID { NoteID(high: next(), low: next()) }

  private mutating func bits() -> UInt128 { UInt128(next()) << 64 | UInt128(next()) }

  private mutating func bytes() -> [UInt8] {
    (0..<Int.random(in: 0...20, using: &self)).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
