import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

/// A device whose store was restored from a backup, and that syncs again.
@Suite struct RestoredDeviceTests {
  private let transport = FakeTransport()

  @Test func `its own changes since the backup come back, and both devices meet`() async throws {
    // Given
    let (device, other) = (try Device(transport, notes: [lines(1, "flour")]), try Device(transport, number: 2))
    try await device.sync()
    let backup = device.store.contents
    try await device.edit(1) { $0.body = "rye flour\n" }
    try await device.insert(.sample(2))
    try await device.sync()
    try await other.sync()
    // When
    try await device.restore(backup)
    try await meet(device, other)
    // Then
    #expect(device.store.all == other.store.all)
    #expect(device.store.all.map(\.body) == ["rye flour\n", "Text."])
  }

  @Test func `changes that only the backup has are sent`() async throws {
    let (device, other) = (try Device(transport, notes: [lines(1, "flour")]), try Device(transport, number: 2))
    try await device.sync()
    try await device.edit(1) { $0.body = "flour\nonly in the backup\n" }
    try await device.insert(.sample(2))
    let backup = device.store.contents
    // The device loses both before they are sent.
    try await device.restore(Device(transport, number: 3).store.contents)
    try await device.sync()
    try await device.restore(backup)
    try await meet(device, other)
    #expect(other.store.all.map(\.body) == ["flour\nonly in the backup\n", "Text."])
    #expect(device.store.all == other.store.all)
  }

  @Test func `changes of the backup and of another device are merged`() async throws {
    let device = try Device(transport, notes: [lines(1, "Flour: 500 g", "Water: 350 g", "Oven: 230 degrees")])
    let other = try Device(transport, number: 2)
    try await device.sync()
    try await device.edit(1) { $0.body = $0.body.replacing("500", with: "450") }
    let backup = device.store.contents
    try await device.sync()
    try await other.sync()
    try await other.edit(1) { $0.body = $0.body.replacing("230", with: "250") }
    try await other.sync()
    try await device.restore(backup)
    try await meet(device, other)
    #expect(device.store.all.map(\.body) == ["Flour: 450 g\nWater: 350 g\nOven: 250 degrees\n"])
    #expect(device.store.all == other.store.all)
  }

  @Test func `it uses no number of its earlier name again`() async throws {
    let device = try Device(transport, notes: [.sample(1)])
    try await device.sync()
    let backup = device.store.contents
    try await device.edit(1) { $0.body = "second" }
    try await device.sync()
    let earlier = transport.batches
    try await device.restore(backup)
    try await device.edit(1) { $0.title = "third" }
    try await device.sync()
    let later = transport.batches.dropFirst(earlier.count)
    #expect(!later.isEmpty && Set(later.map(\.device)).isDisjoint(with: earlier.map(\.device)))
    // Nothing was refused as stale: each was sent once.
    #expect(later.map(\.number) == Array(1...later.count))
    #expect(transport.notes.map(\.body) == ["second"] && transport.notes.map(\.title) == ["third"])
  }

  @Test(arguments: [true, false])
  func `a batch that was pending at the backup has no effect twice`(isExecuted: Bool) async throws {
    // Given
    let device = try Device(transport, notes: [.sample(1)], settings: SyncSettings(attempts: 1)) { network, _ in
      isExecuted ? ReplyLosingTransport(network, losing: 1) : network
    }
    if !isExecuted { transport.failNext(.unreachable(detail: "lost"), times: 1) }
    _ = try? await device.sync()
    let pending = try await device.store.read { transaction in try transaction.batch() }
    let backup = device.store.contents
    try await device.sync()
    try await device.edit(1) { $0.body = "later" }
    try await device.sync()
    // When
    try await device.restore(backup)
    let other = try Device(transport, number: 2)
    try await meet(device, other)
    // Then
    if isExecuted { #expect(pending != nil) }
    #expect(device.store.all == other.store.all)
    #expect(device.store.all.contains { $0.body == "later" })
  }

  @Test func `a note that was deleted since the backup is deleted again`() async throws {
    let device = try Device(transport, notes: [.sample(1), .sample(2)])
    try await device.sync()
    let backup = device.store.contents
    try await device.purge(1)
    try await device.sync()
    try await device.restore(backup)
    try await device.sync()
    #expect(device.store.all.map(\.id) == [SequentialNoteIDGenerator.id(2)])
  }

  @Test func `a note that was deleted since the backup comes back everywhere on request`() async throws {
    let (device, other) = (try Device(transport, notes: [.sample(1), .sample(2)]), try Device(transport, number: 2))
    try await device.sync()
    let backup = device.store.contents
    try await device.purge(1)
    try await device.sync()
    try await other.sync()
    try await device.restore(backup)
    try await device.sync(SyncRequest(deletions: .keep))
    try await meet(device, other)
    #expect(other.store.all.count == 2 && device.store.all == other.store.all)
  }

  @Test func `a device that goes on elsewhere and its restored copy are two devices`() async throws {
    let device = try Device(transport, notes: [lines(1, "a", "b", "c")])
    try await device.sync()
    let copy = try Device(transport, number: 2)
    try await copy.restore(device.store.contents)
    try await device.edit(1) { $0.body = "A\nb\nc\n" }
    try await copy.edit(1) { $0.body = "a\nb\nC\n" }
    try await meet(device, copy)
    #expect(device.store.all.map(\.body) == ["A\nb\nC\n"] && device.store.all == copy.store.all)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `after random edits, syncs, backups and restores no acknowledged or present text is missing`(
    seed: UInt64
  ) async throws {
    var random = SplitMix64(seed: seed)
    let devices = try (1...3).map { try Device(transport, number: $0) }
    var backups = devices.map(\.store.contents)
    var acknowledged: Set<String> = []
    for step in 1...60 {
      let index = Int(random.next() % 3)
      let device = devices[index]
      switch random.next() % 8 {
      case 0: backups[index] = device.store.contents
      case 1: try await device.restore(backups[Int(random.next() % 3)], seed: 1000 + UInt64(step))
      case 2, 3:
        try await device.sync()
        acknowledged.formUnion(device.lines)
      default:
        let number = random.next() % 4 + 1
        let line = "\(index)-\(step)"
        if try await device.note(number) == nil {
          try await device.insert(.sample(number, title: "Note", body: line + "\n"))
        } else {
          try await device.edit(number) { $0.body += line + "\n" }
        }
      }
    }
    let expected = devices.reduce(acknowledged) { $0.union($1.lines) }
    for _ in 1...4 { for device in devices { try await device.sync() } }
    for device in devices {
      #expect(device.store.all == devices[0].store.all, "seed \(seed)")
      #expect(expected.isSubset(of: device.lines), "seed \(seed): \(expected.subtracting(device.lines))")
    }
  }

  /// Syncs both until neither can have anything new for the other.
  private func meet(_ first: Device, _ second: Device) async throws {
    for device in [first, second, first, second] { try await device.sync() }
  }
}

extension Device {
  /// The lines of all notes.
  fileprivate var lines: Set<String> {
    Set(store.all.flatMap { $0.body.split(separator: "\n").map(String.init) })
  }

  /// Replaces the store with a backup, as `store restore` does.
  fileprivate func restore(_ backup: InMemoryNoteRepository.Contents, seed: UInt64 = 1000) async throws {
    store.contents = backup
    let device = DeviceID(using: SeededRandomness(seed: seed))
    try await store.write { transaction in try transaction.continueAfterRestore(as: device) }
  }
}
