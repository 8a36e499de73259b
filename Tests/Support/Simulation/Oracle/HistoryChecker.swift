package import NotesDomain
package import NotesHosting

/// Compares the final state of a history with the edits of its users.
package enum HistoryChecker {
  /// The maximum number of receipts per device: one, and those of its earlier names.
  static let receiptsPerDevice = 30

  /// Returns the verdict about a history.
  package static func verdict(_ outcome: Outcome) -> Verdict {
    do throws(Violation) {
      try check(outcome)
      return .kept
    } catch {
      return error.verdict
    }
  }

  /// Checks a final state.
  ///
  /// - Parameter hasMerges: Whether users merge notes and undo changes. Then a line may be in a note twice, since two of them did
  ///   the same, and a note has the titles of others as headings.
  static func check(_ outcome: Outcome, hasMerges: Bool = false) throws(Violation) {
    let live = outcome.vault.items.filter { !$0.isTombstone }.sorted { $0.id < $1.id }
    for (device, notes) in outcome.devices.enumerated() { try compare(notes, of: device, with: live) }
    if hasMerges { try checkLimits(of: outcome.devices.first ?? []) }
    try checkTexts(outcome.devices.first ?? [], against: outcome.ledger, hasMerges: hasMerges)
    try checkAttachments(of: outcome.devices.first ?? [], in: outcome)
    guard outcome.vault.receipts.count <= outcome.devices.count * receiptsPerDevice else {
      throw Violation(.bounded, "\(outcome.vault.receipts.count) receipts for \(outcome.devices.count) devices")
    }
  }

  private static func compare(_ notes: [Note], of device: Int, with live: [VaultItem]) throws(Violation) {
    guard notes.map(\.id) == live.map(\.id) else {
      let (mine, theirs) = (Set(notes.map(\.id)), Set(live.map(\.id)))
      throw Violation(
        .equal,
        "device \(device) alone has \(mine.subtracting(theirs).map(\.description).sorted()), the vault alone "
          + "\(theirs.subtracting(mine).map(\.description).sorted())")
    }
    for (note, item) in zip(notes, live) where NotePayload.encode(note) != item.payload {
      throw Violation(.equal, "device \(device) has another text in \(note.id), revision \(item.revision.number)")
    }
  }

  /// Checks that no note is larger than a note may be. The copy of a conflict has a longer title.
  private static func checkLimits(of notes: [Note]) throws(Violation) {
    for note in notes {
      var note = note
      while note.title.hasSuffix(NoteConflict.copySuffix) { note.title.removeLast(NoteConflict.copySuffix.count) }
      if let excess = note.excess() { throw Violation(.bounded, "\(note.id) has \(excess.amount) in \(excess.limit)") }
    }
  }

  private static func checkTexts(
    _ notes: [Note], against ledger: Ledger, hasMerges: Bool
  ) throws(Violation) {
    let known = ledger.copies.union(ledger.created)
    /// The index of the note in which each token was last seen.
    var seen = [Int](repeating: -1, count: ledger.tokens.count)
    for (index, note) in notes.enumerated() {
      guard known.contains(note.id) else { throw Violation(.known, "\(note.id)") }
      guard let tokens = NoteText.tokens(of: note, allowsTitles: hasMerges) else {
        throw Violation(.whole, "\(note.id) has a broken line")
      }
      for token in tokens {
        guard seen.indices.contains(token) else { throw Violation(.whole, "unknown token \(token)") }
        guard hasMerges || seen[token] != index else {
          throw Violation(.whole, "token \(token) is twice in \(note.id)")
        }
        seen[token] = index
      }
      for file in note.attachments {
        guard let token = ledger.files[file.digest] else { throw Violation(.whole, "unknown file \(file.name)") }
        seen[token] = index
      }
    }
    for (token, line) in ledger.tokens.enumerated() where !line.isRemoved && !line.isExempt && seen[token] < 0 {
      throw Violation(.kept, "token \(token), written on device \(line.device)")
    }
  }

  private static func checkAttachments(of notes: [Note], in outcome: Outcome) throws(Violation) {
    for (device, missing) in outcome.missing.enumerated() {
      if let digest = missing.first { throw Violation(.filed, "device \(device) does not have \(digest)") }
    }
    var references: [NoteID: [BlobDigest]] = [:]
    for note in notes where !note.attachments.isEmpty { references[note.id] = note.blobs }
    guard references == outcome.vault.references else { throw Violation(.filed, "the vault has other references") }
    if let digest = Set(references.values.joined()).subtracting(outcome.held).min() {
      throw Violation(.filed, "the vault does not hold \(digest)")
    }
  }
}

