/// One promise of a port, and the check that an implementation keeps it.
///
/// A test runs all clauses over one implementation, each as a case of its own:
/// ```swift
/// @Test("The store keeps every promise of its port", arguments: NoteRepositoryContract.clauses)
/// func contract(_ clause: ContractClause<any NoteRepository>) async throws {
///   try await clause.check(InMemoryNoteRepository())
/// }
/// ```
package struct ContractClause<Subject: Sendable>: Sendable, CustomStringConvertible {
  /// The promise, as a sentence.
  package let description: String
  private let body: @Sendable (Subject) async throws -> Void

  /// Creates a clause.
  ///
  /// - Parameters:
  ///   - description: The promise, as a sentence.
  ///   - body: The check, with Swift Testing's `#expect`.
  package init(_ description: String, _ body: @escaping @Sendable (Subject) async throws -> Void) {
    self.description = description
    self.body = body
  }

  /// Checks an implementation that nobody has used yet.
  ///
  /// - Parameter subject: The implementation.
  package func check(_ subject: Subject) async throws {
    try await body(subject)
  }
}
