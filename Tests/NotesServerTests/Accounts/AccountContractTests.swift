import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesServer

@Suite("Accounts keep the promises of their ports") struct AccountContractTests {
  /// Parameters that cost next to nothing.
  private static let cheap = ScryptParameters(logarithm: 4, blockSize: 8, parallelism: 1)

  @Test("The work on accounts", arguments: AccountAdministrationContract.clauses)
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
