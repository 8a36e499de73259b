package import NotesDomain
import Observation

/// The encryption of the vault with which this device syncs.
///
/// No action changes a note. Secrets are passed to the actions, and are not part of the state; a recovery code is, until the
/// next action.
@MainActor @Observable
package final class EncryptionViewModel: ViewModel {
  package private(set) var state = EncryptionState()

  private let encryption: any VaultEncryption

  init(encryption: any VaultEncryption) {
    self.encryption = encryption
  }

  /// Loads the state of the vault from the server.
  package func load() async {
    await run { state.status = try await encryption.status() }
  }

  /// Begins to encrypt the vault. ``sealAll()`` completes it.
  package func enable(with passphrase: Passphrase) async {
    await run {
      try Self.check(passphrase)
      state.recoveryCode = try await encryption.enable(with: passphrase)
    }
  }

  /// Gives a vault that has lost its keyring the one that this device knows. ``sealAll()`` completes it.
  ///
  /// - Parameter secret: What opens the keyring; not needed by a device that has the keys.
  package func restoreKeyring(by secret: KeyringSecret?) async {
    await run { try await encryption.restoreKeyring(by: secret) }
  }

  /// Gives this device the keys of the vault.
  package func unlock(by secret: KeyringSecret) async {
    await run { try await encryption.unlock(by: secret) }
  }

  /// Makes a new key, which devices that were revoked do not have.
  ///
  /// - Parameters:
  ///   - replacesUnknownKeys: Whether it replaces keys that this device does not have, too: a false keyring.
  ///   - sealsAll: Whether ``sealAll()`` follows.
  package func rotate(with passphrase: Passphrase, replacesUnknownKeys: Bool = false, sealsAll: Bool = false) async {
    await run {
      try Self.check(passphrase)
      state.recoveryCode = try await encryption.rotate(
        with: passphrase, replacesUnknownKeys: replacesUnknownKeys, sealsAll: sealsAll)
    }
  }

  package func replaceRecoveryCode() async {
    await run { state.recoveryCode = try await encryption.replaceRecoveryCode() }
  }

  /// Records that the recovery code of the last action was shown.
  package func recoveryCodeWasShown() async {
    await run { try await encryption.recoveryCodeWasShown() }
  }

  package func changePassphrase(to passphrase: Passphrase) async {
    await run {
      try Self.check(passphrase)
      try await encryption.changePassphrase(to: passphrase)
    }
  }

  /// Seals everything in the vault with the current key, from where it was interrupted.
  package func sealAll() async {
    await run {
      let sealed = await withProgress {
        self.state.progress = $0
      } during: {
        await self.sealed(progress: $0)
      }
      state.progress = try sealed.get()
    }
  }

  /// Seals everything off the main actor, which shows the progress meanwhile.
  @concurrent
  private nonisolated func sealed(
    progress: @escaping @Sendable (SealingProgress) -> Void
  ) async -> Result<SealingProgress, EncryptionError> {
    do throws(EncryptionError) {
      return .success(try await encryption.sealAll(progress: progress))
    } catch {
      return .failure(error)
    }
  }

  private static func check(_ passphrase: Passphrase) throws {
    guard passphrase.isLongEnough else { throw EncryptionError.weakPassphrase }
  }

  private func run(_ action: @MainActor () async throws -> Void) async {
    state = EncryptionState(phase: .working, status: state.status)
    state.phase = await .after(action)
  }
}

/// The state of a vault's encryption, and the result of the last action.
package struct EncryptionState: ViewState {
  package var phase: Phase = .idle
  /// The state of the vault when it was last loaded.
  package var status: EncryptionStatus?
  /// The recovery code that the last action made, to be shown once; `nil` if it made none.
  package var recoveryCode: RecoveryCode?
  /// The progress of sealing everything.
  package var progress: SealingProgress?
}
