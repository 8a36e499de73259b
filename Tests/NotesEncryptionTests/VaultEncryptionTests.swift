import NotesDomain
import NotesHosting
import NotesServer
import NotesSync
import NotesTestSupport
import Testing

@testable import NotesEncryption

@Suite("Encrypting a vault") struct VaultEncryptionTests {
  private let vault: TestVault
  private let one: EncryptedDevice
  private let two: EncryptedDevice

  init() throws {
    (vault, one, two) = try EncryptedDevice.pair()
  }

  private static let photo: [UInt8] = {
    var dice = SplitMix64(seed: 5)
    return Array("canary".utf8) + (0..<150_000).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
  }()

  /// A plain vault with notes, a file and a deletion, which two devices share.
  private func fill() async throws {
    one.blobs.contents = [.of(Self.photo): Self.photo]
    let withFile = Note.sample(1, body: "canary with a file\n") { $0.attachments = [.sample("photo.jpg", Self.photo)] }
    try await one.notes.insert([withFile, .sample(2, body: "canary\n"), .sample(3)])
    try await one.sync()
    try await two.sync()
    try await one.purge(3)
    try await one.sync()
  }

  @Test func `everything that the vault has is sealed, and nothing is lost`() async throws {
    try await fill()
    _ = try await one.encryption.enable(with: .sample())
    let progress = try await one.encryption.sealAll { _ in }
    #expect(progress.sealed == 3)
    #expect(progress.attachments == 1)
    for item in try await vault.items() where item.id != Keyring.item {
      #expect(item.payload.map(PayloadKind.isPlain) == false)
    }
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await two.sync()
    try await one.sync()
    for device in [one, two] {
      #expect(try await device.note(1)?.body == "canary with a file\n")
      #expect(try await device.note(3) == nil)
      #expect(device.blobs.contents[.of(Self.photo)] == Self.photo)
      #expect(try await device.status().pending == 0)
    }
    let third = try EncryptedDevice(vault, number: 3)
    try await third.encryption.unlock(by: .passphrase(.sample()))
    try await third.sync()
    #expect(third.notes.all == one.notes.all)
    #expect(third.blobs.contents[.of(Self.photo)] == Self.photo)
  }

