import Crypto
import NotesDomain
import NotesServer
import NotesTestSupport
import Wiring

@testable import NotesEncryption

/// The parts of encryption that a mutant replaces; the real ones, unless they are changed.
struct Parts: Sendable {
  var cipher: any VaultCipher = AESVaultCipher()
  var keyrings: any KeyringCipher = FaultyKeyringCipher.real
  var device: @Sendable (inout Overrides) -> Void = { _ in }
  var rules: @Sendable (inout ServerRules) -> Void = { _ in }

  /// Replaces the parts of a device.
  func replace(in overrides: inout Overrides) {
    overrides.replace((any VaultCipher).self, with: cipher)
    overrides.replace((any KeyringCipher).self, with: keyrings)
    device(&overrides)
  }
}

/// Encryption that lacks one protection, and the invariant that it breaks.
struct Mutant: Sendable, CustomStringConvertible {
  let description: String
  /// Returns whether the invariant holds for some parts.
  let holds: Invariant.Check
  let parts: Parts

  static func all() -> [Mutant] {
    [
      cipher("each key has one nonce", .constantNonce, breaking: Invariant.noncesDiffer),
      cipher("a version has no note", .noteNotInLabel, .noteNotInKey, breaking: Invariant.versionsKeepTheirPlace),
      cipher("a version has no vault", .vaultNotInLabel, .vaultNotInKey, breaking: Invariant.versionsKeepTheirPlace),
      cipher("additional data lacks the base", .baseNotInLabel, breaking: Invariant.changedBitIsNoticed),
      cipher("additional data lacks the key id", .keyIDNotInLabel, breaking: Invariant.changedKeyIDIsNoticed),
      cipher("the operation is not sealed", .operationNotSealed, breaking: Invariant.changedBitIsNoticed),
      cipher("versions are not padded", .noPadding, breaking: Invariant.shortTextsHaveOneSize),
      cipher("nonces lack the position of a chunk", .positionNotInNonce, breaking: Invariant.chunksKeepTheirPlace),
      cipher("nonces lack the end of a blob", .endNotInNonce, breaking: Invariant.chunksKeepTheirPlace),
      cipher("bases are not compared", .baseNotCompared, breaking: Invariant.earlierVersionIsNotUsed),
      cipher("bases are not compared in sealing", .baseNotCompared, breaking: Invariant.earlierVersionIsNotSealed),
      stages("encrypting never ends", [.complete, .rotating], breaking: Invariant.plainTextIsNotSealed),
      device("revisions are not compared", using: .rolledBack, breaking: Invariant.lastVersionStays),
      device("plain text is used", using: .plainText, breaking: Invariant.inventedVersionIsNotUsed),
      device("deletions need no seal", using: .unprovenDeletion, breaking: Invariant.inventedVersionIsNotUsed),
      device("earlier keys seal", using: .retiredKey, breaking: Invariant.versionOfEarlierKeyIsNotUsed),
      device("absent notes are deleted", keepsDeletions: false, breaking: Invariant.absentNoteStays),
      keyrings("keyrings are not authenticated", .authentication, breaking: Invariant.changedKeyringIsNoticed),
      keyrings("generations are not compared", .generation, breaking: Invariant.earlierKeyringIsReplaced),
      keyrings("earlier keys prove keyrings", .retirement, breaking: Invariant.keyringOfEarlierKeyIsRefused),
      keyrings("a guess may cost little", .floor, breaking: Invariant.otherCostIsRefused),
      keyrings("a guess may cost anything", .cap, breaking: Invariant.otherCostIsRefused),
      twoTransports("accepted changes are not expected", breaking: Invariant.withheldChangeIsNoticed),
      trustfulServer("the server takes plain text", breaking: Invariant.plainTextIsRefused),
    ]
  }

  private init(_ description: String, breaking holds: @escaping Invariant.Check, _ change: (inout Parts) -> Void) {
    var parts = Parts()
    change(&parts)
    (self.description, self.holds, self.parts) = (description, holds, parts)
  }

  private static func cipher(
    _ description: String, _ faults: FaultyCipher.Fault..., breaking holds: @escaping Invariant.Check
  ) -> Mutant {
    Mutant(description, breaking: holds) { $0.cipher = FaultyCipher(faults) }
  }

