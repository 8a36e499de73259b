import NotesDomain
import NotesTestSupport
import Testing

@Suite("The fakes of accounts and changes fulfill their contracts")
struct AccountFakeTests {
  @Test("The credentials", arguments: CredentialStoreContract.clauses)
  func credentials(_ clause: CredentialStoreContract.Clause) async throws {
    try await clause.check(InMemoryCredentialStore())
  }

  @Test("The account client", arguments: AccountClientContract.clauses)
  func accounts(_ clause: AccountClientContract.Clause) async throws {
    let client = FakeAccountClient()
    let name = try #require(AccountName("ada"))
    let password = try #require(Password("correct horse"))
    client.add(name, password: password)
    try await clause.check(
      AccountClientContract.Subject(
        client: client, server: ServerAddress("https://notes.example.org"), name: name, password: password))
  }

  @Test("The change listener", arguments: ChangeListenerContract.clauses)
  func listener(_ clause: ChangeListenerContract.Clause) async throws {
    let transport = FakeTransport()
    try await clause.check(ChangeListenerContract.Subject(listener: transport, transport: transport))
  }
}
