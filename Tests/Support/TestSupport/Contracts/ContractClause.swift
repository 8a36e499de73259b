/// A clause of a port's contract, with the check of an implementation.
///
/// A test checks all clauses against an implementation, each as a separate case:
/// ```swift
/// @Test("The store fulfills its contract", arguments: NoteRepositoryContract.clauses)
/// func contract(_ clause: ContractClause<any NoteRepository>) async throws {
///   try await clause.check(InMemoryNoteRepository())
/// }
/// ```
package struct ContractClause<Subject: Sendable>: Sendable, CustomStringConvertible {
  /// The clause as a sentence.
  package let description: String
  private let body: @Sendable (Subject) async throws -> Void

  package init(_ description: String, _ body: @escaping @Sendable (Subject) async throws -> Void) {
    self.description = description
    self.body = body
  }

  /// Checks a new implementation.
  package func check(_ subject: Subject) async throws {
    try await body(subject)
  }
}
