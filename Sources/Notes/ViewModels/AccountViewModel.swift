package import NotesDomain
import Observation

/// This device's account on a server: signing in and out, and the devices of the account.
///
/// No action changes a note. After signing in to another server or account, the next sync adds this device's notes to it.
@MainActor @Observable
package final class AccountViewModel: ViewModel {
  package private(set) var state = AccountState()

  private let client: any AccountClient
  private let store: any CredentialStore
  /// `nil` in a program without encryption.
  private let encryption: (any VaultEncryption)?
  private let vaults: any EncryptionStore

  init(
    client: any AccountClient, store: any CredentialStore, encryption: (any VaultEncryption)?,
    vaults: any EncryptionStore
  ) {
    self.client = client
    self.store = store
    self.encryption = encryption
    self.vaults = vaults
  }

  /// Loads the credentials of this device, without a request to the server.
  package func load() async {
    await run { state.credentials = try await store.load() }
  }

  /// Checks that this device may sign in, before the user types a password.
  ///
  /// - Parameters:
  ///   - server: The server, as typed.
  ///   - name: The account, as typed; `nil` if it is not known yet.
  ///   - isForced: Whether to leave the account that this device is signed in to.
  package func admit(to server: String, as name: String? = nil, isForced: Bool) async {
    await run {
      do throws(ServerAddressError) {
        state.server = try ServerAddress(server)
      } catch {
        throw AccountFailure.malformedServer(server, error)
      }
      try await checkAccount(name.map(Self.account), isForced: isForced)
    }
  }

  /// Signs this device in, and revokes the token of an earlier sign-in if that server can be reached. A device that does not
  /// get the keys of its vault stays signed in.
  ///
  /// A server that names another vault than before for an account whose vault was encrypted is refused: it would get the notes
  /// in plain text.
  ///
  /// - Parameters:
  ///   - secret: What opens the keys of the account's vault, if it is encrypted; `nil` to unlock it later.
  ///   - isForced: Whether to leave the account, or the vault, that this device is signed in to.
  package func signIn(
    to server: ServerAddress, as name: String, password: Password, label: String,
    unlockingBy secret: KeyringSecret? = nil, isForced: Bool
  ) async {
    await run {
      // Checked first, since the server sees the password.
      if case .passphrase(let passphrase) = secret, passphrase.bytes == password.bytes {
        throw EncryptionError.sameAsPassword
      }
      state.server = server
      let account = try Self.account(name)
      try await checkAccount(account, isForced: isForced)
      guard label.utf8.count <= SignInRequest.maximumLabelBytes else { throw AccountFailure.longLabel(label) }
      let request = SignInRequest(name: account, password: password, label: label)
      // Unreadable credentials are replaced: they are useless, and removing them first would not help the user.
      let before = await store.salvage()
      let reply = try await client.signIn(request, at: server)
      if !isForced, let before, before.server == server, before.account == account, before.vault != reply.vault,
        try await isEncrypted(before)
      {
        // Its token is of no use, and the one of before stays here.
        let refused = Credentials(
          server: server, account: account, vault: reply.vault, device: reply.device, token: reply.token)
        try? await client.revoke(reply.device, refused)
        throw AccountFailure.otherVault(server, account)
      }
      let keys = before?.keys?.vault == reply.vault ? before?.keys : nil
      let credentials = Credentials(
        server: server, account: account, vault: reply.vault, device: reply.device, token: reply.token, keys: keys)
      try await save(credentials)
      let revocationError = await revoke(before)
      let unlockError = await unlock(by: secret)
      // With the keys.
      state.credentials = (try? await store.load()) ?? credentials
      state.outcome = .signedIn(
        credentials, before: before, revocationError: revocationError, unlockError: unlockError)
    }
  }

  /// Signs this device out, even if the server cannot be reached or the credentials are unreadable, so that signing out is
  /// always a way to start over. The server then keeps a token that was not revoked.
  package func signOut() async {
    await run {
      let credentials: Credentials?
      var credentialError: CredentialError?
      do throws(CredentialError) {
        credentials = try await store.load()
      } catch {
        credentials = await store.salvage()
        credentialError = error
      }
      guard credentials != nil || credentialError != nil else { throw AccountFailure.notSignedIn }
      let revocationError = await revoke(credentials)
      try await store.remove()
      state.credentials = nil
      state.outcome = .signedOut(credentials, revocationError: revocationError, credentialError: credentialError)
    }
  }

  /// Loads the devices of the account from the server.
  package func loadDevices() async {
    await run {
      let credentials = try await signedIn()
      state.credentials = credentials
      state.devices = try await client.devices(credentials)
    }
  }

  /// Selects one of the loaded devices by its label, or by a prefix of its id.
  package func select(_ reference: String) async {
    await run {
      let named = state.devices.filter { $0.label == reference }
      let candidates =
        named.isEmpty && !reference.isEmpty
        ? state.devices.filter { $0.id.description.hasPrefix(reference.lowercased()) } : named
      guard let first = candidates.first else { throw AccountFailure.noDevice(reference) }
      guard candidates.count == 1 else { throw AccountFailure.ambiguousDevice(reference, candidates: candidates) }
      state.selected = first
    }
  }

  /// Revokes a device of the account. Signs this device out if it is the one.
  package func revoke(_ device: SignedInDevice) async {
    await run {
      let credentials = try await signedIn()
      try await client.revoke(device.id, credentials)
      if device.id == credentials.device {
        try await store.remove()
        state.credentials = nil
      }
      state.devices.removeAll { $0.id == device.id }
      state.outcome = .revoked(device)
    }
  }

  /// Checks that this device is signed in, before the user types passwords.
  package func checkSignedIn() async {
    await run { state.credentials = try await signedIn() }
  }

  /// Changes the account's password, and signs out its other devices. This device stays signed in.
  package func changePassword(from current: Password, to new: Password) async {
    await run {
      let credentials = try await signedIn()
      state.credentials = credentials
      do throws(AccountClientError) {
        try await client.changePassword(PasswordChange(from: current, to: new), credentials)
      } catch .transport(let error) where error.mayHaveArrived {
        throw AccountFailure.passwordUncertain(error)
      } catch {
        throw error
      }
      state.outcome = .passwordChanged(credentials)
    }
  }

  /// Revokes the token of some credentials.
  ///
  /// - Returns: The error if the server did not revoke it.
  private func revoke(_ credentials: Credentials?) async -> AccountClientError? {
    guard let credentials else { return nil }
    do throws(AccountClientError) {
      try await client.revoke(credentials.device, credentials)
    } catch .transport(.unauthorized), .unknownDevice {
      // The token was revoked before.
    } catch {
      return error
    }
    return nil
  }

  /// Returns whether the vault of a sign-in was ever encrypted.
  private func isEncrypted(_ credentials: Credentials) async throws -> Bool {
    if credentials.keys != nil { return true }
    return try await vaults.keyring(of: credentials.vault) != nil
  }

  /// Gives this device the keys of its vault.
  ///
  /// - Returns: The error if it did not get them.
  private func unlock(by secret: KeyringSecret?) async -> EncryptionError? {
    guard let secret else { return nil }
    guard let encryption else { return .notEncrypted }
    do throws(EncryptionError) {
      try await encryption.unlock(by: secret)
    } catch {
      return error
    }
    return nil
  }

  /// Saves new credentials. Revokes their token if that fails, since no later action could.
  private func save(_ credentials: Credentials) async throws {
    do {
      try await store.save(credentials)
    } catch {
      try? await client.revoke(credentials.device, credentials)
      throw error
    }
  }

  /// Checks that this device is not signed in to another server or account than those of a sign-in.
  private func checkAccount(_ account: AccountName?, isForced: Bool) async throws {
    guard !isForced, let current = try await store.load() else { return }
    guard current.server == state.server, account == nil || account == current.account else {
      throw AccountFailure.signedInElsewhere(current.server, current.account)
    }
  }

  private func signedIn() async throws -> Credentials {
    guard let credentials = try await store.load() else { throw AccountFailure.notSignedIn }
    return credentials
  }

  private static func account(_ text: String) throws -> AccountName {
    guard let name = AccountName(text) else { throw AccountFailure.malformedName(text) }
    return name
  }

  private func run(_ action: @MainActor () async throws -> Void) async {
    state.phase = .working
    state.outcome = nil
    state.phase = await .after(action)
  }
}

