package import NotesDomain
package import NotesHosting
import Testing

/// The content of a server with all that a move to another store must copy.
package enum StoreMoverSample {
  /// A vault with notes, tombstones, receipts and blobs.
  package static let vault = VaultID("ada") ?? .main

  /// Fills empty stores with two accounts, one of which has not synced yet.
  package static func fill(_ stores: ServerStores) async throws {
    let hash = PasswordHash(text: "$scrypt$1$")
    for name in ["ada", "bob"] {
      let name = try #require(AccountName(name))
      let account = Account(name: name, vault: try #require(VaultID(name.text)), created: FixedClock.start)
      _ = try await stores.accounts.add(account, hash: hash)
      let device = SignedInDevice(
        id: SignedInDeviceID(bits: UInt64(name.text.utf8.first ?? 0) | 1 << 63), label: "the laptop of \(name) ü",
        signedIn: FixedClock.start, lastSeen: Timestamp(millisecondsSince1970: 1))
      let digest = [UInt8](repeating: name.text.utf8.first ?? 0, count: 32)
      _ = try await stores.accounts.add(device, digest: digest, to: name, knownBy: hash, limit: 9)
      try await stores.audit.append(
        [AuditEntry(time: FixedClock.start, event: AuditEvent(.signIn, account: name, peer: "::1", device: "ü"))],
        limits: AuditLimits())
    }
    try await fillVault(stores.vaults)
  }

  /// The SHA-256 of one and a half megabytes of sevens.
  private static let sevens: [UInt8] = [
    0xba, 0x9d, 0xa5, 0xe8, 0x49, 0x67, 0xed, 0xf1, 0xe9, 0x2e, 0x73, 0x51, 0x6f, 0x9a, 0x6f, 0xbe, 0x7a, 0xbe, 0x4a,
    0x29, 0x70, 0x27, 0x30, 0x11, 0x0e, 0xc7, 0x8b, 0xa9, 0x4b, 0xd3, 0x16, 0xce,
  ]

  private static func fillVault(_ store: any ServerStore) async throws {
    let bytes = [UInt8](repeating: 7, count: 3 * BlobPiece.maximumBytes / 2)
    let complete = try #require(BlobDigest(bytes: sevens))
    let incomplete = try #require(BlobDigest(bytes: [UInt8](repeating: 9, count: 32)))
    try await store.write(vault) { transaction in
      let starts = [
        VaultState.Start(epoch: Epoch(bits: 5), head: .none),
        VaultState.Start(epoch: Epoch(bits: 6), head: Revision(9)),
      ]
      try transaction.save(state: VaultState(epochs: starts, head: Revision(2501), horizon: Revision(3)))
      // More than a page, the last of which is a tombstone.
      for first in stride(from: 1, through: 2500, by: 500) {
        try transaction.save((first..<first + 500).map(note))
      }
      try transaction.save(VaultItem(id: SequentialNoteIDGenerator.id(2501), revision: Revision(2501), payload: nil))
      for number in 1...3 {
        try transaction.save(
          BatchReceipt(
            device: DeviceID(bits: UInt128(number) << 120), number: number, digest: [1, 2, 3],
            results: [.applied(Revision(4)), .refused(.tooLarge)], head: Revision(Int64(number))))
      }
      try transaction.save(
        references: [
          SequentialNoteIDGenerator.id(1): [complete, incomplete].sorted(),
          SequentialNoteIDGenerator.id(1200): [complete],
        ], at: FixedClock.start)
    }
    for (digest, received) in [(complete, bytes.count), (incomplete, 100)] {
      for offset in stride(from: 0, to: received, by: BlobPiece.maximumBytes) {
        let piece = BlobPiece(
          digest: digest, size: bytes.count, offset: offset,
          bytes: Array(bytes[offset..<min(received, offset + BlobPiece.maximumBytes)]))
        try await store.write(vault) { try $0.append(piece, at: Timestamp(millisecondsSince1970: 42)) }
      }
    }
  }

  private static func note(_ number: Int) -> VaultItem {
    let payload = [UInt8](repeating: UInt8(number % 256), count: number % 50)
    return VaultItem(
      id: SequentialNoteIDGenerator.id(UInt64(number)), revision: Revision(Int64(number)), payload: payload)
  }

  /// Expects that two servers have the same content.
  package static func expectEqual(_ one: ServerStores, _ other: ServerStores) async throws {
    let accounts = try await one.accounts.accounts()
    #expect(try await other.accounts.accounts() == accounts)
    for account in accounts {
      let hashes = [one, other].map(\.accounts)
      #expect(
        try await hashes[0].account(named: account.name)?.hash == hashes[1].account(named: account.name)?.hash)
      #expect(
        try await hashes[0].registrations(of: account.name) == hashes[1].registrations(of: account.name))
    }
    #expect(
      try await one.audit.entries(limit: 100, of: nil) == other.audit.entries(limit: 100, of: nil))
    #expect(try await one.vaults.vaults() == other.vaults.vaults())
    for vault in accounts.map(\.vault) {
      let contents = try await [one, other].asyncMap { stores in
        try await stores.vaults.read(vault) { transaction in
          let blobs = try transaction.blobs()
          let bytes = try blobs.map { try transaction.bytes(of: $0.digest, from: 0, limit: .max / 4) }
          return Content(
            contents: try transaction.contents(), size: try transaction.size(), touched: blobs.map(\.touched),
            progress: blobs.map(\.progress), bytes: bytes)
        }
      }
      #expect(contents[0] == contents[1])
    }
  }

  private struct Content: Sendable, Equatable {
    let contents: VaultContents
    let size: VaultSize
    let touched: [Timestamp]
    let progress: [BlobProgress]
    let bytes: [[UInt8]]
  }
}

extension Array {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}
