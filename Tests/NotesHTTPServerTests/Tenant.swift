import NotesDomain
import NotesHTTPAPI
import NotesHosting
import NotesTestSupport
import Testing

/// An account with a vault and a device.
struct Tenant: Sendable {
  let principal: Principal
  let token: DeviceToken

  init(_ name: String, seed: UInt64) throws {
    let randomness = SeededRandomness(seed: seed)
    token = DeviceToken(using: randomness)
    principal = Principal(
      account: try #require(AccountName(name)), vault: VaultID(using: randomness),
      device: SignedInDeviceID(bits: randomness.next()))
  }

  var authorization: String { BearerAuthorization.encode(token) }
  var vault: String { principal.vault.name }
}
