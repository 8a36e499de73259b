import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesServer

/// The rules of the server run over stores in memory; the same contract runs over SQLite and PostgreSQL.
@Suite struct ExampleServerTests {
  @Test(arguments: SyncServiceContract.clauses)
  func `the server keeps the promises of its ports`(clause: SyncServiceContract.Clause) async throws {
    try await clause.check(Server().subject)
  }

  @Test func `a change that does not know the present revision is a conflict`() async throws {
    // Given
    let server = try await Server()
    #expect(try await server.push([.of(1)], number: 1) == .results([.applied(Revision(1))]))
    // When
    let reply = try await server.push([.of(1, [2])], number: 1, of: 2)
    // Then
    #expect(reply == .results([.conflict(revision: Revision(1), isDeleted: false)]))
  }
}
