import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesServer

@Suite("Accounts fulfil the contracts of their ports") struct AccountContractTests {
  /// Parameters with a negligible cost.
  private static let cheap = ScryptParameters(logarithm: 4, blockSize: 8, parallelism: 1)

  @Test("The administration", arguments: AccountAdministrationContract.clauses)
  func administration(_ clause: AccountAdministrationContract.Clause) async throws {
    let parts = AccountParts()
    let root = try await parts.make()
    try await clause.check(
      AccountAdministrationContract.Subject(
        administration: root.administration, accounts: parts.fakes.accountStore, vaults: parts.fakes.serverStore))
  }

  @Test("The hasher", arguments: PasswordHasherContract.clauses)
  func hasher(_ clause: PasswordHasherContract.Clause) async throws {
    try await clause.check(ScryptPasswordHasher(parameters: Self.cheap, randomness: SeededRandomness()))
  }
}
