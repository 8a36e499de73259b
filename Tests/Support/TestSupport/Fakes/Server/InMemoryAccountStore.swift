package import NotesDomain
package import NotesHosting
import Synchronization

/// The accounts of a server in memory that fulfills the contract of ``AccountStore``; ``AccountStoreContract`` runs over it too.
///
/// ```swift
/// let vaults = InMemoryServerStore()
/// let accounts = InMemoryAccountStore(vaults: vaults)
/// accounts.failure = .diskFull(path: "/server")  // every call throws
/// ```
package final class InMemoryAccountStore: AccountStore {
  struct Entry {
    let account: Account
    var hash: PasswordHash
    var devices: [Device] = []
  }

  struct Device {
    var device: SignedInDevice
    let digest: [UInt8]
  }

  private struct State {
    var entries: [AccountName: Entry] = [:]
    var failure: StoreError?
  }

  private let state = Mutex(State())
  private let vaults: InMemoryServerStore

  package init(vaults: InMemoryServerStore = InMemoryServerStore()) {
    self.vaults = vaults
  }

  /// The error that every call throws; `nil` for none.
  package var failure: StoreError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  package func add(_ account: Account, hash: PasswordHash) async throws(StoreError) -> Bool {
    try working { state in
      guard state.entries[account.name] == nil else { return false }
      state.entries[account.name] = Entry(account: account, hash: hash)
      vaults.add(account.vault)
      return true
    }
  }

  package func account(named name: AccountName) async throws(StoreError) -> (account: Account, hash: PasswordHash)? {
    try working { state in state.entries[name].map { ($0.account, $0.hash) } }
  }

  package func accounts() async throws(StoreError) -> [Account] {
    try working { state in state.entries.values.map(\.account).sorted { $0.name.text < $1.name.text } }
  }

  package func set(_ hash: PasswordHash, for name: AccountName) async throws(StoreError) -> Bool {
    try working { state in
      guard state.entries[name] != nil else { return false }
      state.entries[name]?.hash = hash
      state.entries[name]?.devices = []
      return true
    }
  }

  package func replace(_ old: PasswordHash, with new: PasswordHash, for name: AccountName) async throws(StoreError) {
    try working { state in
      if state.entries[name]?.hash == old { state.entries[name]?.hash = new }
    }
  }

  package func change(
    _ old: PasswordHash, to new: PasswordHash, for name: AccountName, keeping device: SignedInDeviceID
  ) async throws(StoreError) -> [SignedInDeviceID]? {
    try working { state in
      guard var entry = state.entries[name], entry.hash == old,
        let kept = entry.devices.first(where: { $0.device.id == device })
      else { return nil }
      let others = entry.devices.map(\.device.id).filter { $0 != device }
      entry.hash = new
      entry.devices = [kept]
      state.entries[name] = entry
      return others
    }
  }

  package func remove(_ name: AccountName) async throws(StoreError) -> Bool {
    let removed = try working { state in state.entries.removeValue(forKey: name) }
    if let removed {
      vaults.setHolders([], of: removed.account.vault)
      vaults.remove(removed.account.vault)
    }
    return removed != nil
  }

  /// Adds a device, unless the account has changed or has the maximum number of devices.
  package func add(
    _ device: SignedInDevice, digest: [UInt8], to name: AccountName, knownBy hash: PasswordHash, limit: Int
  ) async throws(StoreError) -> DeviceRegistrationResult {
    try working { state in
      guard var entry = state.entries[name], entry.hash == hash else { return .accountChanged }
      guard entry.devices.count < limit else { return .limitReached }
      entry.devices.append(Device(device: device, digest: digest))
      state.entries[name] = entry
      return .added
    }
  }

  package func principal(
    withDigest digest: [UInt8]
  ) async throws(StoreError) -> (principal: Principal, lastSeen: Timestamp)? {
    try working { state in
      for entry in state.entries.values {
        guard let found = entry.devices.first(where: { $0.digest == digest }) else { continue }
        let principal = Principal(
          account: entry.account.name, vault: entry.account.vault, device: found.device.id)
        return (principal, found.device.lastSeen)
      }
      return nil
    }
  }

  package func recordActivity(of device: SignedInDeviceID, at time: Timestamp) async throws(StoreError) {
    try working { state in
      for (name, entry) in state.entries {
        guard let index = entry.devices.firstIndex(where: { $0.device.id == device }) else { continue }
        let known = entry.devices[index].device
        state.entries[name]?.devices[index].device = SignedInDevice(
          id: device, label: known.label, signedIn: known.signedIn, lastSeen: time)
      }
    }
  }

  package func devices(of name: AccountName) async throws(StoreError) -> [SignedInDevice] {
    try await registrations(of: name).map(\.device)
  }

  package func registrations(of name: AccountName) async throws(StoreError) -> [DeviceRegistration] {
    try working { state in
      (state.entries[name]?.devices ?? []).map { DeviceRegistration(device: $0.device, digest: $0.digest) }
        .sorted { SignedInDevice.isEarlier($0.device, $1.device) }
    }
  }

  package func remove(_ device: SignedInDeviceID, of name: AccountName) async throws(StoreError) -> Bool {
    try working { state in
      guard let index = state.entries[name]?.devices.firstIndex(where: { $0.device.id == device }) else {
        return false
      }
      state.entries[name]?.devices.remove(at: index)
      return true
    }
  }

  /// The whole content, for copies.
  var contents: [AccountName: Entry] {
    get { state.withLock { $0.entries } }
    set {
      state.withLock { $0.entries = newValue }
      admitDevices(of: newValue)
    }
  }

  private func working<Value: Sendable>(_ body: (inout State) -> Value) throws(StoreError) -> Value {
    try state.withLock { state throws(StoreError) in
      if let failure = state.failure { throw failure }
      defer { admitDevices(of: state.entries) }
      return body(&state)
    }
  }

  /// Tells the vaults who may access them.
  private func admitDevices(of entries: [AccountName: Entry]) {
    for entry in entries.values { vaults.setHolders(Set(entry.devices.map(\.digest)), of: entry.account.vault) }
  }
}
