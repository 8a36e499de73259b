import NotesDomain
import NotesHosting
import NotesServer
import NotesTestSupport
import Synchronization

/// Accounts with tokens chosen by the test, one device each.
final class FakeAccounts: AccountService {
  private let principals: Mutex<[DeviceToken: Principal]>
  private let writes = Mutex(0)
  private let recent = Mutex((recalls: [DeviceToken: Principal](), failure: AccountError?.none))

  /// The number of calls of ``writeAuditLog()``.
  var auditLogWrites: Int { writes.withLock { $0 } }

  private let store: InMemoryServerStore

  init(_ principals: [DeviceToken: Principal], in store: InMemoryServerStore) {
    self.principals = Mutex(principals)
    self.store = store
    admit(principals)
  }

  /// Adds a device, whose account may have others.
  func add(_ tenant: Tenant) { change { $0[tenant.token] = tenant.principal } }

  private func change<Value>(_ body: (inout [DeviceToken: Principal]) -> Value) -> Value {
    let (value, before, after) = principals.withLock { principals in
      let before = principals
      let value = body(&principals)
      return (value, before, principals)
    }
    for vault in Set(before.values.map(\.vault)).subtracting(after.values.map(\.vault)) {
      store.setHolders([], of: vault)
    }
    admit(after)
    return value
  }

  /// Tells the store whose tokens are valid.
  private func admit(_ principals: [DeviceToken: Principal]) {
    for (vault, entries) in Dictionary(grouping: principals, by: \.value.vault) {
      store.setHolders(Set(entries.map(\.key.digest)), of: vault)
    }
  }

  /// The principals that were seen a moment ago.
  var recalls: [DeviceToken: Principal] {
    get { recent.withLock { $0.recalls } }
    set { recent.withLock { $0.recalls = newValue } }
  }

  /// The error of ``authenticate(_:from:)``; `nil` for none.
  var failure: AccountError? {
    get { recent.withLock { $0.failure } }
    set { recent.withLock { $0.failure = newValue } }
  }

  func recall(_ token: DeviceToken) -> Principal? { recalls[token] }

  func signIn(_ request: SignInRequest, from peer: String) async throws(AccountError) -> SignInReply {
    let known = principals.withLock { $0.first { $0.value.account == request.name } }
    guard let known, request.password == Password("correct horse") else { throw .badCredentials }
    return SignInReply(token: known.key, vault: known.value.vault, device: known.value.device)
  }

  func authenticate(_ token: DeviceToken, from peer: String) async throws(AccountError) -> Principal {
    if let failure { throw failure }
    guard let principal = principals.withLock({ $0[token] }) else { throw .unauthorized }
    return principal
  }

  func devices(of principal: Principal) async throws(AccountError) -> [SignedInDevice] {
    principals.withLock { $0.values.filter { $0.account == principal.account } }.map {
      SignedInDevice(id: $0.device, label: "\($0.account)", signedIn: FixedClock.start, lastSeen: FixedClock.start)
    }
  }

  func revoke(_ device: SignedInDeviceID, for principal: Principal, from peer: String) async throws(AccountError) {
    let isKnown = change { principals in
      let found = principals.first { $0.value.device == device && $0.value.account == principal.account }
      if let found { principals[found.key] = nil }
      return found != nil
    }
    guard isKnown else { throw .unknownDevice }
  }

  func changePassword(
    _ change: PasswordChange, for principal: Principal, from origin: RequestOrigin
  ) async throws(AccountError) -> [SignedInDeviceID] {
    guard change.current == Password("correct horse") else { throw .badCredentials }
    guard change.new != Password("1234567890") else { throw .weakPassword(.common) }
    let others = self.change { principals -> [DeviceToken: Principal] in
      let others = principals.filter { $0.value.account == principal.account && $0.value.device != principal.device }
      for token in others.keys { principals[token] = nil }
      return others
    }
    return others.values.map(\.device)
  }

  func writeAuditLog() async { writes.withLock { $0 += 1 } }

  func isAccount(_ name: AccountName) async throws(AccountError) -> Bool {
    principals.withLock { $0.values.contains { $0.account == name } }
  }
}
