import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

@testable import NotesEncryption

/// Histories of three devices whose server lies by chance, and a judge who knows what each device wrote and had.
@Suite("Histories with a server that lies") struct LyingHistoryTests {
  private static let count = Thoroughness.runs(40 as UInt64, ofAll: 1_500)

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `no lie makes a device believe what no device wrote, or lose what it had`(part: UInt64) async throws {
    for seed in stride(from: part, to: Self.count, by: 4) {
      do {
        var history = try await LyingHistory(seed: seed)
        try await history.play(steps: 40)
        try await history.end()
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }
}

/// What a judge says of a history.
struct Verdict: Error, CustomStringConvertible {
  let description: String
}

/// A history. Every edit adds a line that no other one adds, so that a device that has less lines than before lost a text.
private struct LyingHistory {
  private let vault: TestVault
  private let devices: [EncryptedDevice]
  private let liar: Liar
  private var dice: SplitMix64
  /// The note that each line was added to.
  private var notes: [String: NoteID] = [:]
  private var purged: Set<NoteID> = []
  /// The lines that each device had, of notes that no device purged.
  private var had: [Set<String>]

  init(seed: UInt64) async throws {
    vault = try TestVault()
    devices = try (1...3).map { [vault] in try EncryptedDevice(vault, number: $0) }
    liar = Liar(seed: seed &+ 1)
    dice = SplitMix64(seed: seed)
    had = devices.map { _ in [] }
    _ = try await devices[0].encryption.enable(with: .sample())
    for device in devices.dropFirst() { try await device.encryption.unlock(by: .passphrase(.sample())) }
    for device in devices { liar.lie(to: device) }
  }

  private mutating func below(_ bound: Int) -> Int { Int(dice.next() % UInt64(bound)) }

  mutating func play(steps: Int) async throws {
    for step in 0..<steps {
      let number = below(devices.count)
      let device = devices[number]
      let id = SequentialNoteIDGenerator.id(UInt64(1 + below(6)))
      let line = "line \(step)"
      switch below(10) {
      case 0, 1, 2:
        notes[line] = id
        if try await device.notes.note(id) == nil {
          guard !purged.contains(id) else { continue }
          try await device.notes.insert([Note.sample(1, body: line + "\n").copied(as: id)])
        } else {
          _ = try await device.notes.update(id) { $0.body += line + "\n" }
        }
        had[number].insert(line)
      case 3 where step > 10 && below(4) == 0:
        guard try await device.notes.note(id) != nil else { continue }
        purged.insert(id)
        _ = try await device.notes.update(id) { $0.trashed = FixedClock.start }
        _ = try await device.notes.purge([id])
      case 4 where step > 10 && below(4) == 0: try await rotate(on: number)
      default: await sync(device)
      }
      try judge()
    }
  }

  private mutating func rotate(on number: Int) async throws {
    guard let keys = devices[number].credentials.current?.keys,
      (try? await devices[number].encryption.rotate(with: .sample())) != nil
    else { return }
    // A lost device has the key. What it sealed before the others had the next one counts as before.
    for device in devices { try? await device.encryption.unlock(by: .passphrase(.sample())) }
    guard devices.allSatisfy({ $0.credentials.current?.keys?.current != keys.current }) else { return }
    var haveReceived = true
    for device in devices {
      device.network.beHonest()
      if (try? await device.sync(SyncRequest(deletions: .accept))) == nil { haveReceived = false }
      liar.lie(to: device)
    }
    guard haveReceived else { return }
    liar.take(VaultKeys(vault: keys.vault, current: keys.current))
  }

  private func sync(_ device: EncryptedDevice) async {
    _ = try? await device.sync(SyncRequest(deletions: .accept))
  }

  private mutating func judge() throws {
    for (number, device) in devices.enumerated() {
      let text = device.notes.all.map { $0.title + "\n" + $0.body }.joined(separator: "\n")
      guard !text.contains(Liar.forgery) else { throw Verdict(description: "device \(number) has a forged text") }
      let lines = Set(text.split(separator: "\n").map(String.init))
      let lost = had[number].subtracting(lines).filter { line in notes[line].map { !purged.contains($0) } ?? false }
      guard lost.isEmpty else { throw Verdict(description: "device \(number) lost \(lost.sorted())") }
      had[number] = lines
    }
  }

  /// Ends the lies. The devices then agree, and have all that any of them had, once each has read what was kept back from it.
  mutating func end() async throws {
    liar.beHonest()
    for device in devices { try? await device.encryption.unlock(by: .passphrase(.sample())) }
    for _ in 0..<6 { for device in devices { await sync(device) } }
    for device in devices {
      try await device.notes.write { transaction in
        guard var state = try transaction.state() else { return }
        state.snapshot = SyncSnapshot()
        try transaction.save(state: state)
      }
    }
    for _ in 0..<6 { for device in devices { await sync(device) } }
    try judge()
    for device in devices { try await device.encryption.unlock(by: .passphrase(.sample())) }
    for device in devices { try await device.sync(SyncRequest(deletions: .accept)) }
    // What is listed waits for its next version, such as after a revision that the server made up.
    var listed: Set<NoteID> = []
    for device in devices { listed.formUnion(try await device.status().blocked.map(\.id)) }
    let all = devices.map { device in
      device.notes.all.filter { !listed.contains($0.id) }.map { "\($0.id) \($0.body)" }.sorted()
    }
    guard all.allSatisfy({ $0 == all[0] }) else { throw Verdict(description: "the devices differ: \(all)") }
  }
}