/// The final state of a history, after all devices have synced.
package struct Outcome: Sendable {
  /// The notes of each device, by id.
  package var devices: [[Note]]
  /// The contents of the vault.
  package var vault: VaultContents
  /// The edits of the users.
  package var ledger: Ledger
  /// The missing blobs of each device.
  package var missing: [[BlobDigest]]
  /// The complete blobs of the vault.
  package var held: Set<BlobDigest>

  /// Creates an outcome.
  package init(
    devices: [[Note]], vault: VaultContents, ledger: Ledger, missing: [[BlobDigest]] = [], held: Set<BlobDigest> = []
  ) {
    self.devices = devices
    self.vault = vault
    self.ledger = ledger
    self.missing = missing
    self.held = held
  }
}

/// The invariants of sync, each with the message of a violation.
package enum Invariant: String, Sendable, Hashable, CaseIterable {
  /// Without edits and faults, all devices and the vault reach a state in which nothing is pending.
  case quiet = "it does not come to rest"
  /// All devices then have the notes of the vault.
  case equal = "the devices differ from the vault"
  /// No text is lost unless a user removed it.
  case kept = "text is lost"
  /// No text is in a note twice, and no line is broken.
  case whole = "a text is mangled"
  /// All devices and the vault have the files of all notes, and the vault has their references.
  case filed = "a file is missing"
  /// Every note was created by a user or by a conflict.
  case known = "a note comes from nowhere"
  /// The vault has a limited number of receipts per device, devices forget notes that no side has, and no note outgrows its
  /// limits.
  case bounded = "what is remembered grows"
  /// Within an epoch, the cursor of a device never moves back.
  case steady = "a cursor went back"
  /// Revisions increase by one, each for one change.
  case ordered = "revisions have a gap or are given twice"
  /// A batch is executed at most once.
  case single = "a batch was executed twice"
  /// A deleted note returns only through an edit that was unknown to the device that deleted it.
  case dead = "a deleted note came back"
  /// The versions that a device knows up to its cursor are those of the vault.
  case informed = "a device is wrong about the vault"
  /// Nothing in an encrypted vault is plain text, and an honest server is never taken for one that cheats.
  case sealed = "encryption is broken"
  /// A sync fails only with the error that stopped it.
  case honest = "a sync ends in an unexpected way"
}

/// A violated invariant.
package struct Violation: Error, Sendable, Hashable {
  /// The invariant.
  package let invariant: Invariant
  /// The evidence.
  package let detail: String

  init(_ invariant: Invariant, _ detail: String) {
    self.invariant = invariant
    self.detail = detail
  }

  /// The verdict about the history.
  var verdict: Verdict { .broken(invariant, detail: detail) }
}

/// The verdict about a history.
package enum Verdict: Sendable, Hashable {
  /// No invariant was violated.
  case kept
  /// An invariant was violated.
  case broken(Invariant, detail: String)
}

extension Verdict: CustomStringConvertible {
  /// The verdict as text.
  package var description: String {
    switch self {
    case .kept: "every invariant was kept"
    case .broken(let invariant, let detail): "\(invariant.rawValue): \(detail)"
    }
  }
}
