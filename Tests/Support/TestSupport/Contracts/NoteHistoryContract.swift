import NotesDomain
import Testing

/// The contract of ``NoteHistory``, checked against each implementation.
package enum NoteHistoryContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<DeviceStore>

  /// All clauses.
  package static let clauses: [Clause] = sets + versions + forgetting + reverting

  static let sets: [Clause] = [
    Clause("A new store has no history") { store async throws in
      #expect(try await store.sets() == [])
      #expect(try await store.history.versions(of: DeviceStore.id(1), limit: 10) == [])
    },
    Clause("The changes of a person are a set") { store async throws in
      store.wallClock.advance(by: .milliseconds(5))
      try await store.notes.insert([.sample(2), .sample(1)])
      let examples = [1, 2].map { NoteChange(id: DeviceStore.id($0), before: nil, after: .sample($0)) }
      let number = try #require(try await store.sets().first?.id)
      #expect(number > 0)
      #expect(
        try await store.sets() == [
          ChangeSet(id: number, created: store.wallClock.now(), kind: .local, count: 2, examples: examples)
        ])
      #expect(try await store.reopened().sets() == store.sets())
    },
    Clause("A set contains its first three changes by identifier, and counts all") { store async throws in
      try await store.notes.insert([5, 3, 4, 1, 2].map { .sample($0) })
      let set = try await store.sets().first
      #expect(set?.count == 5)
      #expect(set?.examples.map(\.id) == [1, 2, 3].map(DeviceStore.id))
    },
    Clause("Consecutive changes of one kind in a run are one set with the time of the first") { store async throws in
      let began = store.wallClock.now()
      try await store.notes.insert([.sample(1, body: "first")])
      store.wallClock.advance(by: .seconds(1))
      try await store.notes.insert([.sample(2)])
      try await store.write("second", to: 1)
      let set = try await store.sets().first
      #expect(try await store.sets().count == 1)
      #expect(set?.count == 2)
      #expect(set?.created == began)
      #expect(set?.examples.first?.before == nil)
      #expect(set?.examples.first?.after?.body == "second")
    },
    Clause("Another run creates a new set") { store async throws in
      try await store.notes.insert([.sample(1, body: "first")])
      let again = try store.reopened()
      again.wallClock.advance(by: .seconds(1))
      try await again.write("second", to: 1)
      let sets = try await again.sets()
      #expect(sets.map(\.kind) == [.local, .local])
      #expect(sets.map(\.created) == [again.wallClock.now(), FixedClock.start])
      #expect(sets.first?.examples.first?.before?.body == "first")
    },
    Clause("Changes after the end of a set are another one") { store async throws in
      try await store.notes.insert([.sample(1)])
      await store.history.endChangeSet()
      await store.history.endChangeSet()
      try await store.notes.insert([.sample(2)])
      try await store.notes.insert([.sample(3)])
      #expect(try await store.sets().map(\.count) == [2, 1])
    },
    Clause("A person, an import and a sync create separate sets") { store async throws in
      try await store.notes.insert([.sample(1)])
      try await store.importNote(.sample(2))
      try await store.importNote(.sample(3))
      try await store.begin()
      try await store.keepClean(.sample(4))
      try await store.keepClean(.sample(5))
      try await store.notes.insert([.sample(6)])
      let sets = try await store.sets()
      #expect(sets.map(\.kind) == [.local, .sync, .imported, .local])
      #expect(sets.map(\.count) == [1, 2, 2, 1])
      #expect(sets.map(\.id) == sets.map(\.id).sorted(by: >))
    },
    Clause("Sets are listed newest first in pages") { store async throws in
      for number in 1...5 as ClosedRange<UInt64> { try await store.reopened().notes.insert([.sample(number)]) }
      let all = try await store.sets()
      #expect(all.map { $0.examples.map(\.id) } == [5, 4, 3, 2, 1].map { [DeviceStore.id($0)] })
      #expect(try await store.history.changeSets(before: nil, limit: 2) == Array(all.prefix(2)))
      #expect(try await store.history.changeSets(before: all[1].id, limit: 2) == Array(all[2...3]))
      #expect(try await store.history.changeSets(before: all[4].id, limit: 2) == [])
      #expect(try await store.history.changeSets(before: nil, limit: 0) == [])
    },
    Clause("A transaction without changes creates no set") { store async throws in
      try await store.notes.insert([.sample(1)])
      let before = try await store.sets()
      let again = try store.reopened()
      _ = try await again.notes.update(DeviceStore.id(1)) { _ in }
      _ = try await again.notes.update(DeviceStore.id(9)) { $0.body = "x" }
      try await again.notes.insert([])
      await #expect(throws: StoreError.self) { try await again.notes.insert([.sample(2), .sample(1)]) }
      try await again.begin()
      try await again.keepClean(.sample(1))
      await #expect(throws: StoreError.self) {
        try await again.sync.write { transaction in
          try transaction.save(nil, for: DeviceStore.id(1))
          throw StoreError.failed(path: "/", detail: "on purpose")
        }
      }
      #expect(try await again.sets() == before)
    },
    Clause("A change that is reverted within its set is not recorded") { store async throws in
      try await store.notes.insert([.sample(1, body: "first")])
      let before = try await store.sets()
      let again = try store.reopened()
      try await again.write("second", to: 1)
      try await again.notes.insert([.sample(2)])
      try await again.write("first", to: 1)
      #expect(try await again.sets().first?.examples.map(\.id) == [DeviceStore.id(2)])
      let third = try store.reopened()
      try await third.write("second", to: 1)
      try await third.write("first", to: 1)
      #expect(try await third.sets().dropFirst() == before[...])
      try await third.notes.insert([.sample(3)])
      #expect(try await third.sets().map(\.count) == [1, 1, 1])
    },
  ]

  static let versions: [Clause] = [
    Clause("The versions of a note are listed newest first, starting with the current one") { store async throws in
      let first = Note.sample(1, title: "e\u{301}", body: "\u{0}\r\n", tags: ["b", "a"], notebook: "Kitchen") {
        $0.foreignFrontMatter = "x: 1\n"
      }
      try await store.notes.insert([first, .sample(2)])
      let again = try store.reopened()
      again.wallClock.advance(by: .milliseconds(7))
      let second = try #require(try await again.notes.update(first.id) { $0.title = "\u{E9}" })
      let numbers = try await again.sets().map(\.id)
      let expected = [
        NoteVersion(changeSet: numbers[0], created: again.wallClock.now(), kind: .local, note: second),
        NoteVersion(changeSet: numbers[1], created: FixedClock.start, kind: .local, note: first),
      ]
      #expect(try await again.history.versions(of: first.id, limit: 10) == expected)
      #expect(try await again.history.versions(of: first.id, limit: 1) == [expected[0]])
      #expect(try await again.history.versions(of: DeviceStore.id(9), limit: 10) == [])
    },
    Clause("Versions are looked at newest first, and none behind the first result") { store async throws in
      // Given
      try await store.notes.insert([.sample(1, body: "1")])
      for body in ["2", "3", "4"] {
        await store.history.endChangeSet()
        try await store.write(body, to: 1)
      }
      func found(_ body: String, limit: Int) async throws -> (version: String?, seen: [String?]) {
        var seen: [String?] = []
        let version = try await store.history.firstVersion(of: DeviceStore.id(1), limit: limit) { version in
          seen.append(version.note?.body)
          return version.note?.body == body ? body : nil
        }
        return (version, seen)
      }
      // Then
      for (body, limit, version, seen) in [
        ("3", 9, "3", ["4", "3"]), ("1", 9, "1", ["4", "3", "2", "1"]), ("1", 3, nil, ["4", "3", "2"]),
        ("0", 9, nil, ["4", "3", "2", "1"]), ("4", 0, nil, []),
      ] as [(String, Int, String?, [String?])] {
        let result = try await found(body, limit: limit)
        #expect(result.version == version && result.seen == seen, "\(body)")
      }
    },
    Clause("A note that a sync removed has an empty version, and can be restored") { store async throws in
      try await store.begin()
      try await store.notes.insert([.sample(1)])
      try await store.keep(nil, for: 1)
      let versions = try await store.history.versions(of: DeviceStore.id(1), limit: 10)
      #expect(versions.map(\.note) == [nil, .sample(1)])
      #expect(versions.map(\.kind) == [.sync, .local])
      let number = try #require(versions.first?.changeSet)
      _ = try await store.history.revert(number) { change, _ in change.before.map { .write($0) } ?? .leave }
      #expect(try await store.notes.note(DeviceStore.id(1)) == .sample(1))
      #expect(try await store.item(1) == SyncItem(revision: .none, base: nil, local: .sample(1)))
      let after = try await store.history.versions(of: DeviceStore.id(1), limit: 10)
      #expect(after.map(\.note) == [.sample(1), nil, .sample(1)])
      #expect(after.first?.kind == .undo(of: number))
    },
    Clause("A merged version records its sources, in either order of steps") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1, body: "base"), .sample(2, body: "base"))
      let mergings = [1, 2].map {
        MergeRecord(note: DeviceStore.id($0), base: .sample($0, body: "base"), theirs: .sample($0, body: "e\u{301}"))
      }
      let second = MergeRecord(note: DeviceStore.id(2), base: nil, theirs: .sample(2, body: "theirs"))
      try await store.sync.write { transaction in
        try transaction.record(merge: mergings[0])
        for number in [1, 2] as [UInt64] {
          let merged = Note.sample(number, body: "merged")
          try transaction.save(SyncItem(revision: Revision(5), base: merged, local: merged), for: merged.id)
        }
        try transaction.record(merge: mergings[1])
        try transaction.record(merge: second)
      }
      let again = try store.reopened()
      #expect(try await again.history.versions(of: DeviceStore.id(1), limit: 1).first?.merge == mergings[0])
      #expect(try await again.history.versions(of: DeviceStore.id(2), limit: 1).first?.merge == second)
    },
    Clause("A merge without changes here does not change the version") { store async throws in
      try await store.notes.insert([.sample(1)])
      try await store.begin()
      try await store.sync.write { transaction in
        try transaction.record(merge: MergeRecord(note: DeviceStore.id(1), base: nil, theirs: .sample(1, body: "x")))
      }
      let versions = try await store.history.versions(of: DeviceStore.id(1), limit: 10)
      #expect(versions.map(\.merge) == [nil])
      #expect(versions.map(\.kind) == [.local])
    },
  ]
}

extension DeviceStore {
  /// Returns all sets of changes, newest first.
  func sets() async throws -> [ChangeSet] {
    try await history.changeSets(before: nil, limit: 1000)
  }
}
