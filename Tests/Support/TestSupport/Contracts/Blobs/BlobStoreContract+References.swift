import NotesDomain
import Testing

extension BlobStoreContract {
  static let references: [Clause] = [
    Clause("Attachments are stored and updated with their note") { store async throws in
      var note = Note.sample(1) { $0.attachments = [.sample("b \"é\" [1],🍞.pdf", [1]), .sample("a.txt", [2])] }
      try await store.notes.insert([note])
      #expect(try await store.reopened().notes.note(note.id) == note)
      note.attachments = [.sample("a.txt", [3])]
      let changed = note.attachments
      #expect(try await store.reopened().notes.update(note.id) { $0.attachments = changed } == note)
      #expect(try await store.reopened().notes.note(note.id) == note)
      #expect(try await store.history.versions(of: note.id, limit: 9).map(\.note?.attachments.count) == [1, 2])
    },
    Clause("Missing blobs are listed in the order of their digests") { store async throws in
      let contents: [[UInt8]] = (1...6).map { [$0, $0] }
      let digests = contents.map(BlobDigest.of).sorted()
      try await store.notes.insert([
        .sample(1) { $0.attachments = [.sample("a", contents[0]), .sample("b", contents[1])] },
        .sample(2) {
          $0.attachments = [.sample("a", contents[1]), .sample("c", contents[2]), .sample("d", contents[2])]
        },
        .sample(3) {
          $0.attachments = [.sample("e", contents[3]), .sample("f", contents[4]), .sample("g", contents[5])]
          $0.trashed = FixedClock.start
        },
      ])
      #expect(try await store.blobs.missing(after: nil, limit: 9).map(\.digest) == digests)
      #expect(try await store.blobs.missing(after: nil, limit: 2).map(\.digest) == Array(digests[..<2]))
      #expect(try await store.blobs.missing(after: digests[1], limit: 2).map(\.digest) == Array(digests[2..<4]))
      #expect(try await store.blobs.missing(after: digests[5], limit: 2).map(\.digest) == [])
      _ = try await store.blobs.add(BlobPiece(of: contents[0], 0..<1))
      #expect(try await store.blobs.missing(after: nil, limit: 9).map(\.digest) == digests)
      _ = try await store.blobs.add(BlobPiece(of: contents[0]))
      _ = try await store.blobs.add(BlobPiece(of: contents[0], 1..<2))
      let left = digests.filter { $0 != .of(contents[0]) }
      #expect(try await store.reopened().blobs.missing(after: nil, limit: 9).map(\.digest) == left)
      _ = try await store.notes.update(DeviceStore.id(3)) { $0.attachments = [] }
      #expect(
        try await store.blobs.missing(after: nil, limit: 9).map(\.digest)
          == [.of(contents[1]), .of(contents[2])].sorted())
      _ = try await store.notes.update(DeviceStore.id(2)) { $0.trashed = FixedClock.start }
      _ = try await store.notes.purge([DeviceStore.id(2)])
      #expect(try await store.blobs.missing(after: nil, limit: 9).map(\.digest) == [.of(contents[1])])
    },
    Clause("A missing blob has the largest size in any note") { store async throws in
      let large = try #require(Attachment(name: "b", digest: .of([1]), size: 9))
      try await store.notes.insert([
        .sample(1) { $0.attachments = [large] }, .sample(2) { $0.attachments = [.sample("a", [1])] },
      ])
      #expect(try await store.blobs.missing(after: nil, limit: 9) == [FileDescription(digest: .of([1]), size: 9)])
    },
    Clause("Attachments are listed by the titles of their notes, with their progress") { store async throws in
      try await store.notes.insert([
        .sample(1, title: "b") { $0.attachments = [.sample("z", []), .sample("B", [1, 2]), .sample("a", [3, 4])] },
        .sample(2, title: "a") { $0.attachments = [.sample("x", [1, 2])] },
        .sample(3, title: "c"),
        .sample(4, title: "b") { $0.attachments = [.sample("y", [3, 4])] },
      ])
      _ = try await store.blobs.add(BlobPiece(of: [1, 2]))
      _ = try await store.blobs.add(BlobPiece(of: [3, 4], 0..<1))
      let all = try await store.blobs.attachments(of: nil)
      #expect(all.map(\.attachment.name) == ["x", "B", "a", "z", "y"])
      #expect(all.map(\.note) == [2, 1, 1, 1, 4].map(DeviceStore.id))
      #expect(all.map(\.received) == [2, 2, 1, 0, 1])
      #expect(all.map(\.isComplete) == [true, true, false, false, false])
      #expect(all.first?.attachment == .sample("x", [1, 2]) && all.first?.title == "a")
      #expect(try await store.blobs.attachments(of: DeviceStore.id(4)) == [all[4]])
      #expect(try await store.blobs.attachments(of: DeviceStore.id(3)) == [])
    },
  ]

  /// A time after all steps of the clauses.
  private static let later = Timestamp(
    millisecondsSince1970: FixedClock.start.millisecondsSince1970 + 1_000_000_000)

  static let orphans: [Clause] = [
    Clause("A recently touched blob stays, since its note may follow") { store async throws in
      let wallClock = store.wallClock
      _ = try await store.blobs.add(BlobPiece(of: [1]))
      _ = try await store.blobs.add(BlobPiece(of: [2, 2], 0..<1))
      wallClock.advance(by: .seconds(1))
      #expect(try await store.blobs.touch(.of([3])) == nil)
      #expect(try await store.blobs.touch(.of([1]))?.isComplete == true)
      #expect(
        try await store.reopened().blobs.removeOrphans(touchedBefore: wallClock.now())
          == RemovedBlobs(count: 1, bytes: 1))
      #expect(try await store.blobs.whole(.of([1])) == [1])
      wallClock.advance(by: .milliseconds(1))
      #expect(try await store.blobs.removeOrphans(touchedBefore: wallClock.now()) == RemovedBlobs(count: 1, bytes: 1))
    },
    Clause("An incomplete blob without references is discarded, a complete one never") {
      store async throws in
      try await store.notes.insert([.sample(1) { $0.attachments = [.sample("a", [1, 1])] }])
      for content in [[1, 1], [2, 2]] as [[UInt8]] { _ = try await store.blobs.add(BlobPiece(of: content, 0..<1)) }
      _ = try await store.blobs.add(BlobPiece(of: [3]))
      for content in [[1, 1], [2, 2], [3], [4]] as [[UInt8]] { try await store.blobs.discard(.of(content)) }
      #expect(try await store.blobs.progress(of: .of([1, 1]))?.received == 1)
      #expect(try await store.blobs.progress(of: .of([2, 2])) == nil)
      #expect(try await store.blobs.whole(.of([3])) == [3])
    },
    Clause("Blobs without references are removed, complete or not") { store async throws in
      try await store.notes.insert([.sample(1) { $0.attachments = [.sample("a", [1])] }])
      for content in [[1], [2, 2]] as [[UInt8]] { _ = try await store.blobs.add(BlobPiece(of: content)) }
      _ = try await store.blobs.add(BlobPiece(of: [3, 3, 3], 0..<1))
      #expect(try await store.blobs.removeOrphans(touchedBefore: later) == RemovedBlobs(count: 2, bytes: 3))
      #expect(try await store.blobs.whole(.of([1])) == [1])
      #expect(try await store.blobs.progress(of: .of([2, 2])) == nil)
      #expect(try await store.blobs.progress(of: .of([3, 3, 3])) == nil)
      #expect(try await store.reopened().blobs.removeOrphans(touchedBefore: later) == RemovedBlobs())
    },
    Clause("References from trashed notes and earlier versions keep a blob until the note is purged") {
      store async throws in
      try await store.notes.insert([.sample(1) { $0.attachments = [.sample("a", [1]), .sample("b", [2])] }])
      for content in [[1], [2]] as [[UInt8]] { _ = try await store.blobs.add(BlobPiece(of: content)) }
      _ = try await store.reopened().notes.update(DeviceStore.id(1)) {
        $0.attachments = [.sample("a", [1])]
        $0.trashed = FixedClock.start
      }
      #expect(try await store.blobs.removeOrphans(touchedBefore: later) == RemovedBlobs())
      _ = try await store.notes.purge([DeviceStore.id(1)])
      #expect(try await store.blobs.removeOrphans(touchedBefore: later) == RemovedBlobs(count: 2, bytes: 2))
    },
    Clause("References from sync items and conflicts keep a blob") { store async throws in
      let contents: [[UInt8]] = [[1], [2], [3], [4], [5]]
      for content in contents { _ = try await store.blobs.add(BlobPiece(of: content)) }
      func note(_ number: UInt64, _ index: Int) -> Note {
        .sample(number) { $0.attachments = [.sample("a", contents[index])] }
      }
      try await store.begin()
      try await store.keep(SyncItem(revision: Revision(1), base: note(1, 0), local: .sample(1)), for: 1)
      try await store.sync.write { transaction in
        let staged = VaultItem(id: DeviceStore.id(2), revision: Revision(2), payload: NotePayload.encode(note(2, 1)))
        try transaction.stage([staged])
        try transaction.record(
          conflict: NoteConflict(
            note: DeviceStore.id(3), copy: DeviceStore.id(4), base: note(3, 2), theirs: note(3, 3), ours: note(3, 4),
            detected: FixedClock.start))
      }
      #expect(try await store.blobs.removeOrphans(touchedBefore: later) == RemovedBlobs())
      let gone = ConflictSides(note: nil, copy: nil)
      #expect(try await store.conflicts.settle(DeviceStore.id(4)) { $0 } == .settled(gone, changeSet: nil))
      try await store.sync.write { transaction in try transaction.discardStaged() }
      #expect(try await store.blobs.removeOrphans(touchedBefore: later) == RemovedBlobs(count: 4, bytes: 4))
    },
  ]
}
