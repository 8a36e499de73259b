import NotesDomain
import NotesTestSupport

/// The edits of users whose notes are about as large as a note may be, and who merge, rename, undo, restore and resolve.
///
/// Of two edits that fit a note, both together may not: what merges, mends or restores must know the limits, or a store has a
/// note that no vault takes, and its syncs do not end.
extension World {
  private enum Act: CaseIterable {
    case write, fillText, fillProperties, fillAttachments, shorten, rename, link, merge, trash, restore, undo, resolve
  }

  /// Performs a random edit near the limits on a device. What the store refuses has no effect.
  func crowd(_ device: Int) async {
    do {
      if let failure = context.failure(at: .beforeCommit, device: device) { throw failure }
      let store = try self.device(device).store.store
      let act = Act.allCases[context.below(Act.allCases.count)]
      let before = try await tokens(in: store)
      do throws(StoreError) {
        try await perform(act, in: store, device: device)
        context.record(.edit, device: device, number: 0, "  device \(device): \(act)")
      } catch {
        guard case .exceeds(_, let excess) = error else { throw error }
        context.record(.edit, device: device, number: Int64(excess.amount), "  device \(device): \(act) is refused")
      }
      // A user removed what is gone. What was refused was never there.
      let after = try await tokens(in: store)
      ledger.remove(before.subtracting(after).sorted())
      ledger.remove(pending.filter { !after.contains($0) })
      pending = []
    } catch {
      context.record(.edit, device: device, number: -1, "  device \(device): cannot be used: \(error)")
    }
  }

  private func tokens(in store: DeviceStorage) async throws -> Set<Int> {
    let notes = try await store.notes.page(after: nil, limit: .max)
    return Set(notes.flatMap { tokens(in: $0) + $0.attachments.compactMap { ledger.files[$0.digest] } })
  }

  /// Returns the tokens of a note. A long text is read once.
  private func tokens(in note: Note) -> [Int] {
    if let known = tokensOfTexts[note.body] { return known }
    let tokens = NoteText.tokens(of: note, allowsTitles: true) ?? []
    tokensOfTexts[note.body] = tokens
    return tokens
  }

  private func perform(_ act: Act, in store: DeviceStorage, device: Int) async throws(StoreError) {
    let notes = try await store.notes.page(after: nil, limit: .max).sorted { $0.id < $1.id }
    guard act != .write, !notes.isEmpty else { return try await write(in: store, device: device) }
    let note = notes[context.below(notes.count)]
    let now = tick(device)
    switch act {
    case .write: break
    case .fillText:
      let line = NoteText.line(mint(device), flavour: 0)
      let room = NoteLimit.text.maximum - note.body.utf8.count - line.utf8.count - 2 - context.below(40)
      let filled = line + String(repeating: "x", count: max(0, room))
      // At either end, so that edits of two users can be merged.
      guard context.below(2) == 0 else { return try await append(filled, to: note, in: store, at: now) }
      try await change(note, in: store, at: now) { $0.body = filled + "\n" + $0.body }
    case .fillProperties:
      let room = NoteLimit.properties.maximum - note.amount(of: .properties) - context.below(40)
      try await change(note, in: store, at: now) {
        $0.foreignFrontMatter += String(repeating: "x", count: max(0, room))
      }
    case .fillAttachments: try await fillAttachments(of: note, in: store, device: device, at: now)
    case .shorten:
      let line = NoteText.line(mint(device), flavour: 0)
      try await change(note, in: store, at: now) { note in
        (note.body, note.foreignFrontMatter) = (line, "")
        note.attachments.removeLast(note.attachments.count / 2)
      }
    case .rename:
      let title = "R\(context.below(1000))" + String(repeating: "y", count: context.below(60))
      try await change(note, in: store, at: now) { $0.title = title }
    case .link:
      let other = notes[context.below(notes.count)].title
      try await append(NoteText.line(mint(device), flavour: 0) + "[[\(other)]]", to: note, in: store, at: now)
    case .merge: try await merge(note, with: notes[context.below(notes.count)], in: store, at: now)
    case .trash: try await change(note, in: store, at: now) { $0.trashed = now }
    case .restore: try await change(note, in: store, at: now) { $0.trashed = nil }
    case .undo: try await undo(in: store, at: now)
    case .resolve: try await resolve(in: store, device: device, at: now)
    }
    await store.history.endChangeSet()
  }

