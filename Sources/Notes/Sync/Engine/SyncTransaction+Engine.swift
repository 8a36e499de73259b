import NotesDomain

// MARK: - Epochs and device names

extension SyncTransaction {
  /// Enters another epoch. Every note stays as it is.
  func enter(
    _ change: EpochChange, from state: SyncState, rules: SyncRules, randomness: any Randomness
  ) throws {
    try forgetBatch(keepingBases: true)
    try discardStaged()
    let holdsNotes = try !unstaged(after: nil, limit: 1).isEmpty
    // A snapshot is also what forgets an unreadable item that the vault does not have.
    let holdsUnreadable = try !unreadable(after: nil, limit: 1).isEmpty
    let next = rules.enterEpoch(
      change, from: state, holdsVersions: holdsNotes || holdsUnreadable, device: DeviceID(using: randomness))
    try save(state: next)
  }

  /// Begins a snapshot, unless one is under way.
  func beginSnapshot() throws {
    guard var state = try state(), state.snapshot == nil else { return }
    state.snapshot = SyncSnapshot()
    try discardStaged()
    try save(state: state)
  }

  /// Continues under a fresh device name. Every note stays as it is; those of the pending batch are dirty again.
  func renameDevice(of state: SyncState, rules: SyncRules, randomness: any Randomness) throws {
    try forgetBatch()
    try save(state: rules.renameDevice(state, DeviceID(using: randomness)))
  }
}

// MARK: - Reading page by page, since all items may not fit in memory

extension SyncTransaction {
  /// Calls a function with each pending change but those of some notes, as long as it returns `true`.
  ///
  /// - Parameter start: The note behind which to begin; those up to it come last.
  func forEachPending(
    behind start: NoteID? = nil, except isSkipped: (NoteID) -> Bool, _ body: (NoteID, SyncItem) throws -> Bool
  ) throws {
    func call(after first: NoteID?, upTo end: NoteID?) throws -> Bool {
      var last = first
      while true {
        let page = try pending(after: last, limit: 500)
        for id in page where !isSkipped(id) {
          if let end, id > end { return true }
          guard let item = try item(id), item.isDirty else { continue }
          guard try body(id, item) else { return false }
        }
        guard let next = page.last else { return true }
        last = next
      }
    }
    guard try call(after: start, upTo: nil), let start else { return }
    _ = try call(after: nil, upTo: start)
  }

  /// Returns one of the notes with a pending change; `nil` if there is none.
  ///
  /// - Parameter draw: A random number.
  func anyPending(_ draw: UInt64) throws -> NoteID? {
    var rest = UInt64(clamping: try counts().pending)
    guard rest > 0 else { return nil }
    rest = draw % rest
    var last: NoteID?
    while true {
      let page = try pending(after: last, limit: 500)
      guard rest >= page.count, let next = page.last else { return page.isEmpty ? last : page[Int(rest)] }
      (last, rest) = (next, rest - UInt64(page.count))
    }
  }

  /// Calls a function with each set-aside version. The function may forget it.
  func forEachUnreadable(_ body: (VaultItem) throws -> Void) throws {
    try forEach(unreadable, id: \.id, body)
  }

  /// Calls a function with each item of the staged snapshot.
  func forEachStaged(_ body: (VaultItem) throws -> Void) throws {
    try forEach(staged, id: \.id, body)
  }

  /// Calls a function with each note that the staged snapshot does not contain.
  func forEachUnstaged(_ body: (NoteID, SyncItem) throws -> Void) throws {
    try forEach(unstaged, id: \.self) { id in
      if let item = try item(id) { try body(id, item) }
    }
  }

  private func forEach<Element>(
    _ page: (NoteID?, Int) throws -> [Element], id: KeyPath<Element, NoteID>,
    _ body: (Element) throws -> Void
  ) throws {
    var last: NoteID?
    while true {
      let elements = try page(last, 500)
      for element in elements { try body(element) }
      guard let next = elements.last else { return }
      last = next[keyPath: id]
    }
  }
}
