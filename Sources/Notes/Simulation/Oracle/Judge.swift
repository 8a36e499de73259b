import NotesDomain

/// Compares what is left with what people did.
package enum Judge {
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
    try weigh(outcome.devices.first ?? [], against: outcome.ledger)
    try lookForFiles(of: outcome.devices.first ?? [], in: outcome)
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

  private static func weigh(_ notes: [Note], against ledger: Ledger) throws(Violation) {
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

  private static func lookForFiles(of notes: [Note], in outcome: Outcome) throws(Violation) {
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
