import NotesDomain
import NotesTestSupport
import Synchronization

@testable import NotesEncryption

/// A server that tells one lie after another, by chance, about what it has and what it accepted. It has every payload that was
/// ever sent, and each key that was replaced, as one that conspires with a lost device.
final class Liar: Sendable {
  /// A text that no device wrote.
  static let forgery = "FORGED"

  /// A kind of lie about a page of changes.
  enum Lie: CaseIterable {
    case withheld, replayed, misplaced, damaged, plain, unsealedDeletion, forgedByRetiredKey, added, newNote,
      numberRaised
  }

  /// A kind of lie in the place of a page.
  enum FalseReply: CaseIterable {
    case resync, presentEpoch, anotherEpoch, pageBehind
  }

  fileprivate struct State {
    var dice: SplitMix64
    /// The payloads that each item ever had.
    var payloads: [NoteID: Set<[UInt8]>] = [:]
    var retired: [VaultKeys] = []
    var isHonest = false
    /// Whether it also says that it was restored. Then it shows no earlier versions: a restored vault has them rightly, and what a
    /// device makes of one that it has for the latest replaces the latest. The documents say so.
    let inventsEpochs: Bool

    mutating func below(_ bound: Int) -> Int { Int(dice.next() % UInt64(bound)) }

    mutating func any<Element>(_ elements: [Element]) -> Element? {
      elements.isEmpty ? nil : elements[below(elements.count)]
    }
  }

  private let state: Mutex<State>

  init(seed: UInt64) { state = Mutex(State(dice: SplitMix64(seed: seed), inventsEpochs: seed % 2 == 0)) }

  /// Lies to a device from now on.
  func lie(to device: EncryptedDevice) {
    device.network.cheat(onPages: { [self] page in changed(page, for: device) })
    device.network.cheat(onResults: { [self] result in changed(result) })
    device.network.cheat(onRequests: { [self] request in treatment(of: request) })
  }

  func beHonest() { state.withLock { $0.isHonest = true } }

  /// Takes the keys that a device had before a rotation.
  func take(_ keys: VaultKeys) { state.withLock { $0.retired.append(keys) } }

  private func treatment(of request: ChangesRequest) -> CheatingTransport.Treatment {
    state.withLock { state in
      guard !state.isHonest, state.below(20) == 0, let lie = state.any(FalseReply.allCases) else {
        return .forwarded(request)
      }
      let fork = state.below(2) == 0 ? .none : request.after
      switch lie {
      case .resync: return .answered(.resync)
      case .presentEpoch:
        return .answered(.epochChanged(EpochChange(epoch: request.epoch ?? Epoch(bits: 1), forkedAt: fork)))
      case .anotherEpoch where !state.inventsEpochs: return .forwarded(request)
      case .anotherEpoch: return .answered(.epochChanged(EpochChange(epoch: Epoch(bits: 77), forkedAt: fork)))
      case .pageBehind:
        let item = state.payloads.min { $0.key < $1.key }.map { id, payloads in
          VaultItem(id: id, revision: Revision(1), payload: payloads.min(by: Self.isOrdered))
        }
        return .answered(.page(ChangesPage(head: Revision(1), items: item.map { [$0] } ?? [], hasMore: true)))
      }
    }
  }

  fileprivate static func isOrdered(_ one: [UInt8], _ other: [UInt8]) -> Bool { one.lexicographicallyPrecedes(other) }

  private func changed(_ result: PushResult) -> PushResult {
    state.withLock { state in
      guard !state.isHonest, state.below(12) == 0, case .applied(let revision) = result else { return result }
      return switch state.below(3) {
      case 0: .applied(Revision(revision.number + 1_000))
      case 1: .applied(Revision(1 + Int64(state.below(9))))
      default: .conflict(revision: revision, isDeleted: state.below(2) == 0)
      }
    }
  }

  private func changed(_ page: ChangesPage, for device: EncryptedDevice) -> ChangesPage {
    let known = Set(device.notes.all.map(\.id))
    return state.withLock { state in
      for item in page.items { if let payload = item.payload { state.payloads[item.id, default: []].insert(payload) } }
      guard !state.isHonest, state.below(3) == 0, let lie = state.any(Lie.allCases) else { return page }
      return state.page(page, with: lie, to: known)
    }
  }
}

extension Liar.State {
  /// - Parameter known: The notes of the device. One that it never had may arrive in an earlier version, and what the device then
  ///   makes of it replaces the later one: a version names a number that it replaces, not a text. The documents say so.
  fileprivate mutating func page(
    _ page: ChangesPage, with lie: Liar.Lie, to known: Set<NoteID>
  ) -> ChangesPage {
    var (head, items) = (page.head, page.items)
    let index = items.isEmpty ? nil : below(items.count)
    func replace(_ payload: [UInt8]?) {
      guard let index else { return }
      items[index] = VaultItem(id: items[index].id, revision: items[index].revision, payload: payload)
    }
    switch lie {
    case .replayed where inventsEpochs, .added where inventsEpochs: break
    case .withheld: if let index { items.remove(at: index) }
    case .replayed:
      if let index, known.contains(items[index].id) {
        replace(any(payloads[items[index].id]?.sorted(by: Liar.isOrdered) ?? []))
      }
    case .misplaced: if let id = any(payloads.keys.sorted()) { replace(payloads[id]?.sorted(by: Liar.isOrdered).first) }
    case .damaged: replace([UInt8(below(4)), 2, 3])
    case .plain: if let index { replace(NotePayload.encode(Self.forged(items[index].id))) }
    case .unsealedDeletion: replace(nil)
    case .forgedByRetiredKey: if let index { replace(forged(items[index].id, over: items[index].revision)) }
    case .added:
      guard let id = any(payloads.keys.filter(known.contains).sorted()),
        let payload = payloads[id]?.sorted(by: Liar.isOrdered).first
      else {
        break
      }
      head = head.next
      items.append(VaultItem(id: id, revision: head, payload: payload))
    case .newNote:
      let id = SequentialNoteIDGenerator.id(UInt64(900 + below(9)))
      guard let first = items.first?.revision, first.number > 1 else { break }
      items.insert(VaultItem(id: id, revision: Revision(first.number - 1), payload: forged(id, over: .none)), at: 0)
    case .numberRaised:
      guard let index, !page.hasMore, index == items.count - 1 else { break }
      head = Revision(below(2) == 0 ? .max : head.number + 1_000_000)
      items[index] = VaultItem(id: items[index].id, revision: head, payload: items[index].payload)
    }
    return ChangesPage(head: head, items: items, hasMore: page.hasMore && !items.isEmpty)
  }

  private static func forged(_ id: NoteID) -> Note {
    var note = Note.sample(1, body: Liar.forgery + "\n").copied(as: id)
    note.title = Liar.forgery
    return note
  }

  /// Returns a version that a device sealed which lost its key; `nil` without any.
  private mutating func forged(_ id: NoteID, over revision: Revision) -> [UInt8]? {
    guard let keys = any(retired) else { return [9] }
    let occasion = SealOccasion(
      note: id, base: Revision(max(0, revision.number - 1)), device: DeviceID(bits: 66), batch: 1)
    let version = SealedVersion(payload: NotePayload.encode(Self.forged(id)))
    return AESVaultCipher().seal(version, as: occasion, with: keys)
  }
}
