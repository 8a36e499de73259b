import NotesDomain
import Testing

extension NoteHistoryContract {
  static let forgetting: [Clause] = [
    Clause("Removing a note permanently removes its history from all sets") { store async throws in
      try await store.notes.insert([.sample(1), .sample(2)])
      try await store.reopened().write("later", to: 1)
      let again = try store.reopened()
      try await again.remove(1)
      #expect(try await again.history.versions(of: DeviceStore.id(1), limit: 10) == [])
      let sets = try await again.sets()
      #expect(sets.map(\.count) == [1, 1])
      #expect(sets.last?.examples.map(\.id) == [DeviceStore.id(2)])
    },
    Clause("A permanent removal is a set of its own, which has no changes to undo") { store async throws in
      try await store.notes.insert([.sample(1, body: "secret"), .sample(2) { $0.trashed = FixedClock.start }])
      try await store.reopened().remove(1)
      let again = try store.reopened()
      #expect(try await again.notes.purge([DeviceStore.id(2), DeviceStore.id(3)]) == [DeviceStore.id(2)])
      let set = try #require(try await again.sets().first)
      #expect(set.kind == .purge && set.count == 1 && set.examples.isEmpty)
      #expect(try await again.notes.purge([DeviceStore.id(3)]).isEmpty)
      #expect(try await again.sets().first?.id == set.id)
    },
    Clause("A note that is added again after its removal has a new history") { store async throws in
      try await store.notes.insert([.sample(1, body: "secret")])
      try await store.remove(1)
      try await store.reopened().notes.insert([.sample(1, body: "again")])
      let versions = try await store.history.versions(of: DeviceStore.id(1), limit: 10)
      #expect(versions.map(\.note) == [.sample(1, body: "again")])
    },
    Clause("The number of a removed set is not reused") { store async throws in
      try await store.notes.insert([.sample(1)])
      let forgotten = try #require(try await store.sets().first?.id)
      try await store.remove(1)
      #expect(try await store.sets().map(\.kind) == [.purge])
      let again = try store.reopened()
      try await again.notes.insert([.sample(2)])
      #expect(try #require(try await again.sets().first?.id) > forgotten)
      #expect(try await again.history.revert(forgotten) { _, _ in .leave } == .unknown)
    },
  ]

