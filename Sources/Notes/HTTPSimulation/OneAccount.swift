import NotesDomain
import NotesTestSupport

/// Accounts of which there is one, with the vault of the world, signed in from the beginning.
struct OneAccount: AccountService {
  private let token = DeviceToken(drawnFrom: SeededRandomness(seed: 3))
  private let principal: Principal

  /// - Throws: When the account's name is none.
  init() throws {
    guard let name = AccountName("ada") else { throw AccountError.badCredentials }
    principal = Principal(account: name, vault: .main, device: SignedInDeviceID(bits: 1))
  }

  /// What its device keeps.
  func credentials(at server: ServerAddress) -> Credentials {
    Credentials(
      server: server, account: principal.account, vault: principal.vault, device: principal.device, token: token)
  }

  func signIn(_ request: SignInRequest, from peer: String) async throws(AccountError) -> SignInReply {
    throw .badCredentials
  }

  func authenticate(_ token: DeviceToken, from peer: String) async throws(AccountError) -> Principal {
    guard token == self.token else { throw .unauthorized }
    return principal
  }

  func devices(of principal: Principal) async throws(AccountError) -> [SignedInDevice] { [] }

  func revoke(_ device: SignedInDeviceID, for principal: Principal) async throws(AccountError) {
    throw .unknownDevice
  }
}