  private func write(in store: DeviceStorage, device: Int) async throws(StoreError) {
    let now = tick(device)
    let id = NoteID(created: now, random: (context.next(), context.next()))
    ledger.create(id)
    var note = Note(
      id: id, title: "R\(context.below(9))", body: NoteText.line(mint(device), flavour: 0), created: now, modified: now)
    if context.below(3) == 0 {
      // That of the day, which sync makes one of several.
      let day = CivilDate(daysSince1970: Int(now.millisecondsSince1970 / 86_400_000))
      (note.title, note.notebook) = (DailyNote.title(for: day), Notebook(DailyNote.notebook) ?? .root)
    }
    try await store.notes.insert([note])
  }

  private func append(_ line: String, to note: Note, in store: DeviceStorage, at now: Timestamp)
    async throws(StoreError)
  {
    try await change(note, in: store, at: now) { $0.body += ($0.body.isEmpty ? "" : "\n") + line }
  }

  private func change(
    _ note: Note, in store: DeviceStorage, at now: Timestamp, _ change: @escaping @Sendable (inout Note) -> Void
  ) async throws(StoreError) {
    _ = try await store.notes.update(note.id) { note in
      change(&note)
      note.modified = now
    }
  }

  /// Attaches so many files that few more fit. All of them have one content.
  private func fillAttachments(
    of note: Note, in store: DeviceStorage, device: Int, at now: Timestamp
  ) async throws(StoreError) {
    let token = mint(device)
    let content = Array(NoteText.line(token, flavour: 0).utf8)
    let piece = BlobPiece(of: content)
    ledger.attach(piece.digest, token)
    _ = try await store.blobs.add(piece)
    let room = max(0, NoteLimit.attachments.maximum - note.attachments.count - context.below(4))
    let files = (0..<room).map { Attachment.sample("f\(token)-\($0)", content) }
    try await change(note, in: store, at: now) { $0.attachments += files }
  }

  private func merge(_ note: Note, with other: Note, in store: DeviceStorage, at now: Timestamp)
    async throws(StoreError)
  {
    guard note.id != other.id, note.trashed == nil, other.trashed == nil else { return }
    let ids = [note.id, other.id]
    _ = try await store.notes.update(together: ids) { notes in
      guard notes.map(\.id) == ids else { return }
      notes[0] = NoteJoin(notes[0], with: [notes[1]]).note
      notes[0].modified = now
      notes[1].trashed = now
    }
  }

  private func undo(in store: DeviceStorage, at now: Timestamp) async throws(StoreError) {
    guard let last = try await store.history.changeSets(before: nil, limit: 1).first else { return }
    _ = try await store.history.revert(last.id) { NoteUndo.reversal(of: $0, current: $1, at: now) }
  }

  /// Keeps one text of the oldest conflict.
  private func resolve(in store: DeviceStorage, device: Int, at now: Timestamp) async throws(StoreError) {
    let conflicts = try await store.conflicts.conflicts()
    for conflict in conflicts { ledger.copy(conflict.copy) }
    observedStates[device].conflicts = -1
    guard let conflict = conflicts.first else { return }
    let keepsOurs = context.below(2) == 0
    _ = try await store.conflicts.settle(conflict.id) { sides in
      var settled = sides
      if keepsOurs, let copy = sides.copy { settled.note?.body = copy.body }
      settled.copy?.trashed = now
      return settled
    }
  }

  /// Returns the token of a line that the store may refuse.
  private func mint(_ device: Int) -> Int {
    let token = ledger.mint(by: device)
    pending.append(token)
    return token
  }

  private func tick(_ device: Int) -> Timestamp {
    let wallClock = devices[device].wallClock
    wallClock.advance(by: .milliseconds(1))
    return wallClock.now()
  }
}
