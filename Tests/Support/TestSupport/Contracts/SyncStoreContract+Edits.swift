import NotesDomain
import Testing

extension SyncStoreContract {
  static let edits: [Clause] = [
    Clause("An added note is pending") { store async throws in
      try await store.begin()
      try await store.notes.insert([.sample(1)])
      #expect(try await store.item(1) == SyncItem(revision: .none, base: nil, local: .sample(1)))
      #expect(try await store.pending() == [DeviceStore.id(1)])
    },
    Clause("An edited note is pending, and its base does not change") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1, body: "before"))
      try await store.write("after", to: 1)
      let item = try await store.item(1)
      #expect(item?.base == .sample(1, body: "before"))
      #expect(item?.local?.body == "after")
      #expect(item?.revision == Revision(1))
      #expect(try await store.pending() == [DeviceStore.id(1)])
      try await store.write("later", to: 1)
      #expect(try await store.reopened().item(1)?.base == .sample(1, body: "before"))
    },
    Clause("An edit back to the base makes the note clean") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1, body: "before"))
      try await store.write("after", to: 1)
      try await store.write("before", to: 1)
      #expect(try await store.pending() == [])
      let note = Note.sample(1, body: "before")
      #expect(try await store.item(1) == SyncItem(revision: Revision(1), base: note, local: note))
    },
    Clause("An edit that changes nothing leaves a note clean") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1))
      _ = try await store.notes.update(DeviceStore.id(1)) { _ in }
      #expect(try await store.pending() == [])
    },
    Clause("An invisible edit of bytes is an edit") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1, title: "Tea", body: "caf\u{E9}"))
      try await store.write("cafe\u{301}", to: 1)
      #expect(try await store.pending() == [DeviceStore.id(1)])
      let item = try await store.item(1)
      #expect(item.map { Array($0.base?.body.utf8 ?? "".utf8) } == Array("caf\u{E9}".utf8))
      #expect(item.map { Array($0.local?.body.utf8 ?? "".utf8) } == Array("cafe\u{301}".utf8))
    },
    Clause("Imported and replaced notes are pending") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1, body: "before"))
      try await store.importNote(.sample(1, body: "after"), replacing: .sample(1, body: "before"))
      try await store.importNote(.sample(2))
      #expect(try await store.pending() == [1, 2].map(DeviceStore.id))
      #expect(try await store.item(1)?.base?.body == "before")
    },
    Clause("An undone change is pending, or clean when it equals the base") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1, body: "one"), .sample(2, body: "two"))
      try await store.write("edited", to: 1)
      try await store.write("edited", to: 2)
      let number = try await store.history.changeSets(before: nil, limit: 1).first?.id
      _ = try await store.history.revert(try #require(number)) { change, _ in
        guard var note = change.before else { return .leave }
        if note.id == DeviceStore.id(2) { note.body = "other" }
        return .write(note)
      }
      #expect(try await store.pending() == [DeviceStore.id(2)])
      #expect(try await store.item(2)?.local?.body == "other")
    },
    Clause("Pending notes are read by identifier in pages") { store async throws in
      try await store.begin()
      try await store.notes.insert([3, 1, 5, 2, 4].map { .sample($0) })
      try await store.sync.read { transaction in
        let all = try transaction.pending(limit: 10)
        #expect(all == (1...5).map(DeviceStore.id))
        #expect(try transaction.pending(limit: 2) == Array(all.prefix(2)))
        #expect(try transaction.pending(limit: 0) == [])
        #expect(try transaction.pending(after: DeviceStore.id(2), limit: 2) == [3, 4].map(DeviceStore.id))
        #expect(try transaction.pending(after: DeviceStore.id(5), limit: 10) == [])
      }
    },
  ]

  static let removals: [Clause] = [
    Clause("A removed note that the vault holds is pending") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1))
      try await store.remove(1)
      #expect(try await store.item(1) == SyncItem(revision: Revision(1), base: .sample(1), local: nil))
      #expect(try await store.pending() == [DeviceStore.id(1)])
      let counts = try await store.sync.read { transaction in try transaction.counts() }
      #expect(counts == SyncCounts(notes: 0, pending: 1))
    },
    Clause("A removed note that the vault does not hold has no item") { store async throws in
      try await store.begin()
      try await store.notes.insert([.sample(1), .sample(2)])
      try await store.keep(SyncItem(revision: Revision(3), base: nil, local: .sample(2)), for: 2)
      try await store.remove(1, 2)
      #expect(try await store.item(1) == nil)
      #expect(try await store.item(2) == nil)
      #expect(try await store.pending() == [])
    },
    Clause("A removed note of which the vault has a version that cannot be read keeps the revision of that version") {
      store async throws in
      try await store.begin()
      for (number, revision) in [(1, Revision(3)), (2, Revision.none)] as [(UInt64, Revision)] {
        let item = SyncItem(revision: revision, base: nil, local: .sample(number), block: .unreadable)
        try await store.keep(item, for: number)
      }
      try await store.remove(1, 2)
      #expect(
        try await store.reopened().item(1)
          == SyncItem(revision: Revision(3), base: nil, local: nil, block: .unreadable))
      #expect(try await store.item(2) == nil)
      #expect(try await store.pending() == [])
      try await store.notes.insert([.sample(1)])
      let restored = SyncItem(revision: Revision(3), base: nil, local: .sample(1), block: .unreadable)
      #expect(try await store.item(1) == restored)
    },
    Clause("A note that is removed while its batch is in flight is an item without versions") {
      store async throws in
      try await store.begin()
      try await store.notes.insert([.sample(1)])
      try await store.sync.write { transaction in
        let change = PushChange(id: DeviceStore.id(1), base: .none, payload: [1])
        try transaction.save(
          batch: PushBatch(epoch: Epoch(bits: 1), device: DeviceID(bits: 1), number: 1, changes: [change]))
      }
      try await store.remove(1)
      #expect(try await store.item(1) == SyncItem(revision: .none, base: nil, local: nil))
      #expect(try await store.pending() == [])
      try await store.sync.write { transaction in try transaction.save(batch: nil) }
      #expect(try await store.item(1) == SyncItem(revision: .none, base: nil, local: nil))
      try await store.keep(nil, for: 1)
      #expect(try await store.item(1) == nil)
    },
    Clause("A note that is restored while its deletion is pending is compared with the base") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1, body: "same"), .sample(2, body: "before"))
      try await store.remove(1, 2)
      try await store.notes.insert([.sample(1, body: "same"), .sample(2, body: "after")])
      #expect(try await store.pending() == [DeviceStore.id(2)])
      #expect(try await store.item(2)?.base?.body == "before")
    },
  ]
}
