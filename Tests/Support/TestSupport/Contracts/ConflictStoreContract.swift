import NotesDomain
import Testing

/// The contract of ``ConflictStore``, checked against each implementation.
package enum ConflictStoreContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<DeviceStore>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A new store has no conflicts") { store async throws in
      #expect(try await store.conflicts.conflicts() == [])
      #expect(try await store.conflictCount() == 0)
    },
    Clause("Conflicts are listed completely, oldest first") { store async throws in
      let first = NoteConflict(
        note: DeviceStore.id(1), copy: DeviceStore.id(9), base: nil,
        theirs: .sample(1, title: "\u{0}", body: "e\u{301}\r\n", tags: ["b", "a"], notebook: "Kitchen/Bread") {
          $0.trashed = FixedClock.start
          $0.foreignFrontMatter = "x: 1\n"
        },
        ours: .sample(1, body: "\u{E9}") { $0.isPinned = true }, detected: Timestamp(millisecondsSince1970: 7))
      try await store.record(first, .sample(note: 2, copy: 8))
      try await store.reopened().record(.sample(note: 1, copy: 7))
      let again = try store.reopened()
      let expected: [NoteConflict] = [first, .sample(note: 2, copy: 8), .sample(note: 1, copy: 7)]
      #expect(try await again.conflicts.conflicts() == expected)
      #expect(try await again.conflictCount() == 3)
    },
    Clause("A conflict of this device is stored with its copy, or neither is") { store async throws in
      try await store.notes.insert([.sample(1), .sample(8)])
      _ = try await store.conflicts.add(.sample(note: 1, copy: 9), copy: .sample(9, body: "mine"))
      #expect(try await store.conflicts.conflicts() == [.sample(note: 1, copy: 9)])
      #expect(try await store.notes.note(DeviceStore.id(9))?.body == "mine")
      await #expect(throws: StoreError.exists(DeviceStore.id(8))) {
        try await store.conflicts.add(.sample(note: 2, copy: 8), copy: .sample(8))
      }
      #expect(try await store.conflictCount() == 1)
    },
    Clause("A conflict of an edit that is sent again has one copy, as long as that is outside of the trash") {
      store async throws in
      // Given
      try await store.notes.insert([.sample(1)])
      let (first, again) = (NoteConflict.sample(note: 1, copy: 9), NoteConflict.sample(note: 1, copy: 8))
      let copy = try await store.conflicts.add(first, copy: .sample(9))
      // When, then
      #expect(try await store.conflicts.add(again, copy: .sample(8)) == copy)
      #expect(try await store.conflicts.conflicts() == [first])
      #expect(try await store.notes.page(after: nil, limit: 9).map(\.id) == [first.note, first.copy])
      // When, then
      let other = NoteConflict.sample(note: 1, copy: 7, base: nil)
      #expect(try await store.conflicts.add(other, copy: .sample(7)) == .sample(7))
      // When, then
      _ = try await store.notes.update(first.copy) { $0.trashed = FixedClock.start }
      #expect(try await store.conflicts.add(again, copy: .sample(8)) == .sample(8))
      #expect(try await store.conflictCount() == 3)
    },
    Clause("A conflict is settled with the changes of its notes, and links to the copy lead to the kept note") {
      store async throws in
      // Given
      try await store.notes.insert([
        .sample(1, title: "Tea"), .sample(9, title: "Tea (conflicting copy)"),
        .sample(2, body: "[[Tea (conflicting copy)]]"),
      ])
      try await store.record(.sample(note: 1, copy: 9), .sample(note: 1, copy: 8))
      // When
      let settlement = try await store.conflicts.settle(DeviceStore.id(9), decide: Self.keepingNote)
      // Then
      let notes = try await store.notes.page(after: nil, limit: 9)
      let set = try #require(try await store.history.changeSets(before: nil, limit: 1).first)
      #expect(settlement == .settled(ConflictSides(note: notes[0], copy: notes[2]), changeSet: set.id))
      #expect(notes.map(\.body) == ["kept", "[[Tea]]", "Text."] && notes[2].trashed != nil)
      #expect(try await store.conflicts.conflicts() == [.sample(note: 1, copy: 8)])
      #expect(try await store.conflictCount() == 1)
      #expect(set.count == 3)
    },
    Clause("A decision against a settlement changes nothing") { store async throws in
      try await store.notes.insert([.sample(1)])
      try await store.record(.sample(note: 1, copy: 9))
      let sides = ConflictSides(note: .sample(1), copy: nil)
      #expect(try await store.conflicts.settle(DeviceStore.id(9)) { _ in nil } == .refused(sides))
      #expect(try await store.conflictCount() == 1)
      #expect(try await store.notes.page(after: nil, limit: 9) == [.sample(1)])
    },
    Clause("A settlement restores a note that is gone") { store async throws in
      try await store.notes.insert([.sample(9)])
      try await store.record(.sample(note: 1, copy: 9))
      _ = try await store.conflicts.settle(DeviceStore.id(9)) { ConflictSides(note: .sample(1), copy: $0.copy) }
      #expect(try await store.notes.page(after: nil, limit: 9) == [.sample(1), .sample(9)])
    },
    Clause("A missing or settled conflict cannot be settled") { store async throws in
      try await store.record(.sample(note: 1, copy: 9))
      #expect(try await store.conflicts.settle(DeviceStore.id(1)) { $0 } == .unknown)
      #expect(try await store.conflicts.settle(DeviceStore.id(9)) { $0 } != .unknown)
      #expect(try await store.conflicts.settle(DeviceStore.id(9)) { $0 } == .unknown)
    },
    Clause("A note may have the size of a side, and no more") { store async throws in
      let large = String(repeating: "x", count: NoteLimit.text.maximum + 1)
      try await store.notes.insert([.sample(1), .sample(9)])
      let conflict = NoteConflict(
        note: DeviceStore.id(1), copy: DeviceStore.id(9), base: nil, theirs: .sample(1), ours: .sample(1, body: large),
        detected: FixedClock.start)
      try await store.record(conflict)
      func settle(_ text: String) async throws {
        _ = try await store.conflicts.settle(conflict.id) { sides in
          ConflictSides(note: .sample(1, body: text), copy: sides.copy)
        }
      }
      let excess = NoteExcess(over: .text, amount: large.utf8.count + 1)
      await #expect(throws: StoreError.exceeds(DeviceStore.id(1), excess)) { try await settle(large + "x") }
      #expect(try await store.conflictCount() == 1)
      try await settle(large)
      #expect(try await store.conflictCount() == 0)
    },
    Clause("The undo of a settlement reopens the conflict, and the undo of that settles it again") {
      store async throws in
      // Given
      try await store.notes.insert([.sample(1), .sample(9)])
      try await store.record(.sample(note: 1, copy: 9))
      let run = try store.reopened()
      _ = try await run.conflicts.settle(DeviceStore.id(9), decide: Self.keepingNote)
      for expected in [1, 0, 1] {
        // When
        try await store.undoLast()
        // Then
        #expect(try await store.conflictCount() == expected)
      }
    },
    Clause("The undo of an older settlement leaves a later one") { store async throws in
      try await store.notes.insert([.sample(1), .sample(9)])
      try await store.record(.sample(note: 1, copy: 9))
      _ = try await store.reopened().conflicts.settle(DeviceStore.id(9), decide: Self.keepingNote)
      try await store.undoLast()
      // A resolution without a change cannot be undone.
      _ = try await store.reopened().conflicts.settle(DeviceStore.id(9)) { $0 }
      try await store.undoLast()
      #expect(try await store.conflictCount() == 0)
    },
    Clause("A settled conflict is forgotten with its note") { store async throws in
      try await store.notes.insert([.sample(1), .sample(2), .sample(9)])
      try await store.record(.sample(note: 1, copy: 9))
      let run = try store.reopened()
      _ = try await run.conflicts.settle(DeviceStore.id(9), decide: Self.keepingNote)
      _ = try await run.notes.update(DeviceStore.id(2)) { $0.body = "x" }
      let set = try #require(try await run.history.changeSets(before: nil, limit: 1).first?.id)
      #expect(try await run.reopened().notes.purge([DeviceStore.id(9)]) == [DeviceStore.id(9)])
      _ = try await run.reopened().history.revert(set) { change, _ in change.before.map { .write($0) } ?? .leave }
      #expect(try await store.conflictCount() == 0)
    },
    Clause("A conflict of a failed transaction is not recorded") { store async throws in
      await #expect(throws: StoreError.self) {
        try await store.sync.write { transaction in
          try transaction.record(conflict: .sample(note: 1, copy: 9))
          throw StoreError.failed(path: "/", detail: "on purpose")
        }
      }
      #expect(try await store.conflicts.conflicts() == [])
    },
  ]

  /// Keeps the note with another text.
  @Sendable private static func keepingNote(_ sides: ConflictSides) -> ConflictSides? {
    var kept = sides
    kept.note?.body = "kept"
    kept.copy?.trashed = FixedClock.start
    return kept
  }
}

extension DeviceStore {
  fileprivate func record(_ conflicts: NoteConflict...) async throws {
    try await sync.write { transaction in
      for conflict in conflicts { try transaction.record(conflict: conflict) }
    }
  }

  /// Undoes the last set of changes, in a run of its own.
  fileprivate func undoLast() async throws {
    let run = try reopened()
    let last = try #require(try await run.history.changeSets(before: nil, limit: 1).first?.id)
    _ = try await run.history.revert(last) { change, _ in change.before.map { .write($0) } ?? .leave }
  }

  fileprivate func conflictCount() async throws -> Int {
    try await sync.read { transaction in try transaction.conflictCount() }
  }
}
