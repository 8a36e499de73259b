package import NotesDomain

/// Every promise of ``NoteRepository``, to be checked over each implementation.
package enum NoteRepositoryContract {
  /// A promise of the port.
  package typealias Clause = ContractClause<any NoteRepository>

  /// All promises.
  package static let clauses: [Clause] = reading + lists + search + writing + imports + statistics
}