  @Test func `sealing that was interrupted goes on, and does nothing twice`() async throws {
    try await one.notes.insert((1...450).map { .sample($0) })
    try await one.sync()
    _ = try await one.encryption.enable(with: .sample())
    let before = try await vault.items().filter { $0.payload.map(PayloadKind.isPlain) == true }.count
    #expect(before == 450)
    let task = Task { [one] in
      try await one.encryption.sealAll { progress in
        if progress.finished >= 200 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: EncryptionError.cancelled) { try await task.value }
    #expect(try await one.encryption.status().stage == .encrypting)
    let rest = try await vault.items().filter { $0.payload.map(PayloadKind.isPlain) == true }.count
    #expect(rest < before && rest > 0)
    #expect(try await one.encryption.sealAll { _ in }.sealed == rest)
    #expect(try await one.encryption.status().stage == .complete)
  }

  @Test func `notes that have more attachments together than a batch refers to are sealed`() async throws {
    let files = (0..<600).map { Array("file \($0)".utf8) }
    let attachments = files.map { Attachment.sample(String(decoding: $0, as: UTF8.self), $0) }.sorted {
      $0.name < $1.name
    }
    one.blobs.contents = Dictionary(uniqueKeysWithValues: files.map { (.of($0), $0) })
    try await one.notes.insert((1...3).map { .sample($0) { $0.attachments = attachments } })
    try await one.sync()
    _ = try await one.encryption.enable(with: .sample())
    let progress = try await one.encryption.sealAll { _ in }
    #expect(progress.sealed == 3 && progress.attachments == 600 && progress.missingAttachments == 0)
    for number in 1...3 as ClosedRange<UInt64> {
      #expect(try await vault.item(number)?.payload.map(PayloadKind.isPlain) == false)
    }
  }

  @Test func `the vault refuses plain text from then on`() async throws {
    try await fill()
    _ = try await one.encryption.enable(with: .sample())
    let epoch = try #require(try await two.notes.read { transaction in try transaction.state() }?.epoch)
    let change = PushChange(id: SequentialNoteIDGenerator.id(9), base: .none, payload: NotePayload.encode(.sample(9)))
    let batch = PushBatch(epoch: epoch, device: DeviceID(bits: 77), number: 1, changes: [change])
    #expect(try await two.network.push(batch) == .results([.refused(.plainText)]))
  }

  @Test func `only one of two devices encrypts a vault`() async throws {
    try await fill()
    _ = try await one.encryption.enable(with: .sample())
    await #expect(throws: EncryptionError.locked) { try await two.encryption.enable(with: .sample("another words")) }
    _ = try await one.encryption.sealAll { _ in }
    await #expect(throws: EncryptionError.alreadyEncrypted) { try await one.encryption.enable(with: .sample()) }
  }

  @Test func `the status tells what this device can do`() async throws {
    #expect(try await one.encryption.status().keys == EncryptionStatus.Keys.none)
    _ = try await one.encryption.enable(with: .sample())
    let key = try #require(one.credentials.current?.keys?.current.id)
    #expect(try await one.encryption.status().keys == .held(key, earlier: 0))
    #expect(try await two.encryption.status().keys == .locked)
  }

  @Test func `commands need an account, and keys`() async throws {
    await #expect(throws: EncryptionError.notEncrypted) {
      try await one.encryption.unlock(by: .passphrase(.sample()))
    }
    await #expect(throws: EncryptionError.notEncrypted) { try await one.encryption.rotate(with: .sample()) }
    _ = try await one.encryption.enable(with: .sample())
    await #expect(throws: EncryptionError.locked) { try await two.encryption.replaceRecoveryCode() }
    await #expect(throws: EncryptionError.keyring(.wrongPassphrase)) {
      try await two.encryption.unlock(by: .passphrase(.sample("other words")))
    }
    try await one.credentials.remove()
    await #expect(throws: EncryptionError.notSignedIn) { try await one.encryption.status() }
  }

  @Test func `a device without the new key cannot read what is written after a rotation`() async throws {
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await one.notes.insert([.sample(1)])
    try await one.sync()
    try await two.sync()
    _ = try await one.encryption.rotate(with: .sample())
    try await one.notes.insert([.sample(2, body: "after the rotation\n")])
    try await one.sync()
    await #expect(throws: SyncError.transport(.encryption(.rotated))) { try await two.sync() }
    #expect(try await two.note(2) == nil)
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await two.sync()
    #expect(try await two.note(2)?.body == "after the rotation\n")
    #expect(try await two.note(1) != nil)
  }

  @Test func `after a rotation everything can be sealed with the new key`() async throws {
    try await fill()
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    _ = try await one.encryption.rotate(with: .sample())
    #expect(try await one.encryption.sealAll { _ in }.sealed == 3)
    let keys = try #require(one.credentials.current?.keys)
    for item in try await vault.items() where item.id != Keyring.item {
      let opened = try AESVaultCipher().open(item.payload ?? [], of: item.id, with: keys)
      #expect(opened.key == keys.current.id)
      #expect(opened.version.blobs.allSatisfy { $0.key == keys.current.id })
    }
    #expect(try await one.encryption.sealAll { _ in }.sealed == 0)
  }

  /// Sends a file of a note that no device has sent, and adds the note.
  private func beginUpload() async throws {
    one.blobs.contents = [.of(Self.photo): Self.photo]
    let begin = BlobPiece(
      digest: .of(Self.photo), size: Self.photo.count, offset: 0, bytes: Array(Self.photo.prefix(65_536)))
    #expect(try await one.transport.send(begin).received > 0)
    try await one.notes.insert([.sample(1) { $0.attachments = [.sample("photo.jpg", Self.photo)] }])
  }

  /// The keys of the blobs of the first note in the vault.
  private func blobKeys(_ device: EncryptedDevice) async throws -> [VaultKeyID] {
    let (item, keys) = (try #require(try await vault.item(1)), try #require(device.credentials.current?.keys))
    return try AESVaultCipher().open(item.payload ?? [], of: item.id, with: keys).version.blobs.map(\.key)
  }

  @Test func `a file whose upload began before a rotation is sent with the new key`() async throws {
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await beginUpload()
    _ = try await two.encryption.rotate(with: .sample("other words of mine"))
    try await one.encryption.unlock(by: .passphrase(.sample("other words of mine")))
    try await one.sync()
    let current = try #require(two.credentials.current?.keys?.current)
    #expect(try await blobKeys(two) == [current.id])
    try await two.sync()
    #expect(two.blobs.contents[.of(Self.photo)] == Self.photo)
  }

  @Test func `a file that a note in the vault names keeps its form after a rotation`() async throws {
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await beginUpload()
    try await one.sync()
    let first = try await blobKeys(one)
    _ = try await one.encryption.rotate(with: .sample())
    try await one.edit(1) { $0.body = "edited\n" }
    try await one.sync()
    #expect(try await blobKeys(one) == first && first.count == 1)
  }

  @Test func `an upload continues after the form of its file was forgotten`() async throws {
    _ = try await one.encryption.enable(with: .sample())
    try await two.encryption.unlock(by: .passphrase(.sample()))
    two.blobs.contents = [.of(Self.photo): Self.photo]
    #expect(try await two.transport.progress(of: .of(Self.photo))?.received ?? 0 == 0)
    try await beginUpload()
    #expect(try await two.transport.progress(of: .of(Self.photo)) == one.transport.progress(of: .of(Self.photo)))
    #expect(try await two.transport.progress(of: .of(Self.photo))?.received ?? 0 > 0)
  }

  @Test func `a lost passphrase is replaced with the recovery code, and without it by a device that has the keys`()
    async throws
  {
    let code = try await one.encryption.enable(with: .sample())
    try await two.encryption.unlock(by: .recoveryCode(code))
    try await two.encryption.changePassphrase(to: .sample("other words"))
    let third = try EncryptedDevice(vault, number: 3)
    await #expect(throws: EncryptionError.keyring(.wrongPassphrase)) {
      try await third.encryption.unlock(by: .passphrase(.sample()))
    }
    try await third.encryption.unlock(by: .passphrase(.sample("other words")))
    let next = try await third.encryption.replaceRecoveryCode()
    let fourth = try EncryptedDevice(vault, number: 4)
    await #expect(throws: EncryptionError.keyring(.wrongRecoveryCode)) {
      try await fourth.encryption.unlock(by: .recoveryCode(code))
    }
    try await fourth.encryption.unlock(by: .recoveryCode(next))
  }

  @Test func `a server that was restored from before the vault was encrypted gets its keys and notes again`()
    async throws
  {
    try await fill()
    let backup = try await vault.store.read(.main) { try $0.contents() }
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await one.sync()
    try await one.edit(2) { $0.body = "written since\n" }
    try await one.sync()
    try await vault.store.write(.main) { transaction in
      try transaction.replace(with: backup)
      guard var state = try transaction.state() else { return }
      state.beginEpoch(using: SeededRandomness(seed: 8))
      try transaction.save(state: state)
    }
    await #expect(throws: SyncError.transport(.encryption(.missingKeyring))) { try await one.sync() }
    #expect(try await one.encryption.status().keys == .missing(isHeld: true))
    try await one.encryption.restoreKeyring(by: nil)
    _ = try await one.encryption.sealAll { _ in }
    try await one.sync()
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await two.sync()
    for device in [one, two] {
      #expect(device.notes.all.contains { $0.body == "written since\n" })
      #expect(try await device.status().blocked.isEmpty)
      #expect(try await device.note(1) != nil)
    }
  }

  @Test func `files that a device has only in the vault are sealed with the new key, too`() async throws {
    try await fill()
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await two.encryption.unlock(by: .passphrase(.sample()))
    two.blobs.contents = [:]
    _ = try await two.encryption.rotate(with: .sample())
    let progress = try await two.encryption.sealAll { _ in }
    #expect(progress.attachments == 1 && progress.missingAttachments == 0)
    let third = try EncryptedDevice(vault, number: 3)
    try await third.encryption.unlock(by: .passphrase(.sample()))
    try await third.sync()
    #expect(third.blobs.contents[.of(Self.photo)] == Self.photo)
  }

  @Test func `a rotation whose sealing was interrupted is known to be incomplete`() async throws {
    try await fill()
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    _ = try await one.encryption.rotate(with: .sample())
    let task = Task { [one] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await one.encryption.sealAll { _ in }
    }
    await #expect(throws: EncryptionError.cancelled) { try await task.value }
    #expect(try await one.encryption.status().stage == .rotating)
    #expect(try await one.encryption.sealAll { _ in }.sealed == 3)
    #expect(try await one.encryption.status().stage == .complete)
  }

  @Test func `another device completes what the first one began, as far as it knows the notes`() async throws {
    try await fill()
    try await two.sync()
    _ = try await one.encryption.enable(with: .sample())
    try await two.encryption.unlock(by: .passphrase(.sample()))
    let progress = try await two.encryption.sealAll { _ in }
    #expect(progress.sealed == 2 && progress.left == 0)
    for item in try await vault.items() { #expect(item.payload.map(PayloadKind.isPlain) != true) }
  }

  @Test func `a note that the vault refuses does not keep the others from being sealed`() async throws {
    let refused = SequentialNoteIDGenerator.id(2)
    let vault = try TestVault(rules: { rules in
      rules.refusal = { change, _, _ in
        change.id == refused && change.payload.map(PayloadKind.isPlain) == false ? .tooLarge : nil
      }
    })
    let device = try EncryptedDevice(vault)
    try await device.notes.insert([.sample(1), .sample(2), .sample(3)])
    try await device.sync()
    _ = try await device.encryption.enable(with: .sample())
    let progress = try await device.encryption.sealAll { _ in }
    #expect(progress.sealed == 2 && progress.refused == 1)
    #expect(try await device.encryption.status().stage == .encrypting)
  }

  @Test func `a vault without room says so`() async throws {
    let vault = try TestVault(rules: { rules in
      rules.refusal = { change, _, _ in change.payload.map(PayloadKind.isSealed) == true ? .overQuota : nil }
    })
    let device = try EncryptedDevice(vault)
    try await device.notes.insert([.sample(1)])
    try await device.sync()
    _ = try await device.encryption.enable(with: .sample())
    await #expect(throws: EncryptionError.vaultFull) { try await device.encryption.sealAll { _ in } }
  }
}

extension BlobUploadReply {
  /// The number of bytes of a blob that the vault has.
  fileprivate var received: Int {
    if case .progress(let progress) = self { progress.received } else { 0 }
  }
}
