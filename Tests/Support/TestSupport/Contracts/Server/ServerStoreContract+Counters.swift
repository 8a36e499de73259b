import NotesDomain
import NotesHosting
import Testing

extension ServerStoreContract {
  package static let counters: [Clause] = [
    Clause("After random writes, the counted size is that of the contents") { store async throws in
      var random = SplitMix64(seed: 48)
      var head: Int64 = 0
      var blobs: [UInt8: Int] = [:]
      for step in 1...300 {
        // Several steps in one transaction, some of which fail at its end.
        let steps = (0..<Int.random(in: 1...4, using: &random)).map { _ in CountedStep(using: &random) }
        let fails = Int.random(in: 0..<8, using: &random) == 0
        let start = head
        _ = try? await store.write(.main) { transaction in
          var head = start
          for step in steps { try step.run(in: transaction, head: &head) }
          if fails { throw StoreError.diskFull(path: "here") }
        }
        if !fails {
          head += Int64(steps.count)
          for step in steps { step.count(in: &blobs) }
        }
        let contents = try await contents(store)
        let expected = VaultSize(
          notes: contents.items.count { !$0.isTombstone }, tombstones: contents.items.count { $0.isTombstone },
          receipts: contents.receipts.count,
          payloadBytes: contents.items.reduce(0) { $0 + ($1.payload?.count ?? 0) }, blobs: blobs.count,
          blobBytes: blobs.values.reduce(0, +),
          references: contents.references.values.reduce(0) { $0 + $1.count })
        #expect(try await size(store) == expected, "seed \(random.seed), step \(step): \(steps)")
      }
    }
  ]
}

/// A random step that changes what a vault keeps.
private enum CountedStep: Sendable {
  case save(UInt64, bytes: Int?)
  case purge
  case receipt(UInt128, number: Int)
  case removeReceipts
  case removeAllReceipts
  case addBlob(UInt8, size: Int)
  case removeBlob(UInt8)
  case refer(UInt64, [UInt8])
  case replace

  init(using random: inout SplitMix64) {
    let note = UInt64.random(in: 1...9, using: &random)
    let blob = UInt8.random(in: 1...6, using: &random)
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<14: self = .save(note, bytes: Bool.random(using: &random) ? Int.random(in: 0...9, using: &random) : nil)
    case 14..<16: self = .purge
    case 16..<22:
      self = .receipt(.random(in: 1...5, using: &random), number: .random(in: 1...2, using: &random))
    case 22..<24: self = .removeReceipts
    case 24: self = .removeAllReceipts
    case 25..<30: self = .addBlob(blob, size: Int.random(in: 2...20, using: &random))
    case 30..<32: self = .removeBlob(blob)
    case 32: self = .replace
    default:
      let blobs = Set((0..<Int.random(in: 0...4, using: &random)).map { _ in UInt8.random(in: 1...6, using: &random) })
      self = .refer(note, blobs.sorted())
    }
  }

  func run(in transaction: any ServerTransaction, head: inout Int64) throws {
    typealias Contract = ServerStoreContract
    head += 1
    switch self {
    case .save(let note, let bytes):
      let payload = bytes.map { [UInt8](repeating: 7, count: $0) }
      try transaction.save(VaultItem(id: Contract.id(note), revision: Revision(head), payload: payload))
    case .purge: try transaction.removeTombstones(upTo: Revision(head - 3))
    case .receipt(let device, let number):
      try transaction.save(Contract.receipt(device, number: number, head: head))
    case .removeReceipts: try transaction.removeReceipts(upTo: Revision(head - 3))
    case .removeAllReceipts: try transaction.removeAllReceipts()
    case .addBlob(let number, let size):
      try transaction.append(Contract.piece(number, of: size, from: 0, [1]), at: FixedClock.start)
    case .removeBlob(let number): try transaction.remove(.sample(number))
    case .refer(let note, let blobs):
      try transaction.save(references: [Contract.id(note): blobs.map { .sample($0) }], at: FixedClock.start)
    case .replace:
      try transaction.replace(
        with: VaultContents(
          state: Contract.state(head: head), items: [Contract.item(1, at: head)], receipts: [Contract.receipt(1)],
          references: [Contract.id(1): [.sample(1), .sample(2)]]))
    }
  }

  /// Counts the blobs, which are no part of a vault's contents.
  func count(in blobs: inout [UInt8: Int]) {
    switch self {
    case .addBlob(let number, let size): blobs[number] = blobs[number] ?? size
    case .removeBlob(let number): blobs[number] = nil
    default: break
    }
  }
}
