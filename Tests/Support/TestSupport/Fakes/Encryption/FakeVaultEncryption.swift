package import NotesDomain
import Synchronization

/// The encryption of a vault in memory, with one device.
///
/// ```swift
/// let encryption = FakeVaultEncryption()
/// encryption.lock(with: .sample())  // another device has encrypted the vault
/// ```
package final class FakeVaultEncryption: VaultEncryption {
  private struct State {
    var passphrase: Passphrase?
    var code: RecoveryCode?
    var keys: [VaultKeyID] = []
    var holdsKey = false
    var generation: KeyringGeneration?
    var stage = EncryptionStage.complete
    var owesCode = false
    var isKeyringLost = false
    var unsealed = 0
    var left = 0
    var failure: EncryptionError?
    var failsSealing: EncryptionError?
    var failsRotating: EncryptionError?
  }

  private let randomness = SeededRandomness(seed: 21)
  private let state = Mutex(State())

  package init() {}

  /// The error of every action; `nil` for none.
  package var failure: EncryptionError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The error of ``sealAll(progress:)``; `nil` for none.
  package var failsSealing: EncryptionError? {
    get { state.withLock { $0.failsSealing } }
    set { state.withLock { $0.failsSealing = newValue } }
  }

  /// The error of a rotation whose request never arrives; `nil` for none.
  package var failsRotating: EncryptionError? {
    get { state.withLock { $0.failsRotating } }
    set { state.withLock { $0.failsRotating = newValue } }
  }

  /// The number of notes in the vault that are not sealed with the current key.
  package var unsealed: Int {
    get { state.withLock { $0.unsealed } }
    set { state.withLock { $0.unsealed = newValue } }
  }

  /// The number of notes in the vault that are left as they are.
  package var left: Int {
    get { state.withLock { $0.left } }
    set { state.withLock { $0.left = newValue } }
  }

  package var passphrase: Passphrase? { state.withLock { $0.passphrase } }
  package var recoveryCode: RecoveryCode? { state.withLock { $0.code } }
  package var owesCode: Bool { state.withLock { $0.owesCode } }
  package var holdsKey: Bool { state.withLock { $0.holdsKey } }

  /// Encrypts the vault as another device does, which keeps the key.
  package func lock(with passphrase: Passphrase) {
    state.withLock { state in
      renew(&state, passphrase)
      (state.holdsKey, state.owesCode) = (false, false)
    }
  }

  /// Restores the server from a backup of a time before the vault was encrypted. The device keeps its key.
  package func restoreEarlierServer() {
    state.withLock { $0.isKeyringLost = true }
  }

  package func status() async throws(EncryptionError) -> EncryptionStatus {
    try access { state in
      var keys = EncryptionStatus.Keys.none
      if let key = state.keys.first {
        keys = state.holdsKey ? .held(key, earlier: state.keys.count - 1) : .locked
        if state.isKeyringLost { keys = .missing(isHeld: state.holdsKey) }
      }
      return EncryptionStatus(
        vault: .main, keys: keys, generation: state.generation, stage: state.stage,
        owesCode: state.owesCode)
    }
  }

  package func enable(with passphrase: Passphrase) async throws(EncryptionError) -> RecoveryCode {
    try access { state throws(EncryptionError) in
      if state.isKeyringLost { throw .transport(.encryption(.missingKeyring)) }
      guard state.keys.isEmpty else { throw state.holdsKey ? .alreadyEncrypted : .locked }
      state.stage = .encrypting
      return renew(&state, passphrase)
    }
  }

  package func restoreKeyring(by secret: KeyringSecret?) async throws(EncryptionError) {
    try access { state throws(EncryptionError) in
      guard state.isKeyringLost else { throw state.keys.isEmpty ? .notEncrypted : .alreadyEncrypted }
      if !state.holdsKey {
        guard let secret else { throw .locked }
        try open(state, by: secret)
      }
      (state.holdsKey, state.isKeyringLost, state.stage) = (true, false, .restoring)
    }
  }

  package func unlock(by secret: KeyringSecret) async throws(EncryptionError) {
    try access { state throws(EncryptionError) in
      guard !state.keys.isEmpty else { throw .notEncrypted }
      try open(state, by: secret)
      state.holdsKey = true
    }
  }

  package func rotate(
    with passphrase: Passphrase, replacesUnknownKeys: Bool, sealsAll: Bool
  ) async throws(EncryptionError) -> RecoveryCode {
    try access { state throws(EncryptionError) in
      // This device had the earlier key.
      if replacesUnknownKeys, state.keys.count > 1 { state.holdsKey = true }
      try check(state)
      if sealsAll, state.stage == .complete { state.stage = .rotationRequested }
      if let failure = state.failsRotating {
        state.owesCode = true
        throw failure
      }
      if state.stage == .rotationRequested { state.stage = .rotating }
      return renew(&state, passphrase)
    }
  }

  package func replaceRecoveryCode() async throws(EncryptionError) -> RecoveryCode {
    try access { state throws(EncryptionError) in
      try check(state)
      let code = RecoveryCode(using: randomness)
      (state.code, state.owesCode) = (code, true)
      state.generation = state.generation?.next ?? .first
      return code
    }
  }

  package func recoveryCodeWasShown() async throws(EncryptionError) {
    try access { $0.owesCode = false }
  }

  package func changePassphrase(to passphrase: Passphrase) async throws(EncryptionError) {
    try access { state throws(EncryptionError) in
      try check(state)
      state.passphrase = passphrase
      state.generation = state.generation?.next ?? .first
    }
  }

  package func sealAll(
    progress: @escaping @Sendable (SealingProgress) -> Void
  ) async throws(EncryptionError) -> SealingProgress {
    try access { state throws(EncryptionError) in
      try check(state)
      if let failure = state.failsSealing { throw failure }
      var result = SealingProgress()
      result.sealed = state.unsealed
      result.left = state.left
      result.finished = state.unsealed
      result.total = state.unsealed
      progress(result)
      state.unsealed = 0
      if state.left == 0 { state.stage = .complete }
      return result
    }
  }

  @discardableResult
  private func renew(_ state: inout State, _ passphrase: Passphrase) -> RecoveryCode {
    let code = RecoveryCode(using: randomness)
    state.keys.insert(VaultKeyID(bits: randomness.next()), at: 0)
    state.passphrase = passphrase
    (state.code, state.owesCode) = (code, true)
    state.holdsKey = true
    state.generation = state.generation?.next ?? .first
    return code
  }

  private func open(_ state: State, by secret: KeyringSecret) throws(EncryptionError) {
    switch secret {
    case .passphrase(let passphrase):
      guard passphrase == state.passphrase else { throw .keyring(.wrongPassphrase) }
    case .recoveryCode(let code):
      guard code == state.code else { throw .keyring(.wrongRecoveryCode) }
    }
  }

  private func check(_ state: State) throws(EncryptionError) {
    guard !state.keys.isEmpty else { throw .notEncrypted }
    if state.isKeyringLost { throw .transport(.encryption(.missingKeyring)) }
    guard state.holdsKey else { throw .locked }
  }

  private func access<Value>(
    _ body: (inout State) throws(EncryptionError) -> Value
  ) throws(EncryptionError) -> Value {
    try state.withLock { state throws(EncryptionError) in
      if let failure = state.failure { throw failure }
      return try body(&state)
    }
  }
}