  private static func keyrings(
    _ description: String, _ fault: FaultyKeyringCipher.Fault, breaking holds: @escaping Invariant.Check
  ) -> Mutant {
    Mutant(description, breaking: holds) { $0.keyrings = FaultyKeyringCipher(fault) }
  }

  /// Returns a mutant of a device that takes some stages of its work on a vault for its first encryption.
  private static func stages(
    _ description: String, _ mistaken: Set<EncryptionStage>, breaking holds: @escaping Invariant.Check
  ) -> Mutant {
    Mutant(description, breaking: holds) { parts in
      parts.device = { overrides in
        overrides.decorate((any EncryptionStore).self) { store in MistakenStore(store: store, mistaken: mistaken) }
      }
    }
  }

  /// Returns a mutant of a device whose sending and receiving sides have a transport each.
  private static func twoTransports(_ description: String, breaking holds: @escaping Invariant.Check) -> Mutant {
    Mutant(description, breaking: holds) { parts in
      parts.device = { overrides in
        overrides.replace(SealedTransport.self, SealedTransport.init)
          .from(.server, .unqualified, .unqualified, .unqualified, .unqualified, .unqualified).scoped(.transient)
      }
    }
  }

  private static func trustfulServer(_ description: String, breaking holds: @escaping Invariant.Check) -> Mutant {
    Mutant(description, breaking: holds) { parts in
      parts.rules = { rules in rules.isPlain = { _, _ in false } }
    }
  }

  /// Returns a mutant of a device that uses versions which are set aside for a reason.
  private static func device(
    _ description: String, using reason: SetAsideVersion.Reason? = nil, keepsDeletions: Bool = true,
    breaking holds: @escaping Invariant.Check
  ) -> Mutant {
    Mutant(description, breaking: holds) { parts in
      parts.device = { overrides in
        overrides.decorate((any VaultTransport).self) {
          (sealed: any VaultTransport, credentials: any CredentialStore) -> any VaultTransport in
          let transport = CheatingTransport(sealed)
          transport.cheat(onPages: { page in
            let keys = try? await credentials.load()?.keys
            let items = page.items.map { item in
              guard let version = item.payload.flatMap(SetAsideVersion.init(payload:)), version.reason == reason
              else { return item }
              return version.used(as: item, with: keys) ?? item
            }
            return ChangesPage(head: page.head, items: items, hasMore: page.hasMore, keepsDeletions: keepsDeletions)
          })
          return transport
        }
      }
    }
  }
}

extension SetAsideVersion {
  /// Returns the item without the check that set it aside; of those that are rolled back, the ones whose revision is below the
  /// revision that they replace, since the comparison of bases accepts them.
  fileprivate func used(as item: VaultItem, with keys: VaultKeys?) -> VaultItem? {
    var payload = reason == .plainText ? bytes : nil
    let opened = keys.flatMap { try? AESVaultCipher().open(bytes, of: item.id, with: $0) }
    if reason == .retiredKey { payload = opened?.version.payload }
    if reason == .rolledBack {
      guard let opened, opened.base > item.revision else { return nil }
      payload = opened.version.payload
    }
    return VaultItem(id: item.id, revision: item.revision, payload: payload)
  }
}

/// A store that returns ``EncryptionStage/encrypting`` in place of some stages, and does not know the first keyring.
private struct MistakenStore: EncryptionStore {
  let store: any EncryptionStore
  let mistaken: Set<EncryptionStage>

  func keyring(of vault: VaultID) async throws(StoreError) -> KnownKeyring? {
    var known = try await store.keyring(of: vault)
    guard let stage = known?.stage, mistaken.contains(stage) else { return known }
    known?.stage = .encrypting
    known?.rotated = nil
    return known
  }

  func updateKeyring(
    of vault: VaultID, _ change: @Sendable (KnownKeyring?) -> KnownKeyring
  ) async throws(StoreError) {
    try await store.updateKeyring(of: vault, change)
  }

  func sealedBlobs(_ digests: [BlobDigest], in vault: VaultID) async throws(StoreError) -> [BlobDigest: SealedBlob] {
    try await store.sealedBlobs(digests, in: vault)
  }

  func save(_ blobs: [SealedBlob], in vault: VaultID) async throws(StoreError) {
    try await store.save(blobs, in: vault)
  }

