package import NotesDomain
import Observation

/// This device's account on a server: signing in and out, and the other devices of it.
///
/// None of it touches a note. What another server, or another account, holds is a matter of the next sync, which adds what is
/// here to what is there.
@MainActor @Observable
package final class AccountViewModel {
  /// What to show.
  package private(set) var state = AccountState()

  private let client: any AccountClient
  private let store: any CredentialStore

  /// Creates a view-model.
  ///
  /// - Parameters:
  ///   - client: The way to a server's accounts.
  ///   - store: Where this device keeps what it needs to speak to its server.
  package init(client: any AccountClient, store: any CredentialStore) {
    self.client = client
    self.store = store
  }

  /// Looks whether this device is signed in, without asking anybody.
  package func load() {
    act { () throws(Failure) in state.credentials = try credentials() }
  }

  /// Looks whether this device may sign in, before a person is asked for a password.
  ///
  /// - Parameters:
  ///   - server: Where, as it was typed.
  ///   - name: As whom; `nil` when that is not known yet.
  ///   - isForced: Whether to leave the account that this device is signed in to.
  /// - Returns: Where; `nil` when it may not.
  package func admit(to server: String, as name: String? = nil, isForced: Bool) -> ServerAddress? {
    var address: ServerAddress?
    act { () throws(Failure) in
      let wanted = try Self.address(server)
      let account = try name.map { (name) throws(Failure) in try Self.account(name) }
      if !isForced, let found = try credentials(), found.server != wanted || (account ?? found.account) != found.account
      {
        throw .signedInElsewhere(found.server, found.account)
      }
      address = wanted
    }
    return address
  }

  /// Signs this device in. Should it be signed in already, its older self is signed out, as far as that server can be reached.
  ///
  /// - Parameters:
  ///   - server: Where.
  ///   - name: As whom, as it was typed.
  ///   - password: The account's password.
  ///   - label: What the owner calls this device.
  ///   - isForced: Whether to leave another account for it.
  package func signIn(
    to server: ServerAddress, as name: String, password: Password, label: String, isForced: Bool
  ) async {
    guard admit(to: server.description, as: name, isForced: isForced) != nil else { return }
    await act { () async throws(Failure) in
      guard label.utf8.count <= SignInRequest.maximumLabelBytes else { throw .longLabel(label) }
      let request = SignInRequest(name: try Self.account(name), password: password, label: label)
      // What cannot be read is replaced; it is of no use, and asking a person to remove it first would not help.
      let before = store.salvage()
      let reply = try await Self.asking { () async throws(AccountClientError) in
        try await client.signIn(request, at: server)
      }
      let credentials = Credentials(
        server: server, account: request.name, vault: reply.vault, device: reply.device, token: reply.token)
      try await keep(credentials)
      let revocationError = await revoke(before)
      state.credentials = credentials
      state.outcome = .signedIn(credentials, before: before, revocationError: revocationError)
    }
  }

  /// Signs this device out. Here it is signed out even if the server cannot be reached, or the credentials are unsound, so
  /// that this is always a way to begin anew; a token that nobody could revoke lives on there.
  package func signOut() async {
    await act { () async throws(Failure) in
      let credentials: Credentials?
      var credentialError: CredentialError?
      do throws(CredentialError) {
        credentials = try store.load()
      } catch {
        credentials = store.salvage()
        credentialError = error
      }
      guard credentials != nil || credentialError != nil else { throw .notSignedIn }
      let revocationError = await revoke(credentials)
      try forget()
      state.credentials = nil
      state.outcome = .signedOut(credentials, revocationError: revocationError, credentialError: credentialError)
    }
  }

  /// Asks the server for the devices of the account.
  package func loadDevices() async {
    await act { () async throws(Failure) in
      let credentials = try signedIn()
      state.credentials = credentials
      state.devices = try await Self.asking { () async throws(AccountClientError) in
        try await client.devices(credentials)
      }
    }
  }

  /// Finds the device that a person means among those that were loaded.
  ///
  /// - Parameter reference: The beginning of its id, or its label.
  /// - Returns: `nil` when it is none, or could be several.
  package func select(_ reference: String) -> SignedInDevice? {
    var device: SignedInDevice?
    act { () throws(Failure) in
      let named = state.devices.filter { $0.label == reference }
      let candidates =
        named.isEmpty && !reference.isEmpty
        ? state.devices.filter { $0.id.description.hasPrefix(reference.lowercased()) } : named
      guard let first = candidates.first else { throw .noDevice(reference) }
      guard candidates.count == 1 else { throw .ambiguousDevice(reference, candidates: candidates) }
      device = first
    }
    return device
  }

  /// Revokes a device of the account. This one is signed out with it.
  ///
  /// - Parameter device: The device.
  package func revoke(_ device: SignedInDevice) async {
    await act { () async throws(Failure) in
      let credentials = try signedIn()
      try await Self.asking { () async throws(AccountClientError) in
        try await client.revoke(device.id, credentials)
      }
      if device.id == credentials.device {
        try forget()
        state.credentials = nil
      }
      state.devices.removeAll { $0.id == device.id }
      state.outcome = .revoked(device)
    }
  }

  /// Makes the token of some credentials worthless.
  ///
  /// - Returns: Why the server does not know; `nil` when it does, or there is no token.
  private func revoke(_ credentials: Credentials?) async -> AccountClientError? {
    guard let credentials else { return nil }
    do throws(AccountClientError) {
      try await client.revoke(credentials.device, credentials)
    } catch .transport(.unauthorized), .unknownDevice {
      // Somebody else did it.
    } catch {
      return error
    }
    return nil
  }

  /// Keeps new credentials. If that fails, nobody would ever sign that device out again.
  private func keep(_ credentials: Credentials) async throws(Failure) {
    do throws(CredentialError) {
      try store.save(credentials)
    } catch {
      try? await client.revoke(credentials.device, credentials)
      throw .credentials(error)
    }
  }

  private func credentials() throws(Failure) -> Credentials? {
    do throws(CredentialError) {
      return try store.load()
    } catch {
      throw .credentials(error)
    }
  }

  private func signedIn() throws(Failure) -> Credentials {
    guard let credentials = try credentials() else { throw .notSignedIn }
    return credentials
  }

  private func forget() throws(Failure) {
    do throws(CredentialError) {
      try store.remove()
    } catch {
      throw .credentials(error)
    }
  }

  private static func address(_ text: String) throws(Failure) -> ServerAddress {
    do throws(ServerAddressError) {
      return try ServerAddress(text)
    } catch {
      throw .malformedServer(text, error)
    }
  }

  private static func account(_ text: String) throws(Failure) -> AccountName {
    guard let name = AccountName(text) else { throw .malformedAccount(text) }
    return name
  }

  private static func asking<Reply: Sendable>(
    _ question: () async throws(AccountClientError) -> Reply
  ) async throws(Failure) -> Reply {
    do throws(AccountClientError) {
      return try await question()
    } catch {
      throw .account(error)
    }
  }

  private func act(_ action: () throws(Failure) -> Void) {
    state.phase = .working
    do throws(Failure) {
      try action()
      state.phase = .done
    } catch {
      state.phase = .failed(error)
    }
  }

  private func act(_ action: () async throws(Failure) -> Void) async {
    state.phase = .working
    state.outcome = nil
    do throws(Failure) {
      try await action()
      state.phase = .done
    } catch {
      state.phase = .failed(error)
    }
  }
}

/// What is shown of this device's account.
package struct AccountState: Sendable, Hashable {
  /// What an action came to.
  package enum Outcome: Sendable, Hashable {
    /// This device is signed in.
    ///
    /// - Parameters:
    ///   - before: What it was signed in with before; `nil` for nothing.
    ///   - unheard: Why the server of those does not know that this is over; `nil` when it does.
    case signedIn(Credentials, before: Credentials?, revocationError: AccountClientError?)
    /// This device is signed out here.
    ///
    /// - Parameters:
    ///   - unheard: Why the server does not know; `nil` when it does.
    ///   - unsound: What was wrong with the credentials, which may have been unreadable; `nil` when nothing was.
    case signedOut(Credentials?, revocationError: AccountClientError?, credentialError: CredentialError?)
    /// A device was revoked.
    case revoked(SignedInDevice)
  }

  /// How far the last action is.
  package var phase: Phase = .idle
  /// What this device has to speak to its server; `nil` when it has not signed in, or before the first action.
  package var credentials: Credentials?
  /// The devices of the account, those that signed in first in front.
  package var devices: [SignedInDevice] = []
  /// What the last action came to.
  package var outcome: Outcome?
}
