import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesServer

/// A server and a plain vault that receive the same requests.
struct RandomHistory {
  private let server: Server
  private let devices = (1...4).map { DeviceID(bits: $0) }
  /// Whether devices send keyrings, in every fourth history: in an encrypted vault there are no further tombstones.
  private let hasKeyrings: Bool
  private var random: SplitMix64
  private var plain: PlainVault
  /// The number of accepted changes in the history of the present epoch.
  private var accepted: Int64 = 0
  /// The first difference.
  private var fault: String?
  private var sent: [PushBatch] = []
  private var executed: Set<Execution> = []
  private var backup: (contents: VaultContents, plain: PlainVault)?

  private struct Execution: Hashable {
    let epoch: Epoch
    let device: DeviceID
    let number: Int
  }

  init(seed: UInt64, rules change: ((inout ServerRules) -> Void)? = nil) async throws {
    server = try await Server(rules: change)
    random = SplitMix64(seed: seed)
    hasKeyrings = seed.isMultiple(of: 4)
    plain = PlainVault(epochs: [(try #require(try await server.epoch()), 0)])
  }

  /// Runs some steps.
  ///
  /// - Returns: The first difference; `nil` when there is none.
  mutating func run(steps: Int) async throws -> String? {
    for step in 1...steps {
      try await self.step()
      let contents = try await server.administration.backup(.main)
      let revisions = contents.items.map(\.revision)
      expect(zip(revisions, revisions.dropFirst()).allSatisfy { $0 < $1 }, "two items have one revision")
      expect(revisions.last ?? .none <= contents.state.head, "an item is ahead of the head")
      expect(accepted == contents.state.head.number, "the revisions have a gap")
      expect(contents.receipts.count <= devices.count, "there are more receipts than devices")
      expect(
        contents.items.allSatisfy { !$0.isTombstone || $0.revision > contents.state.horizon },
        "there is a tombstone below the horizon")
      if let fault { return "step \(step): \(fault)" }
    }
    return nil
  }

  private mutating func step() async throws {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<60: try await push(newBatch())
    case 60..<75: if let batch = sent.randomElement(using: &random) { try await push(batch) }
    case 75..<92: try await ask()
    case 92..<96:
      let revision = Int64.random(in: 0...plain.head, using: &random)
      plain.purge(upTo: revision)
      try await server.administration.purge(.main, upTo: Revision(revision))
    case 96..<98: backup = (try await server.administration.backup(.main), plain)
    default: try await restore()
    }
  }

  private mutating func push(_ batch: PushBatch) async throws {
    let before = plain.head
    let expected = plain.push(batch)
    let reply = try await server.service.push(batch, to: .main)
    expect(reply == expected, "\(batch) was answered \(reply), and should be \(expected)")
    sent.append(batch)
    accepted += plain.head - before
    guard case .results(let results) = reply, plain.head > before else { return }
    let execution = Execution(epoch: batch.epoch, device: batch.device, number: batch.number)
    expect(executed.insert(execution).inserted, "\(batch) was executed twice")
    let revisions = results.compactMap { result in
      if case .applied(let revision) = result { revision.number } else { nil }
    }
    expect(revisions == Array(before + 1..<before + 1 + Int64(revisions.count)), "\(revisions) after \(before)")
  }

  private mutating func ask() async throws {
    let after = Int64.random(in: 0...plain.head, using: &random)
    let only = hasKeyrings && Bool.random(using: &random) ? anyItem() : nil
    let request = ChangesRequest(
      epoch: Int.random(in: 0..<8, using: &random) == 0 ? nil : plain.epochs.last?.epoch, after: Revision(after),
      floor: Bool.random(using: &random) ? nil : Revision(Int64.random(in: 0...plain.head, using: &random)),
      limit: Int.random(in: 1...8, using: &random), only: only)
    let expected = plain.changes(request)
    let reply = try await server.service.changes(request, in: .main)
    expect(reply == expected, "\(request) was answered \(reply), and should be \(expected)")
  }

  private mutating func restore() async throws {
    guard let backup else { return }
    try await server.administration.restore(.main, to: backup.contents)
    plain = backup.plain
    plain.epochs.append((try #require(try await server.epoch()), plain.head))
    accepted = plain.head
  }

  /// Creates a batch whose number, bases and epoch may be out of date.
  private mutating func newBatch() -> PushBatch {
    let device = devices[Int.random(in: 0..<devices.count, using: &random)]
    let next = (plain.receipts[device]?.number ?? 0) + 1
    let number = Int.random(in: 0..<10, using: &random) == 0 ? Int.random(in: 1...next + 1, using: &random) : next
    var changes: [PushChange] = []
    for note in Set((0..<Int.random(in: 0...4, using: &random)).map { _ in UInt64.random(in: 1...12, using: &random) })
      .sorted()
    {
      let id = SequentialNoteIDGenerator.id(note)
      let base = base(of: id)
      let payload = [UInt8](repeating: UInt8(note), count: Int.random(in: 0...5, using: &random))
      changes.append(PushChange(id: id, base: base, payload: payload.count == 5 ? nil : payload))
    }
    if hasKeyrings, Int.random(in: 0..<5, using: &random) == 0 {
      let valid = KeyringFormat.sample().stored
      let payloads: [[UInt8]?] = [valid, KeyringFormat.sample(generation: 2).stored, Array(valid.dropLast()), nil]
      let payload = payloads[Int.random(in: 0..<payloads.count, using: &random)]
      let change = PushChange(id: Keyring.item, base: base(of: Keyring.item), payload: payload)
      changes.insert(change, at: Int.random(in: 0...changes.count, using: &random))
    }
    let epochs = plain.epochs.map(\.epoch)
    let isOld = Int.random(in: 0..<12, using: &random) == 0
    let epoch = isOld ? epochs.randomElement(using: &random) : epochs.last
    return PushBatch(epoch: epoch ?? Epoch(bits: 0), device: device, number: number, changes: changes)
  }

  /// Returns the base of a change, which may be out of date.
  private mutating func base(of item: NoteID) -> Revision {
    let isLate = Int.random(in: 0..<4, using: &random) == 0
    return Revision(isLate ? Int64.random(in: 0...plain.head, using: &random) : plain.items[item]?.revision ?? 0)
  }

  private mutating func anyItem() -> NoteID {
    let note = UInt64.random(in: 0...12, using: &random)
    return note == 0 ? Keyring.item : SequentialNoteIDGenerator.id(note)
  }

  private mutating func expect(_ isTrue: Bool, _ description: @autoclosure () -> String) {
    if !isTrue, fault == nil { fault = description() }
  }
}
