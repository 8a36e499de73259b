package import NotesDomain

/// Compares what is left with what people did.
package enum HistoryChecker {
  /// How many receipts a vault may keep for each device: one, and those of its earlier names.
  static let receiptsPerDevice = 30

  /// What it says.
  package static func verdict(_ outcome: Outcome) -> Verdict {
    do throws(Violation) {
      try judge(outcome)
      return .kept
    } catch {
      return error.verdict
    }
  }

  static func judge(_ outcome: Outcome) throws(Violation) {
    let live = outcome.vault.items.filter { !$0.isTombstone }.sorted { $0.id < $1.id }
    for (device, notes) in outcome.devices.enumerated() { try compare(notes, of: device, with: live) }
    try checkTexts(outcome.devices.first ?? [], against: outcome.ledger)
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

  private static func checkTexts(_ notes: [Note], against ledger: Ledger) throws(Violation) {
    let known = ledger.copies.union(ledger.created)
    /// In which note a token was last seen.
    var places = [Int](repeating: -1, count: ledger.tokens.count)
    for (place, note) in notes.enumerated() {
      guard known.contains(note.id) else { throw Violation(.known, "\(note.id)") }
      guard let tokens = NoteText.tokens(of: note) else { throw Violation(.whole, "\(note.id) has a broken line") }
      for token in tokens {
        guard places.indices.contains(token) else { throw Violation(.whole, "nobody wrote token \(token)") }
        guard places[token] != place else { throw Violation(.whole, "token \(token) is twice in \(note.id)") }
        places[token] = place
      }
      for file in note.attachments {
        guard let token = ledger.files[file.digest] else { throw Violation(.whole, "nobody attached \(file.name)") }
        places[token] = place
      }
    }
    for (token, line) in ledger.tokens.enumerated() where !line.isRemoved && !line.isExempt && places[token] < 0 {
      throw Violation(.kept, "token \(token), written on device \(line.device)")
    }
  }

  private static func checkAttachments(of notes: [Note], in outcome: Outcome) throws(Violation) {
    for (device, missing) in outcome.missing.enumerated() {
      if let digest = missing.first { throw Violation(.filed, "device \(device) does not have \(digest)") }
    }
    var references: [NoteID: [BlobDigest]] = [:]
    for note in notes where !note.attachments.isEmpty { references[note.id] = note.blobs }
    guard references == outcome.vault.references else { throw Violation(.filed, "the vault takes others for them") }
    if let digest = Set(references.values.joined()).subtracting(outcome.held).min() {
      throw Violation(.filed, "the vault does not hold \(digest)")
    }
  }
}

/// What is left when a history is over and everybody is quiet.
package struct Outcome: Sendable {
  /// The notes of each device, by id.
  package var devices: [[Note]]
  /// What the vault holds.
  package var vault: VaultContents
  /// What people did.
  package var ledger: Ledger
  /// The blobs that the notes of each device refer to and that it does not have.
  package var missing: [[BlobDigest]]
  /// The blobs that the vault holds all of.
  package var held: Set<BlobDigest>

  /// Creates an outcome.
  ///
  /// - Parameters:
  ///   - devices: The notes of each device, by id.
  ///   - vault: What the vault holds.
  ///   - ledger: What people did.
  ///   - missing: The blobs that each device does not have.
  ///   - held: The blobs that the vault holds all of.
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

/// What sync promises, and the judge looks for.
package enum Invariant: String, Sendable, Hashable, CaseIterable {
  /// With users quiet and a network that works, all devices and the vault come to rest.
  case quiet = "it does not come to rest"
  /// All devices then hold what the vault holds.
  case equal = "the devices differ from the vault"
  /// No text is lost unless a person removed it.
  case kept = "text is lost"
  /// No text stands twice in one note, and no line is broken.
  case whole = "a text is mangled"
  /// All devices and the vault have the files of all notes, and the vault knows which those are.
  case filed = "a file is missing"
  /// Notes come from people, and from conflicts, and from nowhere else.
  case known = "a note comes from nowhere"
  /// The vault remembers about as many batches as there are devices, and devices remember no notes that nobody has.
  case bounded = "what is remembered grows"
  /// Within an epoch, a device never goes back to where it was.
  case steady = "a cursor went back"
  /// Revisions rise one by one, each for one change.
  case ordered = "revisions have a gap or are given twice"
  /// A batch is executed at most once.
  case single = "a batch was executed twice"
  /// A deleted note comes back only through an edit that the one who deleted it did not know.
  case dead = "a deleted note came back"
  /// What a device takes for the vault's version, up to its cursor, is the vault's version.
  case informed = "a device is wrong about the vault"
  /// A sync ends with what it was stopped by, and with nothing else.
  case honest = "a sync ends in an unexpected way"
}

/// A invariant that was seen broken.
package struct Violation: Error, Sendable, Hashable {
  /// Which one.
  package let invariant: Invariant
  /// How it showed.
  package let detail: String

  init(_ invariant: Invariant, _ detail: String) {
    self.invariant = invariant
    self.detail = detail
  }

  /// What the judge makes of it.
  var verdict: Verdict { .broken(invariant, detail: detail) }
}

/// What the judge says of a history.
package enum Verdict: Sendable, Hashable {
  /// Every invariant was kept.
  case kept
  /// One was broken.
  ///
  /// - Parameters:
  ///   - invariant: Which one.
  ///   - detail: How it showed.
  case broken(Invariant, detail: String)
}

extension Verdict: CustomStringConvertible {
  /// The verdict in words.
  package var description: String {
    switch self {
    case .kept: "every invariant was kept"
    case .broken(let invariant, let detail): "\(invariant.rawValue): \(detail)"
    }
  }
}
