package import NotesDomain

extension Credentials {
  /// Credentials for an account on a server that no test asks.
  ///
  /// - Parameter number: Tells devices, and their tokens, apart.
  package static func sample(_ number: UInt8 = 1) throws -> Credentials {
    guard let account = AccountName("ada"), let vault = VaultID("ada"),
      let token = DeviceToken(bytes: Array(repeating: number, count: DeviceToken.count))
    else { throw CredentialError.damaged(path: "sample") }
    return Credentials(
      server: try ServerAddress("https://notes.example.org"), account: account, vault: vault,
      device: SignedInDeviceID(bits: UInt64(number)), token: token)
  }
}