  func deletions(
    of notes: [NoteID], in vault: VaultID, epoch: Epoch
  ) async throws(StoreError) -> [NoteID: Revision] {
    try await store.deletions(of: notes, in: vault, epoch: epoch)
  }

  func save(deletions: [NoteID: Revision], in vault: VaultID, epoch: Epoch) async throws(StoreError) {
    try await store.save(deletions: deletions, in: vault, epoch: epoch)
  }

  func floors(of notes: [NoteID], in vault: VaultID, epoch: Epoch) async throws(StoreError) -> [NoteID: Revision] {
    try await store.floors(of: notes, in: vault, epoch: epoch)
  }

  func save(floors: [NoteID: Revision], in vault: VaultID, epoch: Epoch) async throws(StoreError) {
    try await store.save(floors: floors, in: vault, epoch: epoch)
  }

  func removeFloors(in vault: VaultID) async throws(StoreError) { try await store.removeFloors(in: vault) }

  func moveDeletions(in vault: VaultID, to change: EpochChange) async throws(StoreError) {
    try await store.moveDeletions(in: vault, to: change)
  }

  func acceptedChanges(of vault: VaultID) async throws(StoreError) -> AcceptedChanges {
    try await store.acceptedChanges(of: vault)
  }

  func save(_ changes: AcceptedChanges, of vault: VaultID) async throws(StoreError) {
    try await store.save(changes, of: vault)
  }
}

/// The cipher of a vault, written once more so that it can lack protections. Without faults it is the real one.
struct FaultyCipher: VaultCipher {
  enum Fault: Sendable {
    case constantNonce, noteNotInLabel, noteNotInKey, vaultNotInLabel, vaultNotInKey, baseNotInLabel, keyIDNotInLabel
    case operationNotSealed, noPadding, baseNotCompared, positionNotInNonce, endNotInNonce
  }

  private let faults: Set<Fault>

  init(_ faults: [Fault] = []) { self.faults = Set(faults) }

  func seal(_ version: SealedVersion, as occasion: SealOccasion, with keys: VaultKeys) -> [UInt8] {
    let real = AESVaultCipher().seal(version, as: occasion, with: keys)
    let header = Array(real[..<17])
    let nonce = faults.contains(.constantNonce) ? [UInt8](repeating: 0, count: 12) : Array(real[17..<29])
    var (plain, operation) = (ItemBody.encode(version), [UInt8]())
    if faults.contains(.operationNotSealed) { (operation, plain[0]) = ([plain[0]], 1) }
    if faults.contains(.noPadding) { plain = Array(plain.prefix(7 + (version.payload ?? []).count)) }
    let sealed = AESGCM.seal(
      plain, with: key(for: occasion.note, from: keys.current, in: keys.vault), nonce: nonce,
      authenticating: label(header, of: occasion.note, in: keys.vault))
    return header + nonce + sealed + operation
  }

  func open(_ bytes: [UInt8], of note: NoteID, with keys: VaultKeys) throws(SealError) -> OpenedVersion {
    var bytes = bytes
    let operation = faults.contains(.operationNotSealed) ? bytes.popLast() : nil
    guard bytes.count >= 45, bytes[0] == 1, let base = Int64(exactly: UInt64(bigEndian: bytes[9..<17])) else {
      throw .unknownFormat
    }
    let id = VaultKeyID(bits: UInt64(bigEndian: bytes[1..<9]))
    guard let vaultKey = keys[id] else { throw .unknownKey(id) }
    var plain = AESGCM.open(
      bytes[29...], with: key(for: note, from: vaultKey, in: keys.vault), nonce: bytes[17..<29],
      authenticating: label(Array(bytes[..<17]), of: note, in: keys.vault))
    if faults.contains(.noPadding), let short = plain {
      plain = short + [UInt8](repeating: 0, count: Padding.length(for: short.count) - short.count)
    }
    guard let version = plain.flatMap(ItemBody.decode) else { throw .notAuthentic }
    return OpenedVersion(
      operation == 2 ? SealedVersion(payload: nil) : version,
      base: Revision(faults.contains(.baseNotCompared) ? .max : base), key: id)
  }

  func seal(_ bytes: [UInt8], as chunk: BlobChunk, with key: VaultKey, in vault: VaultID) -> [UInt8] {
    AESVaultCipher().seal(bytes, as: known(chunk), with: key, in: vault)
  }

