import NotesDomain
import NotesNetwork
import NotesTestSupport

/// The edits of users.
extension World {
  private static let titleProbability = Probability(percent: 8)
  private static let markProbability = Probability(percent: 10)
  private static let fileProbability = Probability(percent: 10)
  private static let removalProbability = Probability(percent: 30)

  /// Performs a random edit on a device. It has no effect when the store fails.
  func use(_ device: Int) async {
    if conditions.isNearLimits { return await crowd(device) }
    await use(device, kind: context.below(100))
  }

  func create(_ device: Int) async {
    await use(device, kind: 0)
  }

  private func use(_ device: Int, kind: Int) async {
    do {
      if let failure = context.failure(at: .beforeCommit, device: device) { throw failure }
      guard kind >= 30, let note = try await someNote(on: device) else { return try await write(on: device) }
      if kind < 85 { try await edit(note, on: device) } else { try await remove(note, on: device) }
    } catch {
      context.record(.edit, device: device, number: -1, "  device \(device): cannot be used: \(error)")
    }
  }

  /// Appends a line to the first note.
  func append(_ device: Int) async throws {
    guard let id = ledger.created.first, let note = try await notes(on: device).note(id) else { return }
    var changed = note
    let token = ledger.mint(by: device)
    if !changed.body.utf8.isEmpty, changed.body.utf8.last != UInt8(ascii: "\n") { changed.body += "\n" }
    changed.body += NoteText.line(token, flavour: 0) + "\n"
    try await save(changed, on: device)
  }

  /// Attaches a file to the first note.
  func attach(_ device: Int) async throws {
    guard let id = ledger.created.first, var note = try await notes(on: device).note(id) else { return }
    try await changeFiles(&note, on: device)
    try await save(note, on: device)
  }

  /// Deletes the first note.
  func removeFirst(on device: Int) async throws {
    guard let id = ledger.created.first, let note = try await notes(on: device).note(id) else { return }
    try await remove(note, on: device)
  }

  private func notes(on device: Int) throws -> any NoteRepository {
    try self.device(device).store.store.notes
  }

  /// Returns a random note, independent of the order of the store.
  private func someNote(on device: Int) async throws -> Note? {
    let repository = try notes(on: device)
    let written = ledger.created
    let copies = ledger.copiesInOrder
    let count = written.count + copies.count
    guard count > 0 else { return nil }
    let start = context.below(count)
    for offset in 0..<count {
      let index = (start + offset) % count
      let id = index < written.count ? written[index] : copies[index - written.count]
      if let note = try await repository.note(id) { return note }
    }
    return nil
  }

  private func tick(_ device: Int) throws -> Timestamp {
    let wallClock = try self.device(device).wallClock
    wallClock.advance(by: .milliseconds(1))
    return wallClock.now()
  }

  private func write(on device: Int) async throws {
    let now = try tick(device)
    let id = NoteID(created: now, random: (context.next(), context.next()))
    var text = ""
    for _ in 0...context.below(5) {
      text += NoteText.line(ledger.mint(by: device), flavour: context.below(32)) + "\n"
    }
    // Some editors write no final line break.
    if context.below(4) == 0 { text.unicodeScalars.removeLast() }
    let title = context.below(4) == 0 ? NoteText.line(ledger.mint(by: device), flavour: 0) : "Note"
    ledger.create(id)
    context.record(
      .edit, device: device, number: Int64(bitPattern: id.low), "  device \(device): writes \(EventDescription.of(id))")
    try await notes(on: device).insert([Note(id: id, title: title, body: text, created: now, modified: now)])
  }

  private func edit(_ note: Note, on device: Int) async throws {
    var changed = note
    if context.happens(Self.markProbability) {
      mark(&changed, try tick(device))
    } else if context.happens(Self.titleProbability) {
      if let old = NoteText.titleToken(of: note) { ledger.remove([old]) }
      changed.title = NoteText.line(ledger.mint(by: device), flavour: 0)
    } else if context.happens(Self.fileProbability) {
      try await changeFiles(&changed, on: device)
    } else {
      editText(&changed, on: device)
    }
    try await save(changed, on: device)
  }

  private func mark(_ note: inout Note, _ now: Timestamp) {
    switch context.below(5) {
    case 0: note.isPinned.toggle()
    case 1: note.isArchived.toggle()
    case 2: note.trashed = note.trashed == nil ? now : nil
    case 3: note.notebook = Notebook("box \(context.below(3))") ?? .root
    default:
      let tag = Tag("tag\(context.below(4))")
      if let tag, let index = note.tags.firstIndex(of: tag) {
        note.tags.remove(at: index)
      } else if let tag {
        note.tags.append(tag)
      }
    }
  }

  private func editText(_ note: inout Note, on device: Int) {
    var lines = NoteText.lines(of: note.body)
    // Empty text after the last line break is no line.
    let endsWithBreak = lines.last?.isEmpty ?? false
    if endsWithBreak { lines.removeLast() }
    if !lines.isEmpty, context.happens(Self.removalProbability) {
      let line = lines.remove(at: context.below(lines.count))
      if let token = NoteText.token(of: line) { ledger.remove([token]) }
    }
    lines.insert(
      NoteText.line(ledger.mint(by: device), flavour: context.below(32)), at: context.below(lines.count + 1))
    note.body = lines.joined(separator: "\n")
    if endsWithBreak != (context.below(16) == 0) { note.body += "\n" }
  }

  private func save(_ changed: Note, on device: Int) async throws {
    var changed = changed
    changed.modified = try tick(device)
    context.record(
      .edit, device: device, number: Int64(bitPattern: changed.id.low),
      "  device \(device): edits \(EventDescription.of(changed.id))")
    let after = changed
    _ = try await notes(on: device).update(changed.id) { $0 = after }
  }

  private func remove(_ note: Note, on device: Int) async throws {
    let now = try tick(device)
    context.record(
      .edit, device: device, number: ~Int64(bitPattern: note.id.low),
      "  device \(device): deletes \(EventDescription.of(note.id))")
    let repository = try notes(on: device)
    _ = try await repository.update(note.id) { $0.trashed = now }
    _ = try await repository.purge([note.id])
    ledger.remove(NoteText.tokens(of: note) ?? [])
    ledger.remove(note.attachments)
  }
}

/// The edits of attachments.
extension World {
  /// Few names, so that two users often choose the same.
  private static let names = ["plan", "plan.pdf", "世界.png"]

  /// Attaches, replaces or removes a file.
  func changeFiles(_ note: inout Note, on device: Int) async throws {
    let name = Self.names[context.below(Self.names.count)]
    let old = note.attachments.filter { $0.name == name }
    ledger.remove(old)
    note.attachments.removeAll { $0.name == name }
    guard old.isEmpty || context.below(2) == 0 else { return }
    let token = ledger.mint(by: device)
    let content = Array(NoteText.line(token, flavour: context.below(32)).utf8)
    let piece = BlobPiece(of: content)
    ledger.attach(piece.digest, token)
    _ = try await self.device(device).store.store.blobs.add(piece)
    note.attachments.append(.sample(name, content))
  }
}
