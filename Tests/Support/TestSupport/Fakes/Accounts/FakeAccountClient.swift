package import NotesDomain
import Synchronization

/// A server's accounts in memory, and a way to them that does what a test says.
package final class FakeAccountClient: AccountClient {
  private struct Entry {
    let device: SignedInDevice
    let token: DeviceToken
    let account: AccountName
  }

  private struct State {
    var passwords: [AccountName: Password] = [:]
    var entries: [Entry] = []
    var failure: AccountClientError?
    var revokingFailure: AccountClientError?
    var mostDevices = 100
    var servers: [ServerAddress] = []
  }

  private let state = Mutex(State())
  private let randomness: SeededRandomness
  private let clock: any WallClock

  /// Creates a server without accounts.
  ///
  /// - Parameters:
  ///   - randomness: Where tokens come from.
  ///   - clock: What time it is.
  package init(randomness: SeededRandomness = SeededRandomness(), clock: any WallClock = FixedClock()) {
    self.randomness = randomness
    self.clock = clock
  }

  /// What every call throws from now on; `nil` to work again.
  package var failure: AccountClientError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// What every call to revoke a device throws from now on; `nil` to work again.
  package var revokingFailure: AccountClientError? {
    get { state.withLock { $0.revokingFailure } }
    set { state.withLock { $0.revokingFailure = newValue } }
  }

  /// The most devices of an account.
  package var mostDevices: Int {
    get { state.withLock { $0.mostDevices } }
    set { state.withLock { $0.mostDevices = newValue } }
  }

  /// The servers that were asked to sign somebody in.
  package var servers: [ServerAddress] { state.withLock { $0.servers } }

  /// Adds an account; its vault has the account's name.
  package func add(_ name: AccountName, password: Password) {
    state.withLock { $0.passwords[name] = password }
  }

  /// Signs this device in.
  package func signIn(
    _ request: SignInRequest, at server: ServerAddress
  ) async throws(AccountClientError) -> SignInReply {
    let token = DeviceToken(drawnFrom: randomness)
    let id = SignedInDeviceID(bits: randomness.next())
    let now = clock.now()
    return try state.withLock { state throws(AccountClientError) in
      state.servers.append(server)
      if let failure = state.failure { throw failure }
      guard state.passwords[request.name] == request.password, let vault = VaultID(request.name.text) else {
        throw .badCredentials
      }
      guard state.entries.count(where: { $0.account == request.name }) < state.mostDevices else {
        throw .tooManyDevices
      }
      let device = SignedInDevice(id: id, label: request.label, signedIn: now, lastSeen: now)
      state.entries.append(Entry(device: device, token: token, account: request.name))
      return SignInReply(token: token, vault: vault, device: id)
    }
  }

  /// The devices that are signed in to the same account.
  package func devices(_ credentials: Credentials) async throws(AccountClientError) -> [SignedInDevice] {
    try state.withLock { state throws(AccountClientError) in
      let account = try Self.account(credentials, state)
      return state.entries.filter { $0.account == account }.map(\.device)
    }
  }

  /// Revokes a device of the same account.
  package func revoke(_ device: SignedInDeviceID, _ credentials: Credentials) async throws(AccountClientError) {
    try state.withLock { state throws(AccountClientError) in
      if let failure = state.revokingFailure { throw failure }
      let account = try Self.account(credentials, state)
      let index = state.entries.firstIndex { $0.account == account && $0.device.id == device }
      guard let index else { throw .unknownDevice }
      state.entries.remove(at: index)
    }
  }

  private static func account(
    _ credentials: Credentials, _ state: State
  ) throws(AccountClientError) -> AccountName {
    if let failure = state.failure { throw failure }
    guard let entry = state.entries.first(where: { $0.token == credentials.token }) else {
      throw .transport(.unauthorized)
    }
    return entry.account
  }
}
