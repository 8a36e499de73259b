import NotesDomain
import NotesHosting
import Testing

extension ServerStoreContract {
  static let blobs: [Clause] = pieces + references

  private static let pieces: [Clause] = [
    Clause("A missing vault has no blobs") { store async throws in
      try await store.read(.main) { transaction throws in
        #expect(try transaction.blob(.sample(1)) == nil)
        #expect(try transaction.bytes(of: .sample(1), from: 0, limit: 10) == [])
        #expect(try transaction.orphans(touchedBefore: time(9), limit: 10) == [])
      }
    },
    Clause("A blob is read from any offset, independent of its pieces") {
      store async throws in
      var random = SplitMix64(seed: 36)
      let all = (0..<2000).map { UInt8(truncatingIfNeeded: $0) }
      var offset = 0
      while offset < all.count {
        let part = Array(all[offset...].prefix(.random(in: 1...300, using: &random)))
        try await add(piece(1, of: all.count, from: offset, part), to: store)
        offset += part.count
        let blob = try await blob(1, in: store)
        #expect(blob?.progress == BlobProgress(received: offset, size: all.count), "seed \(random.seed)")
        for _ in 0..<20 {
          let from = Int.random(in: 0...offset, using: &random)
          let limit = Int.random(in: 0...700, using: &random)
          #expect(
            try await bytes(1, from: from, limit: limit, in: store) == Array(all[from..<offset].prefix(limit)),
            "seed \(random.seed): \(from), \(limit)")
        }
      }
      #expect(try await bytes(1, from: -1, limit: 10, in: store) == [])
      #expect(try await bytes(1, from: 2001, limit: .max, in: store) == [])
    },
    Clause("A blob is read from any offset, however small or large its pieces are") { store async throws in
      var random = SplitMix64(seed: 37)
      let row = StoredBlob.minimumRowBytes
      let counts = [1, row - 2, 1, 1, row, 3 * row, 2, row + 1, 5, 5]
      let all = (0..<counts.reduce(0, +)).map { UInt8(truncatingIfNeeded: $0 / 3) }
      var offset = 0
      for count in counts {
        try await add(piece(1, of: all.count, from: offset, Array(all[offset..<offset + count])), to: store)
        offset += count
        #expect(try await blob(1, in: store)?.progress == BlobProgress(received: offset, size: all.count))
      }
      for _ in 0..<50 {
        let from = Int.random(in: 0..<all.count, using: &random)
        let limit = Int.random(in: 1...2 * row, using: &random)
        #expect(
          try await bytes(1, from: from, limit: limit, in: store) == Array(all[from...].prefix(limit)),
          "seed \(random.seed): \(from), \(limit)")
      }
      #expect(try await bytes(1, from: 0, limit: .max, in: store) == all)
    },
    Clause("An empty blob exists") { store async throws in
      try await add(piece(1, of: 0, from: 0, []), to: store)
      #expect(try await blob(1, in: store)?.progress == BlobProgress(received: 0, size: 0))
      #expect(try await size(store).blobs == 1)
    },
    Clause("A piece at another offset, or with another size, changes nothing") { store async throws in
      try await add(piece(1, of: 5, from: 1, [2]), to: store)
      #expect(try await blob(1, in: store) == nil)
      try await add(piece(1, of: 5, from: 0, [1, 2]), at: 1, to: store)
      let before = try await blob(1, in: store)
      for other in [
        piece(1, of: 5, from: 0, [9]), piece(1, of: 5, from: 1, [9]), piece(1, of: 5, from: 3, [9]),
        piece(1, of: 6, from: 2, [9]), piece(1, of: 4, from: 0, [9]),
      ] {
        try await add(other, at: 2, to: store)
        #expect(try await blob(1, in: store) == before)
      }
      #expect(try await bytes(1, from: 0, limit: 9, in: store) == [1, 2])
    },
    Clause("A removed blob can be sent again as another upload") { store async throws in
      try await add(piece(1, of: 2, from: 0, [1, 2]), to: store)
      let first = try #require(try await blob(1, in: store))
      try await store.write(.main) { transaction in try transaction.remove(.sample(1)) }
      #expect(try await blob(1, in: store) == nil)
      #expect(try await bytes(1, from: 0, limit: 9, in: store) == [])
      try await add(piece(1, of: 1, from: 0, [3]), to: store)
      #expect(try await blob(1, in: store)?.upload != first.upload)
      #expect(try await bytes(1, from: 0, limit: 9, in: store) == [3])
    },
    Clause("The size of a vault follows notes and blobs") { store async throws in
      try await save([item(1, at: 1, [1, 2, 3]), item(2, at: 2, [1]), tombstone(3, at: 3)], in: store)
      try await add(piece(1, of: 10, from: 0, [1]), to: store)
      try await add(piece(2, of: 2, from: 0, [1, 2]), to: store)
      #expect(
        try await size(store)
          == VaultSize(notes: 2, tombstones: 1, receipts: 0, payloadBytes: 4, blobs: 2, blobBytes: 12))
      #expect(try await size(store).bytes == 16)
      try await save([item(1, at: 4, [1]), tombstone(2, at: 5), item(3, at: 6, [1, 2, 3, 4, 5])], in: store)
      try await store.write(.main) { transaction in
        try transaction.removeTombstones(upTo: Revision(9))
        try transaction.remove(.sample(1))
      }
      #expect(
        try await size(store)
          == VaultSize(notes: 2, tombstones: 0, receipts: 0, payloadBytes: 6, blobs: 1, blobBytes: 2))
      #expect(try await size(store, other) == VaultSize(notes: 0, tombstones: 0, receipts: 0))
    },
    Clause("Blobs and references of several items leave out what the vault does not hold") { store async throws in
      try await add(piece(1, of: 2, from: 0, [1, 2]), to: store)
      try await add(piece(2, of: 9, from: 0, [1]), to: store)
      let references = [id(1): [.sample(1)], id(2): [.sample(1), BlobDigest.sample(2)].sorted(), id(3): []]
      try await store.write(.main) { transaction in try transaction.save(references: references, at: time(1)) }
      let (blobs, found) = try await store.read(.main) { transaction in
        (
          try transaction.blobs([.sample(2), .sample(3), .sample(1)]),
          try transaction.references(of: [id(4), id(3), id(2), id(1)])
        )
      }
      #expect(
        blobs.mapValues(\.progress) == [
          .sample(1): BlobProgress(received: 2, size: 2), .sample(2): BlobProgress(received: 1, size: 9),
        ])
      #expect(found == references.filter { !$0.value.isEmpty })
      #expect(try await store.read(other) { transaction in try transaction.references(of: [id(1)]) } == [:])
    },
    Clause("All blobs of a vault are listed by digest, with those that are incomplete") { store async throws in
      try await add(piece(2, of: 9, from: 0, [1]), to: store)
      try await add(piece(1, of: 1, from: 0, [1]), to: store)
      try await add(piece(3, of: 1, from: 0, [1]), to: store, other)
      let blobs = try await store.read(.main) { transaction in try transaction.blobs() }
      #expect(blobs.map(\.digest) == [.sample(1), .sample(2)])
      #expect(blobs.map(\.progress) == [BlobProgress(received: 1, size: 1), BlobProgress(received: 1, size: 9)])
      #expect(try await store.read(VaultID("missing") ?? .main) { transaction in try transaction.blobs() } == [])
    },
    Clause("Vaults do not share blobs") { store async throws in
      try await add(piece(1, of: 2, from: 0, [1]), to: store)
      try await add(piece(1, of: 3, from: 0, [7, 8]), to: store, other)
      try await store.write(other) { transaction in
        try transaction.save(references: [id(1): [.sample(1)]], at: time(9))
      }
      #expect(try await bytes(1, from: 0, limit: 9, in: store) == [1])
      #expect(try await orphans(before: 1, in: store) == [.sample(1)])
      try await store.write(other) { transaction in try transaction.remove(.sample(1)) }
      #expect(try await blob(1, in: store)?.progress == BlobProgress(received: 1, size: 2))
    },
    Clause("A failed transaction changes no blob") { store async throws in
      try await add(piece(1, of: 3, from: 0, [1]), to: store)
      try await add(piece(2, of: 1, from: 0, [1]), to: store)
      let before = try await [blob(1, in: store), blob(2, in: store)]
      await #expect(throws: StoreError.diskFull(path: "here")) {
        try await store.write(.main) { transaction in
          try transaction.append(piece(1, of: 3, from: 1, [2, 3]), at: time(5))
          try transaction.remove(.sample(2))
          try transaction.append(piece(3, of: 1, from: 0, [3]), at: time(5))
          try transaction.save(references: [id(1): [.sample(1)]], at: time(6))
          throw StoreError.diskFull(path: "here")
        }
      }
      #expect(try await [blob(1, in: store), blob(2, in: store)] == before)
      #expect(try await blob(3, in: store) == nil)
      #expect(try await bytes(1, from: 0, limit: 9, in: store) == [1])
      #expect(try await contents(store).references == [:])
    },
  ]

  private static let references: [Clause] = [
    Clause("The references of an item replace the previous ones") { store async throws in
      for blobs in [[1, 2], [2, 3], [3], [], [4]] as [[UInt8]] {
        try await refer(1, to: blobs, in: store)
        let expected = blobs.isEmpty ? [:] : [id(1): blobs.map { BlobDigest.sample($0) }]
        #expect(try await contents(store).references == expected)
      }
      try await refer(2, to: [4, 9], in: store)
      #expect(try await contents(store).references == [id(1): [.sample(4)], id(2): [.sample(4), .sample(9)]])
    },
    Clause("A backup restores references, and does not change blobs") { store async throws in
      try await add(piece(1, of: 1, from: 0, [1]), to: store)
      try await refer(1, to: [1], in: store)
      let backup = VaultContents(state: state(head: 1), items: [item(2, at: 1)], references: [id(2): [.sample(2)]])
      for vault in [VaultID.main, other] {
        try await store.write(vault) { transaction in try transaction.replace(with: backup) }
        #expect(try await contents(store, vault) == backup)
      }
      #expect(try await bytes(1, from: 0, limit: 9, in: store) == [1])
      #expect(try await orphans(before: 9, in: store) == [.sample(1)])
    },
    Clause("Orphans are blobs without references that were not touched recently") { store async throws in
      for number in 1...5 as ClosedRange<UInt8> {
        try await add(piece(number, of: 2, from: 0, [1]), at: Int64(10 - number), to: store)
      }
      try await refer(1, to: [2, 3], at: 0, in: store)
      #expect(try await orphans(before: 9, in: store) == [.sample(5), .sample(4)])
      #expect(try await orphans(before: 10, in: store) == [.sample(5), .sample(4), .sample(1)])
      #expect(try await orphans(before: 10, limit: 1, in: store) == [.sample(5)])
      #expect(try await orphans(before: 5, in: store) == [])
    },
    Clause("Sending a blob, and adding or removing a reference, touches it") { store async throws in
      try await add(piece(1, of: 3, from: 0, [1]), at: 1, to: store)
      try await add(piece(2, of: 1, from: 0, [1]), at: 1, to: store)
      #expect(try await blob(1, in: store)?.touched == time(1))
      try await add(piece(1, of: 3, from: 1, [1]), at: 2, to: store)
      #expect(try await blob(1, in: store)?.touched == time(2))
      try await refer(1, to: [1], at: 3, in: store)
      #expect(try await blob(1, in: store)?.touched == time(3))
      try await refer(1, to: [], at: 4, in: store)
      #expect(try await blob(1, in: store)?.touched == time(4))
      try await store.write(.main) { transaction in
        try transaction.touch(.sample(1), at: time(5))
        try transaction.touch(.sample(9), at: time(5))
      }
      #expect(try await blob(1, in: store)?.touched == time(5))
      #expect(try await blob(2, in: store)?.touched == time(1))
    },
  ]

  static func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(millisecondsSince1970: milliseconds)
  }

  static func piece(_ number: UInt8, of size: Int, from offset: Int, _ bytes: [UInt8]) -> BlobPiece {
    BlobPiece(digest: .sample(number), size: size, offset: offset, bytes: bytes)
  }

  private static func add(
    _ piece: BlobPiece, at milliseconds: Int64 = 0, to store: any ServerStore, _ vault: VaultID = .main
  ) async throws {
    try await store.write(vault) { transaction in
      try transaction.append(piece, at: time(milliseconds))
    }
  }

  private static func refer(
    _ item: UInt64, to blobs: [UInt8], at milliseconds: Int64 = 0, in store: any ServerStore
  ) async throws {
    try await store.write(.main) { transaction in
      try transaction.save(references: [id(item): blobs.map { .sample($0) }], at: time(milliseconds))
    }
  }

  private static func blob(_ number: UInt8, in store: any ServerStore) async throws -> StoredBlob? {
    try await store.read(.main) { transaction in try transaction.blob(.sample(number)) }
  }

  private static func bytes(
    _ number: UInt8, from offset: Int, limit: Int, in store: any ServerStore
  ) async throws -> [UInt8] {
    try await store.read(.main) { transaction in
      try transaction.bytes(of: .sample(number), from: offset, limit: limit)
    }
  }

  private static func orphans(
    before milliseconds: Int64, limit: Int = 10, in store: any ServerStore
  ) async throws -> [BlobDigest] {
    try await store.read(.main) { transaction in
      try transaction.orphans(touchedBefore: time(milliseconds), limit: limit).map(\.digest)
    }
  }
}