  static let reverting: [Clause] = [
    Clause("Links to a name that an undo takes from a note lead to its former one, in the same set") {
      store async throws in
      // Given a renamed note, and links to its new name since
      try await store.notes.insert([.sample(1, title: "A"), .sample(2, body: "see [[A]]"), .sample(3, body: "x")])
      let (number, again) = try await store.renamed(1, to: "B")
      _ = try await again.notes.update(DeviceStore.id(3)) { $0.body = "see [[B]]" }
      // When
      let last = try again.reopened()
      let result = try await last.history.revert(number, decide: Self.before)
      // Then
      guard case .done(let own, _, let links) = result else {
        Issue.record("\(result)")
        return
      }
      #expect(links == MendedLinks(mended: 1))
      #expect(try await last.notes.page(after: nil, limit: 9).map(\.body) == ["Text.", "see [[A]]", "see [[A]]"])
      // When it is undone, too
      let redo = try last.reopened()
      _ = try await redo.history.revert(own, decide: Self.before)
      #expect(try await redo.notes.page(after: nil, limit: 9).map(\.body) == ["Text.", "see [[B]]", "see [[B]]"])
    },
    Clause("What another device made too large can be changed, and restored, but does not grow") { store async throws in
      let id = DeviceStore.id(1)
      let large = Note.sample(1, body: String(repeating: "a", count: NoteLimit.text.maximum + 2))
      try await store.begin()
      try await store.keepClean(large)
      await #expect(throws: StoreError.exceeds(id, NoteExcess(over: .text, amount: large.body.utf8.count + 1))) {
        _ = try await store.notes.update(id) { $0.body += "b" }
      }
      let (number, again) = try await store.edited("short", [1])
      guard case .done = try await again.history.revert(number, decide: Self.before) else {
        Issue.record("not reverted")
        return
      }
      #expect(try await again.notes.note(id) == large)
    },
    Clause("An undo is a new set, which the undone set refers to") { store async throws in
      try await store.notes.insert([.sample(1, body: "before"), .sample(2, body: "before")])
      let (number, again) = try await store.edited("after", [1, 2])
      again.wallClock.advance(by: .milliseconds(9))
      let result = try await again.history.revert(number, decide: Self.before)
      let changes = [1, 2].map {
        NoteChange(
          id: DeviceStore.id($0), before: .sample($0, title: "before", body: "after"),
          after: .sample($0, body: "before"))
      }
      let sets = try await again.reopened().sets()
      let own = try #require(sets.first?.id)
      #expect(result == .done(changeSet: own, changes: changes))
      #expect(own > number)
      #expect(sets.first?.kind == .undo(of: number))
      #expect(sets.first?.created == again.wallClock.now())
      #expect(sets.map(\.undoneBy) == [nil, own, nil])
      #expect(try await again.notes.page(after: nil, limit: 9) == changes.compactMap(\.after))
    },
    Clause("The closure receives each change by identifier, and the current note") { store async throws in
      try await store.notes.insert([.sample(2, body: "two"), .sample(1, body: "one")])
      let (number, again) = try await store.edited("set", [2, 1])
      _ = try await again.reopened().notes.update(DeviceStore.id(2)) { $0.body = "since" }
      let seen = CallRecord()
      _ = try await again.history.revert(number) { change, current in
        seen.add([change.before?.body, change.after?.body, current?.body])
        return .leave
      }
      #expect(seen.all == [["one", "set", "set"], ["two", "set", "since"]])
    },
    Clause("An update and the links that it mends are one set, which is undone as a whole") { store async throws in
      let notes: [Note] = [.sample(1, title: "Tea"), .sample(2, body: "[[Tea]]")]
      try await store.notes.insert(notes)
      let again = try store.reopened()
      _ = try await again.notes.update(DeviceStore.id(1)) { $0.title = "Coffee" }
      let set = try #require(try await again.sets().first)
      #expect(set.count == 2)
      _ = try await again.reopened().history.revert(set.id, decide: Self.before)
      #expect(try await again.notes.page(after: nil, limit: 9) == notes)
    },
    Clause("When one note refuses, nothing is undone") { store async throws in
      try await store.notes.insert([1, 2, 3].map { .sample($0, body: "before") })
      let (number, again) = try await store.edited("after", [1, 2, 3])
      let before = try await again.contents()
      let result = try await again.history.revert(number) { change, _ in
        change.id == DeviceStore.id(2) ? Self.before(change, nil) : .refuse
      }
      #expect(result == .refused([1, 3].map(DeviceStore.id)))
      #expect(try await again.contents() == before)
    },
    Clause("A set is undone once, and the undo can be undone") { store async throws in
      try await store.notes.insert([.sample(1, body: "before")])
      let (number, again) = try await store.edited("after", [1])
      _ = try await again.history.revert(number, decide: Self.before)
      let own = try #require(try await again.sets().first?.id)
      #expect(try await again.history.revert(number, decide: Self.before) == .alreadyUndone(changeSet: own))
      _ = try await again.history.revert(own, decide: Self.before)
      #expect(try await again.notes.note(DeviceStore.id(1))?.body == "after")
      let sets = try await again.sets()
      #expect(sets.map(\.kind) == [.undo(of: own), .undo(of: number), .local, .local])
      #expect(sets.map(\.undoneBy) == [nil, sets[0].id, own, nil])
    },
    Clause("An unknown set cannot be undone") { store async throws in
      try await store.notes.insert([.sample(1)])
      for number in [0, -1, 99] {
        #expect(try await store.history.revert(number) { _, _ in .refuse } == .unknown)
      }
    },
    Clause("An undo without changes is not recorded") { store async throws in
      try await store.notes.insert([.sample(1, body: "before"), .sample(2)])
      let (number, again) = try await store.edited("after", [1])
      try await again.reopened().write("before", to: 1)
      let before = try await again.sets()
      guard case .done(_, changes: [], _) = try await again.history.revert(number, decide: Self.before) else {
        Issue.record("It took something back.")
        return
      }
      guard case .done(_, changes: [], _) = try await again.history.revert(before[2].id, decide: { _, _ in .leave })
      else {
        Issue.record("It took something back.")
        return
      }
      #expect(try await again.sets() == before)
    },
    Clause("Changes after an undo form a new set") { store async throws in
      try await store.notes.insert([.sample(1, body: "before")])
      let (number, again) = try await store.edited("after", [1])
      _ = try await again.history.revert(number, decide: Self.before)
      try await again.notes.insert([.sample(2)])
      #expect(try await again.sets().map(\.kind) == [.local, .undo(of: number), .local, .local])
    },
    Clause("At most a hundred changes of an undo are returned") { store async throws in
      try await store.notes.insert((1...120).map { .sample($0, body: "before") })
      let (number, again) = try await store.edited("after", Array(1...120))
      guard case .done(_, let changes, _) = try await again.history.revert(number, decide: Self.before) else {
        Issue.record("It was not taken back.")
        return
      }
      #expect(changes.map(\.id) == (1...100).map { DeviceStore.id($0) })
      #expect(try await again.sets().first?.count == 120)
      #expect(try await again.notes.note(DeviceStore.id(120))?.body == "before")
    },
  ]

  /// Undoes every change except for additions.
  @Sendable private static func before(_ change: NoteChange, _: Note?) -> UndoStep {
    change.before.map { .write($0) } ?? .leave
  }
}

extension DeviceStore {
  /// Edits notes in a separate run of the program.
  ///
  /// - Returns: The number of the set of changes, and the store in the next run.
  fileprivate func renamed(_ number: UInt64, to title: String) async throws -> (Int, DeviceStore) {
    let run = try reopened()
    _ = try await run.notes.update([Self.id(number)]) { $0.title = title }
    let set = try #require(try await run.sets().first?.id)
    return (set, try run.reopened())
  }

  /// Edits notes in a run of the program.
  ///
  /// - Returns: The number of the set of changes, and the store in the next run.
  fileprivate func edited(_ body: String, _ numbers: [UInt64]) async throws -> (Int, DeviceStore) {
    let run = try reopened()
    for number in numbers { try await run.write(body, to: number) }
    let number = try #require(try await run.sets().first?.id)
    return (number, try run.reopened())
  }
}
