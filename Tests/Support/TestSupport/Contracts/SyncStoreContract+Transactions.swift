import NotesDomain
import Testing

extension SyncStoreContract {
  static let batches: [Clause] = [
    Clause("The batch in flight is stored byte for byte until it is removed") { store async throws in
      let batch = batch(number: 7, [3: [0, 255], 1: [], 2: nil])
      try await store.sync.write { transaction in try transaction.save(batch: batch) }
      let read = try await store.reopened().sync.read { transaction in try transaction.batch() }
      #expect(read == batch)
      try await store.sync.write { transaction in
        try transaction.save(batch: Self.batch(number: 8, [4: [1]]))
        #expect(try transaction.batch() == Self.batch(number: 8, [4: [1]]))
        try transaction.save(batch: nil)
        #expect(try transaction.batch() == nil)
      }
    },
    Clause("The batch in flight keeps the blobs of its notes") { store async throws in
      let note = Note.sample(1) { $0.attachments = .sample(("b", 2), ("a", 1), ("c", 2)) }
      let change = PushChange(id: note.id, base: .none, payload: NotePayload.encode(note), blobs: note.blobs)
      let batch = PushBatch(epoch: Epoch(bits: 1), device: DeviceID(bits: 1), number: 1, changes: [change])
      try await store.sync.write { transaction in try transaction.save(batch: batch) }
      let read = try await store.reopened().sync.read { transaction in try transaction.batch() }
      #expect(read == batch)
      #expect(read?.changes.first?.blobs == [.sample(1), .sample(2)])
    },
  ]

