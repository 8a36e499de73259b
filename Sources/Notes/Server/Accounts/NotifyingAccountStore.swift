import NotesDomain
import NotesHosting

/// A store of accounts that tells the other nodes which devices were signed out.
struct NotifyingAccountStore: AccountStore {
  let inner: any AccountStore
  let messenger: any NodeMessenger

  func set(_ hash: PasswordHash, for name: AccountName) async throws(StoreError) -> Bool {
    try await revoking(of: name, { _ in true }) { () async throws(StoreError) in try await inner.set(hash, for: name) }
  }

  func remove(_ name: AccountName) async throws(StoreError) -> Bool {
    try await revoking(of: name, { _ in true }) { () async throws(StoreError) in try await inner.remove(name) }
  }

  func change(
    _ old: PasswordHash, to new: PasswordHash, for name: AccountName, keeping device: SignedInDeviceID
  ) async throws(StoreError) -> [SignedInDeviceID]? {
    let before = try await inner.devices(of: name).map(\.id).filter { $0 != device }
    do throws(StoreError) {
      let others = try await inner.change(old, to: new, for: name, keeping: device)
      await announce(others ?? [])
      return others
    } catch {
      // The devices may be gone all the same.
      await announce(before)
      throw error
    }
  }

  func remove(_ device: SignedInDeviceID, of name: AccountName) async throws(StoreError) -> Bool {
    try await revoking(of: name, { $0 == device }) { () async throws(StoreError) in
      try await inner.remove(device, of: name)
    }
  }

  /// Runs an operation that signs out some devices of an account.
  private func revoking(
    of name: AccountName, _ isSignedOut: (SignedInDeviceID) -> Bool, _ body: () async throws(StoreError) -> Bool
  ) async throws(StoreError) -> Bool {
    let devices = try await inner.devices(of: name).map(\.id).filter(isSignedOut)
    do throws(StoreError) {
      let isDone = try await body()
      if isDone { await announce(devices) }
      return isDone
    } catch {
      // The devices may be gone all the same. Those that are not are found again by their next request.
      await announce(devices)
      throw error
    }
  }

  /// Sends the messages before it returns, since an operator's command ends then.
  private func announce(_ devices: [SignedInDeviceID]) async {
    for device in devices { messenger.send(.revocation(device)) }
    if !devices.isEmpty { await messenger.flush() }
  }

  // MARK: Operations that sign no device out

  func add(_ account: Account, hash: PasswordHash) async throws(StoreError) -> Bool {
    try await inner.add(account, hash: hash)
  }

  func account(named name: AccountName) async throws(StoreError) -> (account: Account, hash: PasswordHash)? {
    try await inner.account(named: name)
  }

  func accounts() async throws(StoreError) -> [Account] { try await inner.accounts() }

  func replace(_ old: PasswordHash, with new: PasswordHash, for name: AccountName) async throws(StoreError) {
    try await inner.replace(old, with: new, for: name)
  }

  func add(
    _ device: SignedInDevice, digest: [UInt8], to name: AccountName, knownBy hash: PasswordHash, limit: Int
  ) async throws(StoreError) -> DeviceRegistrationResult {
    try await inner.add(device, digest: digest, to: name, knownBy: hash, limit: limit)
  }

  func principal(withDigest digest: [UInt8]) async throws(StoreError) -> (principal: Principal, lastSeen: Timestamp)? {
    try await inner.principal(withDigest: digest)
  }

  func recordActivity(of device: SignedInDeviceID, at time: Timestamp) async throws(StoreError) {
    try await inner.recordActivity(of: device, at: time)
  }

  func devices(of name: AccountName) async throws(StoreError) -> [SignedInDevice] {
    try await inner.devices(of: name)
  }

  func registrations(of name: AccountName) async throws(StoreError) -> [DeviceRegistration] {
    try await inner.registrations(of: name)
  }
}
