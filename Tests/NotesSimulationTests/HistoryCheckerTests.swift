import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesSimulation

/// Every check, with a history that it must reject.
@Suite struct HistoryCheckerTests {
  private static let id = SequentialNoteIDGenerator.id(1)
  private static let other = SequentialNoteIDGenerator.id(2)

  private func note(_ body: String, _ id: NoteID = Self.id) -> Note {
    Note(id: id, title: "Note", body: body, created: FixedClock.start, modified: FixedClock.start)
  }

  private func item(_ note: Note, at revision: Int64 = 1) -> VaultItem {
    VaultItem(id: note.id, revision: Revision(revision), payload: NotePayload.encode(note))
  }

  /// Two devices and a vault with the same note, which has the tokens 0 and 1.
  private func valid() -> Outcome {
    var ledger = Ledger()
    ledger.create(Self.id)
    _ = (ledger.mint(by: 0), ledger.mint(by: 1))
    let note = note("t0.\nt1.\n")
    return Outcome(
      devices: [[note], [note]],
      vault: VaultContents(state: VaultState(epochs: [], head: Revision(1)), items: [item(note)]), ledger: ledger)
  }

  /// The same outcome with another text.
  private func outcome(with body: String) -> Outcome {
    var outcome = valid()
    outcome.devices = [[note(body)], [note(body)]]
    outcome.vault.items = [item(note(body))]
    return outcome
  }

  private func invariant(brokenBy outcome: Outcome) -> Invariant? {
    switch HistoryChecker.verdict(outcome) {
    case .kept: nil
    case .broken(let invariant, _): invariant
    }
  }

  @Test func `equal devices are accepted`() {
    #expect(HistoryChecker.verdict(valid()) == .kept)
  }

  @Test func `a device with another text is found`() {
    var outcome = valid()
    outcome.devices[1] = [note("t0.\n")]
    #expect(invariant(brokenBy: outcome) == .equal)
  }

  @Test func `a note that only one device has is found`() {
    var outcome = valid()
    outcome.devices[1].append(note("", Self.other))
    #expect(invariant(brokenBy: outcome) == .equal)
  }

  @Test func `a note that only the vault has is found`() {
    var outcome = valid()
    outcome.vault.items.append(item(note("", Self.other), at: 2))
    #expect(invariant(brokenBy: outcome) == .equal)
  }

  @Test func `a tombstone is no note`() {
    var outcome = valid()
    outcome.vault.items.append(VaultItem(id: Self.other, revision: Revision(2), payload: nil))
    #expect(HistoryChecker.verdict(outcome) == .kept)
  }

  @Test func `a line without a note is lost`() {
    #expect(invariant(brokenBy: outcome(with: "t0.\n")) == .kept)
  }

  @Test func `a line that a user removed is not lost`() {
    var outcome = outcome(with: "t0.\n")
    outcome.ledger.remove([1])
    #expect(HistoryChecker.verdict(outcome) == .kept)
  }

  @Test func `a line written after the backup of a device is not lost`() {
    var outcome = outcome(with: "t0.\n")
    outcome.ledger.exempt(writtenBy: 1, from: 1)
    #expect(HistoryChecker.verdict(outcome) == .kept)
  }

  @Test func `a repeated line is found`() {
    #expect(invariant(brokenBy: outcome(with: "t0.\nt1.\nt0.\n")) == .whole)
  }

  @Test(arguments: ["t0.t1.\n", "t0.\nt1", "t0.\n1.\n", "t0.\nt1.\nt7.\n", "t0.\nt.\nt1.\n"])
  func `a broken line is found`(body: String) {
    #expect(invariant(brokenBy: outcome(with: body)) == .whole)
  }

  @Test func `an unknown note is found`() {
    var outcome = valid()
    let stray = note("", Self.other)
    outcome.devices = [[note("t0.\nt1.\n"), stray], [note("t0.\nt1.\n"), stray]]
    outcome.vault.items.append(item(stray, at: 2))
    #expect(invariant(brokenBy: outcome) == .known)
    outcome.ledger.copy(Self.other)
    #expect(HistoryChecker.verdict(outcome) == .kept)
  }

  @Test func `a file that both sides have is accepted`() {
    #expect(HistoryChecker.verdict(filed()) == .kept)
  }

  @Test func `a file that is missing from a device, the vault or its references is found`() {
    var outcome = filed()
    outcome.missing = [[], [.sample(1)]]
    #expect(invariant(brokenBy: outcome) == .filed)
    outcome = filed()
    outcome.held = []
    #expect(invariant(brokenBy: outcome) == .filed)
    outcome = filed()
    outcome.vault.references = [:]
    #expect(invariant(brokenBy: outcome) == .filed)
    outcome = filed()
    outcome.vault.references[Self.other] = [.sample(1)]
    #expect(invariant(brokenBy: outcome) == .filed)
  }

  @Test func `a file without a note is lost, and an unknown file is found`() {
    var outcome = filed()
    let stray = outcome.ledger.mint(by: 0)
    outcome.ledger.attach(.sample(2), stray)
    #expect(invariant(brokenBy: outcome) == .kept)
    outcome.ledger.remove([NotesDomain.Attachment].sample(("b", 2)))
    #expect(HistoryChecker.verdict(outcome) == .kept)
    outcome = filed()
    outcome.ledger = valid().ledger
    #expect(invariant(brokenBy: outcome) == .whole)
  }

  /// A valid outcome whose note has a file.
  private func filed() -> Outcome {
    var outcome = valid()
    var note = note("t0.\nt1.\n")
    note.attachments = .sample(("a", 1))
    let token = outcome.ledger.mint(by: 0)
    outcome.ledger.attach(.sample(1), token)
    outcome.devices = [[note], [note]]
    outcome.vault.items = [item(note)]
    outcome.vault.references = [note.id: [.sample(1)]]
    outcome.held = [.sample(1)]
    return outcome
  }

  @Test func `too many receipts are found`() {
    var outcome = valid()
    outcome.vault.receipts = (0...60).map { number in
      BatchReceipt(device: DeviceID(bits: UInt128(number)), number: 1, digest: [], results: [], head: .none)
    }
    #expect(invariant(brokenBy: outcome) == .bounded)
  }
}
