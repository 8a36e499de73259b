package import NotesDomain

/// The contract of ``NoteRepository``, checked against each implementation.
package enum NoteRepositoryContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<any NoteRepository>

  /// All clauses.
  package static let clauses: [Clause] = reading + lists + filters + search + writing + links + imports + statistics
}
