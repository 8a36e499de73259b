public import NotesDomain

/// Every promise of ``NoteRepository``, to be checked over each implementation.
public enum NoteRepositoryContract {
  /// A promise of the port.
  public typealias Clause = ContractClause<any NoteRepository>

  /// All promises.
  public static let clauses: [Clause] = reading + lists + search + writing + imports + statistics
}
