import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

/// Links to a note that another device renamed.
@Suite("Links in a sync") struct LinksInSyncTests {
  private let transport = FakeTransport()

  private func devices(_ notes: [Note]) async throws -> (Device, Device) {
    let first = try Device(transport, notes: notes)
    let second = try Device(transport, number: 2)
    try await first.sync()
    try await second.sync()
    return (first, second)
  }

  private func rename(_ number: UInt64, to title: String, on device: Device) async throws {
    _ = try await device.store.update([SequentialNoteIDGenerator.id(number)]) { $0.title = title }
  }

  private func sync(_ devices: Device...) async throws {
    for _ in 0..<3 { for device in devices { try await device.sync() } }
  }

  @Test(arguments: [true, false])
  func `a link that was written while another device renamed its note leads to it`(renameIsSentFirst: Bool) async throws
  {
    // Given
    let (first, second) = try await devices([
      .sample(1, title: "Tea"), .sample(2, body: "x"), .sample(3, body: "[[Tea]]"),
    ])
    try await rename(1, to: "Oolong", on: first)
    try await second.edit(2) { $0.body = "see [[Tea]]" }
    // When
    if renameIsSentFirst { try await sync(first, second) } else { try await sync(second, first) }
    // Then
    #expect(transport.notes.map(\.body) == ["Text.", "see [[Oolong]]", "[[Oolong]]"])
    #expect(first.store.all == second.store.all && first.store.all == transport.notes)
  }

  @Test func `a link whose name another note takes in a later page stays`() async throws {
    // Given a device that receives one item at a time
    let first = try Device(transport, notes: [.sample(1, title: "Tea"), .sample(2, body: "[[Tea]]")])
    let second = try Device(transport, number: 2, settings: SyncSettings(pageItems: 1))
    try await sync(first, second)
    // When
    try await rename(1, to: "Oolong", on: first)
    try await first.insert(.sample(3, title: "Tea"))
    try await first.edit(2) { $0.body = "[[Tea]]" }
    try await sync(first, second)
    // Then
    #expect(second.store.all.map(\.body) == ["Text.", "[[Tea]]", "Text."])
    #expect(first.store.all == second.store.all)
  }

  @Test func `a link with the path of a file that another note has by now stays`() async throws {
    // Given a note that got another name, and a new one of the former name with a link to its file
    let (first, second) = try await devices([.sample(1, title: "weekly"), .sample(2, body: "x")])
    try await rename(1, to: "weekly-01", on: first)
    try await first.insert(.sample(3, title: "weekly"))
    try await first.edit(2) { $0.body = "[now](weekly.md)" }
    // When, then
    try await sync(first, second)
    #expect(
      second.store.all.map(\.body) == ["Text.", "[now](weekly.md)", "Text."] && first.store.all == second.store.all)
  }

  @Test func `a link to a note that was renamed twice leads to its last name`() async throws {
    let first = try Device(transport, notes: [.sample(1, title: "Tea"), .sample(2, body: "x")])
    let second = try Device(transport, number: 2, settings: SyncSettings(pageItems: 1))
    try await sync(first, second)
    try await second.edit(2) { $0.body = "[[Tea]]" }
    for title in ["Oolong", "Assam"] {
      try await rename(1, to: title, on: first)
      try await first.sync()
    }
    try await sync(second, first)
    #expect(first.store.all.map(\.body) == ["Text.", "[[Assam]]"])
  }

  @Test func `devices that mend the same link agree without a conflict`() async throws {
    let (first, second) = try await devices([.sample(1, title: "Tea"), .sample(2, body: "x")])
    let third = try Device(transport, number: 3)
    try await third.sync()
    try await first.edit(2) { $0.body = "see [[Tea]]" }
    try await sync(first, second, third)
    try await rename(1, to: "Oolong", on: first)
    try await sync(second, third, first)
    #expect(transport.notes.map(\.body) == ["Text.", "see [[Oolong]]"])
    #expect(first.store.all == second.store.all && second.store.all == third.store.all)
    #expect(try await third.store.conflicts().isEmpty)
  }

  @Test func `links that two devices mended after different names of one note are no conflict`() async throws {
    // Given
    let (first, second) = try await devices([.sample(1, title: "Tea"), .sample(2, body: "see [[Tea]]\nand [[Tea]]")])
    try await rename(1, to: "Oolong", on: first)
    try await rename(1, to: "Assam", on: second)
    try await second.edit(2) { $0.isPinned = true }
    // When
    try await first.sync()
    let summary = try await second.sync()
    try await sync(first, second)
    // Then the two names are the only conflict
    #expect(summary.copied == 1 && summary.merged == 1)
    let conflicts = try await second.store.conflicts()
    #expect(conflicts.map(\.note) == [SequentialNoteIDGenerator.id(1)])
    let linking = try #require(try await first.note(2))
    #expect(linking.body == "see [[Oolong]]\nand [[Oolong]]" && linking.isPinned)
    #expect(transport.notes.count == 3 && first.store.all == second.store.all)
  }

  @Test(arguments: [true, false])
  func `a conflict that a person resolved before the links were mended stays resolved`(isSettled: Bool) async throws {
    // Given a second device whose next pull meets both conflicts, in two pages
    let first = try Device(transport, notes: [.sample(1, title: "Tea"), .sample(2, body: "[[Tea]]")])
    let interruption = Interruption()
    let second = try Device(transport, number: 2, settings: SyncSettings(pageItems: 1)) { network, _ in
      BusyTransport(transport: network, beforeChanges: interruption.run)
    }
    try await sync(first, second)
    try await rename(1, to: "Oolong", on: first)
    try await rename(1, to: "Assam", on: second)
    // The page with the linking note comes first.
    try await first.sync()
    try await first.edit(1) { $0.isPinned = true }
    try await first.sync()
    // When
    let store = second.store
    interruption.next = {
      interruption.next = {
        guard isSettled, let conflict = try? await store.conflicts().first(where: { $0.note == .linking }) else {
          return
        }
        _ = try? await store.settle(conflict.id) { sides in
          var after = sides
          after.copy?.trashed = FixedClock.start
          return after
        }
      }
    }
    try await second.sync()
    // Then
    let copies = second.store.all.filter { $0.title.hasSuffix(NoteConflict.copySuffix) && $0.body.contains("[[") }
    #expect(copies.map { $0.trashed != nil } == (isSettled ? [true] : []))
  }
}

extension NoteID {
  /// The note with the link.
  fileprivate static let linking = SequentialNoteIDGenerator.id(2)
}