/// The state of this device's account.
package struct AccountState: ViewState {
  /// The result of an action.
  package enum Outcome: Sendable, Hashable {
    /// This device is signed in. The errors are why the token of the sign-in before was not revoked, and why this device did
    /// not get the keys of its vault.
    case signedIn(
      Credentials, before: Credentials?, revocationError: AccountClientError?, unlockError: EncryptionError?)
    /// This device is signed out, though its token may not be revoked, and its credentials may have been unreadable.
    case signedOut(Credentials?, revocationError: AccountClientError?, credentialError: CredentialError?)
    case revoked(SignedInDevice)
    case passwordChanged(Credentials)
  }

  package var phase: Phase = .idle
  /// The server to sign in to.
  package var server: ServerAddress?
  /// The credentials of this device; `nil` if it is not signed in, or before the first action.
  package var credentials: Credentials?
  /// The devices of the account, the earliest sign-in first.
  package var devices: [SignedInDevice] = []
  package var selected: SignedInDevice?
  package var outcome: Outcome?
}

/// The reason why this device cannot sign in or out, or its account's devices cannot be shown.
package enum AccountFailure: Error, Sendable, Hashable {
  /// The password may have been changed, since the server's reply was lost.
  case passwordUncertain(TransportError)
  case malformedServer(String, ServerAddressError)
  case malformedName(String)
  /// This device is signed in to another server or account.
  case signedInElsewhere(ServerAddress, AccountName)
  /// The server names another vault than before for this account, whose vault was encrypted.
  case otherVault(ServerAddress, AccountName)
  case notSignedIn
  /// No device of the account has this label or id.
  case noDevice(String)
  /// Several devices of the account have this label or prefix.
  case ambiguousDevice(String, candidates: [SignedInDevice])
  /// The label of a device is too long.
  case longLabel(String)
}

extension TransportError {
  /// Whether the server may have received the request, although its reply is missing.
  fileprivate var mayHaveArrived: Bool {
    switch self {
    // A proxy may put a page of its own in place of the reply.
    case .unreachable, .unavailable, .misaddressed, .undecodable, .oversized: true
    case .notConfigured, .misconfigured, .credentials, .untrusted, .rateLimited, .unauthorized, .refused,
      .unsupportedProtocol, .encryption:
      false
    }
  }
}