  func open(_ bytes: [UInt8], as chunk: BlobChunk, with key: VaultKey, in vault: VaultID) throws(SealError) -> [UInt8] {
    try AESVaultCipher().open(bytes, as: known(chunk), with: key, in: vault)
  }

  /// Returns a chunk at the position that is part of its nonce.
  private func known(_ chunk: BlobChunk) -> BlobChunk {
    BlobChunk(
      of: chunk.blob, index: faults.contains(.positionNotInNonce) ? 0 : chunk.index,
      isLast: chunk.isLast && !faults.contains(.endNotInNonce))
  }

  private func key(for note: NoteID, from key: VaultKey, in vault: VaultID) -> SymmetricKey {
    key.derivation(in: faults.contains(.vaultNotInKey) ? .main : vault)
      .key(.item, faults.contains(.noteNotInKey) ? [] : note.sealedBytes)
  }

  private func label(_ header: [UInt8], of note: NoteID, in vault: VaultID) -> [UInt8] {
    var label = Array("notesctl/1 item".utf8) + [0]
    if !faults.contains(.vaultNotInLabel) { label += vault.sealedName }
    if !faults.contains(.noteNotInLabel) { label += note.sealedBytes }
    label.append(header[0])
    if !faults.contains(.keyIDNotInLabel) { label += header[1..<9] }
    if !faults.contains(.baseNotInLabel) { label += header[9...] }
    return label
  }
}

/// The cipher of keyrings without one protection.
struct FaultyKeyringCipher: KeyringCipher {
  enum Fault: Sendable { case authentication, generation, retirement, floor, cap }

  /// A thousandth of the real cost.
  private static let cost = ScryptParameters(logarithm: 7, blockSize: 8, parallelism: 1)

  static var real: ScryptKeyringCipher {
    ScryptKeyringCipher(parameters: cost, randomness: SeededRandomness(seed: 3))
  }

  private let fault: Fault
  private let inner = FaultyKeyringCipher.real

  init(_ fault: Fault) { self.fault = fault }

  func seal(
    _ keys: VaultKeys, generation: KeyringGeneration, for passphrase: Passphrase, and code: RecoveryCode
  ) async throws(KeyringError) -> Keyring {
    try await inner.seal(keys, generation: generation, for: passphrase, and: code)
  }

  func replacePassphrase(
    of keyring: Keyring, by passphrase: Passphrase, with keys: VaultKeys
  ) async throws(KeyringError) -> Keyring {
    try await inner.replacePassphrase(of: keyring, by: passphrase, with: keys)
  }

  func replaceRecoveryCode(
    of keyring: Keyring, by code: RecoveryCode, with keys: VaultKeys
  ) throws(KeyringError) -> Keyring {
    try inner.replaceRecoveryCode(of: keyring, by: code, with: keys)
  }

  func open(
    _ bytes: [UInt8], of vault: VaultID, by secret: KeyringSecret
  ) async throws(KeyringError) -> OpenedKeyring {
    let stated = try KeyringFormat.read(bytes).keyring.derivation.parameters
    let isFree = fault == (stated.logarithm < Self.cost.logarithm ? Fault.floor : Fault.cap)
    let cipher = isFree ? ScryptKeyringCipher(parameters: stated, randomness: SeededRandomness()) : inner
    let opened = try await cipher.open(bytes, of: vault, by: secret)
    return OpenedKeyring(compared(opened.keyring), keys: opened.keys)
  }

  func verify(_ bytes: [UInt8], with keys: VaultKeys) throws(KeyringError) -> Keyring {
    let format = try KeyringFormat.read(bytes).keyring
    if fault == .retirement, let key = keys[format.current] {
      return try inner.verify(bytes, with: VaultKeys(vault: keys.vault, current: key))
    }
    guard fault == .authentication else { return compared(try inner.verify(bytes, with: keys)) }
    guard format.current == keys.current.id else { throw keys[format.current] == nil ? .rotated : .outdated }
    return Keyring(generation: format.generation, bytes: bytes)
  }

  /// Returns a keyring with the generation that is compared.
  private func compared(_ keyring: Keyring) -> Keyring {
    fault == .generation ? Keyring(generation: 4_294_967_294, bytes: keyring.bytes) : keyring
  }
}
