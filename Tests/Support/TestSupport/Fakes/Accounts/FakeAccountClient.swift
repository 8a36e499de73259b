package import NotesDomain
import Synchronization

/// A client of accounts in memory, with injectable errors.
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
    var maximumDevices = 100
    var servers: [ServerAddress] = []
  }

  private let state = Mutex(State())
  private let randomness: SeededRandomness
  private let wallClock: any WallClock

  package init(randomness: SeededRandomness = SeededRandomness(), wallClock: any WallClock = FixedClock()) {
    self.randomness = randomness
    self.wallClock = wallClock
  }

  /// The error that every call throws; `nil` for none.
  package var failure: AccountClientError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The error that every call to revoke a device throws; `nil` for none.
  package var revokingFailure: AccountClientError? {
    get { state.withLock { $0.revokingFailure } }
    set { state.withLock { $0.revokingFailure = newValue } }
  }

  /// The maximum number of devices of an account.
  package var maximumDevices: Int {
    get { state.withLock { $0.maximumDevices } }
    set { state.withLock { $0.maximumDevices = newValue } }
  }

  /// The servers that received a sign-in request.
  package var servers: [ServerAddress] { state.withLock { $0.servers } }

  package func add(_ name: AccountName, password: Password) {
    state.withLock { $0.passwords[name] = password }
  }

  package func signIn(
    _ request: SignInRequest, at server: ServerAddress
  ) async throws(AccountClientError) -> SignInReply {
    let token = DeviceToken(using: randomness)
    let id = SignedInDeviceID(bits: randomness.next())
    let now = wallClock.now()
    return try state.withLock { state throws(AccountClientError) in
      state.servers.append(server)
      if let failure = state.failure { throw failure }
      guard state.passwords[request.name] == request.password, let vault = VaultID(request.name.text) else {
        throw .badCredentials
      }
      guard state.entries.count(where: { $0.account == request.name }) < state.maximumDevices else {
        throw .tooManyDevices
      }
      let device = SignedInDevice(id: id, label: request.label, signedIn: now, lastSeen: now)
      state.entries.append(Entry(device: device, token: token, account: request.name))
      return SignInReply(token: token, vault: vault, device: id)
    }
  }

  package func devices(_ credentials: Credentials) async throws(AccountClientError) -> [SignedInDevice] {
    try state.withLock { state throws(AccountClientError) in
      let account = try Self.account(credentials, state)
      return state.entries.filter { $0.account == account }.map(\.device)
    }
  }

  package func revoke(_ device: SignedInDeviceID, _ credentials: Credentials) async throws(AccountClientError) {
    try state.withLock { state throws(AccountClientError) in
      if let failure = state.revokingFailure { throw failure }
      let account = try Self.account(credentials, state)
      let index = state.entries.firstIndex { $0.account == account && $0.device.id == device }
      guard let index else { throw .unknownDevice }
      state.entries.remove(at: index)
    }
  }

  package func changePassword(_ change: PasswordChange, _ credentials: Credentials) async throws(AccountClientError) {
    try state.withLock { state throws(AccountClientError) in
      let account = try Self.account(credentials, state)
      guard change.new.isLongEnough else { throw .weakPassword(.tooShort) }
      guard change.new != Password("1234567890") else { throw .weakPassword(.common) }
      guard state.passwords[account] != change.new else { return }
      guard state.passwords[account] == change.current else { throw .wrongPassword }
      state.passwords[account] = change.new
      state.entries.removeAll { $0.account == account && $0.token != credentials.token }
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
