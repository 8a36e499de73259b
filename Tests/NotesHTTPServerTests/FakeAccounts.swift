import NotesDomain
import NotesTestSupport
import Synchronization

/// Accounts with tokens chosen by the test, one device each.
final class FakeAccounts: AccountService {
  private let principals: Mutex<[DeviceToken: Principal]>

  init(_ principals: [DeviceToken: Principal]) {
    self.principals = Mutex(principals)
  }

  func signIn(_ request: SignInRequest, from peer: String) async throws(AccountError) -> SignInReply {
    let known = principals.withLock { $0.first { $0.value.account == request.name } }
    guard let known, request.password == Password("correct horse") else { throw .badCredentials }
    return SignInReply(token: known.key, vault: known.value.vault, device: known.value.device)
  }

  func authenticate(_ token: DeviceToken, from peer: String) async throws(AccountError) -> Principal {
    guard let principal = principals.withLock({ $0[token] }) else { throw .unauthorized }
    return principal
  }

  func devices(of principal: Principal) async throws(AccountError) -> [SignedInDevice] {
    principals.withLock { $0.values.filter { $0.account == principal.account } }.map {
      SignedInDevice(id: $0.device, label: "\($0.account)", signedIn: FixedClock.start, lastSeen: FixedClock.start)
    }
  }

  func revoke(_ device: SignedInDeviceID, for principal: Principal) async throws(AccountError) {
    let isKnown = principals.withLock { principals in
      let found = principals.first { $0.value.device == device && $0.value.account == principal.account }
      if let found { principals[found.key] = nil }
      return found != nil
    }
    guard isKnown else { throw .unknownDevice }
  }
}
