import Support
import Testing

/// The fake that the other tests trust.
@Suite(.timeLimit(.minutes(1)))
struct InMemoryNoteStoreTests {
  @Test("the fake fulfills the contract of the store", arguments: NoteStoreContract.clauses)
  func contract(clause: NoteStoreContract) async throws {
    try await clause.check(InMemoryNoteStore())
  }
}