  static let arrivals: [Clause] = [
    Clause("What is to be done about files is read by identifier in pages, until it is done, across runs") {
      store async throws in
      let ids = [1, 2, 3].map(DeviceStore.id)
      func states(after id: NoteID?, limit: Int, in store: DeviceStore) async throws -> [NoteID: ArrivedFiles] {
        try await store.sync.read { transaction in
          Dictionary(uniqueKeysWithValues: try transaction.arrivedFiles(after: id, limit: limit))
        }
      }
      try await store.sync.write { transaction in
        for id in ids.reversed() { try transaction.save(arrivedFiles: .unchecked, of: id) }
        try transaction.save(arrivedFiles: .toSendAgain, of: ids[1])
      }
      #expect(
        try await states(after: nil, limit: 10, in: store.reopened())
          == [ids[0]: .unchecked, ids[1]: .toSendAgain, ids[2]: .unchecked])
      #expect(try await states(after: ids[0], limit: 1, in: store) == [ids[1]: .toSendAgain])
      #expect(try await states(after: ids[2], limit: 10, in: store) == [:])
      try await store.sync.write { transaction in try transaction.save(arrivedFiles: nil, of: ids[1]) }
      #expect(try await states(after: nil, limit: 10, in: store) == [ids[0]: .unchecked, ids[2]: .unchecked])
    },
    Clause("A failed transaction does not change what is to be done about files") { store async throws in
      await #expect(throws: StoreError.self) {
        try await store.sync.write { transaction throws(StoreError) in
          try transaction.save(arrivedFiles: .unchecked, of: DeviceStore.id(1))
          throw StoreError.failed(path: "", detail: "")
        }
      }
      try await store.sync.read { transaction throws(StoreError) in
        #expect(try transaction.arrivedFiles(after: nil, limit: 1).isEmpty)
      }
    },
  ]

  static let stage: [Clause] = [
    Clause("Staged items are read by identifier in pages, across runs") { store async throws in
      let items = staged([3: [3], 1: [], 2: nil])
      try await store.sync.write { transaction in
        try transaction.stage([items[2], items[0]])
        try transaction.stage([items[1]])
        try transaction.stage([])
      }
      try await store.reopened().sync.read { transaction throws(StoreError) in
        #expect(try transaction.staged(after: nil, limit: 10) == items)
        #expect(try transaction.staged(after: nil, limit: 2) == Array(items.prefix(2)))
        #expect(try transaction.staged(after: items[0].id, limit: 1) == [items[1]])
        #expect(try transaction.staged(after: items[2].id, limit: 10) == [])
        #expect(try transaction.staged(after: nil, limit: 0) == [])
      }
    },
    Clause("A later version replaces a staged one") { store async throws in
      let later = VaultItem(id: DeviceStore.id(1), revision: Revision(99), payload: nil)
      try await store.sync.write { transaction in
        try transaction.stage(Self.staged([1: [1]]))
        try transaction.stage([later])
        #expect(try transaction.staged(after: nil, limit: 10) == [later])
      }
    },
    Clause("Notes that the vault held and that are not staged are read by identifier in pages") { store async throws in
      try await store.begin()
      try await store.notes.insert([.sample(6)])
      try await store.keepClean(.sample(5), .sample(1), .sample(3))
      try await store.keep(SyncItem(revision: Revision(7), base: .sample(2), local: nil), for: 2)
      try await store.keep(SyncItem(revision: Revision(8), base: nil, local: .sample(4)), for: 4)
      try await store.sync.write { transaction in
        try transaction.stage(Self.staged([3: [3], 9: [9]]))
        #expect(try transaction.unstaged(after: nil, limit: 10) == [1, 2, 4, 5].map(DeviceStore.id))
        #expect(try transaction.unstaged(after: DeviceStore.id(1), limit: 2) == [2, 4].map(DeviceStore.id))
        #expect(try transaction.unstaged(after: DeviceStore.id(3), limit: 1) == [DeviceStore.id(4)])
        #expect(try transaction.unstaged(after: DeviceStore.id(5), limit: 10) == [])
      }
    },
    Clause("Discarded items are not staged") { store async throws in
      try await store.sync.write { transaction in
        try transaction.stage(Self.staged([1: [1], 2: nil]))
        try transaction.discardStaged()
        #expect(try transaction.staged(after: nil, limit: 10) == [])
        try transaction.stage(Self.staged([2: [2]]))
        #expect(try transaction.staged(after: nil, limit: 10) == Self.staged([2: [2]]))
      }
    },
  ]

  static let transactions: [Clause] = [
    Clause("A failed transaction changes nothing") { store async throws in
      try await store.begin()
      try await store.notes.insert([.sample(7)])
      try await store.keepClean(.sample(1), .sample(2), .sample(3))
      try await store.write("edited", to: 3)
      try await store.sync.write { transaction in
        try transaction.save(batch: Self.batch(number: 1, [3: [3]]))
        try transaction.stage(Self.staged([5: [5], 6: nil]))
        try transaction.saveUnreadable(VaultItem(id: DeviceStore.id(8), revision: Revision(8), payload: [8]))
        try transaction.record(conflict: .sample(note: 1, copy: 2))
      }
      let before = try await store.contents()
      let error = await #expect(throws: StoreError.self) {
        try await store.sync.write { transaction in
          try Self.changeEverything(transaction)
          throw StoreError.failed(path: "/", detail: "on purpose")
        }
      }
      #expect(error == .failed(path: "/", detail: "on purpose"))
      #expect(try await store.contents() == before)
      #expect(try await store.reopened().contents() == before)
      try await store.write("edited again", to: 3)
      #expect(try await store.pending() == [3, 7].map(DeviceStore.id))
    },
    Clause("Each step sees the previous steps") { store async throws in
      try await store.sync.write { transaction in
        try transaction.save(state: SyncState(device: DeviceID(bits: 1)))
        try transaction.save(SyncItem(revision: .none, base: nil, local: .sample(1)), for: DeviceStore.id(1))
        #expect(try transaction.pending(limit: 10) == [DeviceStore.id(1)])
        try transaction.save(
          SyncItem(revision: Revision(1), base: .sample(1), local: .sample(1)), for: DeviceStore.id(1))
        #expect(try transaction.pending(limit: 10) == [])
        #expect(try transaction.counts() == SyncCounts(notes: 1, pending: 0))
        try transaction.save(nil, for: DeviceStore.id(1))
        #expect(try transaction.counts() == SyncCounts(notes: 0, pending: 0))
      }
    },
    Clause("A forgotten conflict is no conflict any more") { store async throws in
      try await store.begin()
      try await store.sync.write { transaction in
        for copy in [2, 3] as [UInt64] { try transaction.record(conflict: .sample(note: 1, copy: copy)) }
        #expect(try transaction.forget(conflict: DeviceStore.id(2)))
        #expect(try !transaction.forget(conflict: DeviceStore.id(2)))
        #expect(try transaction.conflictCount() == 1)
      }
      try await store.reopened().sync.read { transaction throws(StoreError) in
        #expect(try transaction.conflictCount() == 1)
      }
    },
    Clause("Concurrent edits and sync transactions are not lost") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1, body: ""))
      try await withThrowingTaskGroup { group in
        for number in 0..<20 {
          group.addTask { _ = try await store.notes.update(DeviceStore.id(1)) { $0.body += "edit \(number)\n" } }
          group.addTask {
            try await store.sync.write { transaction in
              guard var item = try transaction.item(DeviceStore.id(1)) else { return }
              item.local?.body += "sync \(number)\n"
              item.revision = item.revision.next
              try transaction.save(item, for: DeviceStore.id(1))
            }
          }
        }
        try await group.waitForAll()
      }
      let item = try await store.item(1)
      #expect(item?.local?.body.split(separator: "\n").count == 40)
      #expect(item?.revision == Revision(21))
      #expect(item?.base == .sample(1, body: ""))
    },
  ]

  private static func changeEverything(_ transaction: any SyncTransaction) throws(StoreError) {
    try transaction.save(state: SyncState(device: DeviceID(bits: 2)))
    try transaction.save(SyncItem(revision: Revision(9), base: nil, local: .sample(9)), for: DeviceStore.id(9))
    try transaction.save(SyncItem(revision: Revision(9), base: .sample(1), local: nil), for: DeviceStore.id(1))
    try transaction.save(nil, for: DeviceStore.id(2))
    try transaction.save(SyncItem(revision: Revision(9), base: .sample(3), local: .sample(3)), for: DeviceStore.id(3))
    try transaction.save(
      SyncItem(revision: .none, base: nil, local: .sample(7, body: "x"), block: .refused(.tooLarge)),
      for: DeviceStore.id(7))
    try transaction.save(nil, for: DeviceStore.id(8))
    try transaction.saveUnreadable(VaultItem(id: DeviceStore.id(3), revision: Revision(9), payload: [9]))
    try transaction.save(batch: nil)
    try transaction.stage(staged([5: [6]]))
    try transaction.discardStaged()
    try transaction.stage(staged([7: [7]]))
    try transaction.save(arrivedFiles: .unchecked, of: DeviceStore.id(1))
    _ = try transaction.forget(conflict: DeviceStore.id(2))
    try transaction.record(conflict: .sample(note: 3, copy: 9))
    try transaction.record(merge: MergeRecord(note: DeviceStore.id(3), base: nil, theirs: .sample(3)))
  }

  private static func batch(number: Int, _ payloads: KeyValuePairs<UInt64, [UInt8]?>) -> PushBatch {
    let changes = payloads.map {
      PushChange(
        id: DeviceStore.id($0.key), base: Revision(Int64($0.key)), payload: $0.value,
        blobs: $0.value.map { [.of($0), .of([7])] } ?? [])
    }
    return PushBatch(epoch: Epoch(bits: .max), device: DeviceID(bits: 1 << 100), number: number, changes: changes)
  }

  /// Returns items by identifier, each at the revision of its number.
  private static func staged(_ payloads: [UInt64: [UInt8]?]) -> [VaultItem] {
    payloads.sorted { $0.key < $1.key }.map {
      VaultItem(id: DeviceStore.id($0.key), revision: Revision(Int64($0.key)), payload: $0.value)
    }
  }
}
