import NotesDomain
import NotesTestSupport
import NotesHTTPAPI
import Testing

/// Somebody with an account, a vault and a device.
struct Tenant: Sendable {
  let principal: Principal
  let token: DeviceToken

  init(_ name: String, seed: UInt64) throws {
    let randomness = SeededRandomness(seed: seed)
    token = DeviceToken(drawnFrom: randomness)
    principal = Principal(
      account: try #require(AccountName(name)), vault: VaultID(drawnFrom: randomness),
      device: SignedInDeviceID(bits: randomness.next()))
  }

  var authorization: String { BearerAuthorization.encode(token) }
  var vault: String { principal.vault.name }
}
