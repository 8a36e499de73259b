import NotesDomain

/// Finds the notebook that a person means by a path: queries ignore case, so that `kitchen` beside `Kitchen` would be a second
/// notebook that no query tells from the first one, and one folder where an export meets a disk without case.
struct NotebookFinder: Sendable {
  /// The number of notes that are looked at for a spelling.
  private static let sample = 20
  /// The number of names in a path up to which the outer notebooks are looked for, each with a query.
  private static let maximumDepth = 32

  let repository: any NoteRepository

  /// Returns the notebook as the newest notes in it spell it, else in the outer notebook as those spell it.
  ///
  /// - Parameter path: The path; empty or `/` for the top level.
  /// - Throws: ``NoteFailure/malformedNotebook(_:)``, ``StoreError``.
  func notebook(_ path: String) async throws -> Notebook {
    try await existing(Notebook.parse(path))
  }

  private func existing(_ notebook: Notebook) async throws -> Notebook {
    guard notebook != .root else { return notebook }
    var filter = NoteFilter()
    filter.require(.notebook(notebook))
    let names = notebook.names
    let spellings = try await repository.list(NoteQuery(filter, scope: .kept, limit: Self.sample)).compactMap { note in
      Notebook(note.notebook.names.prefix(names.count).joined(separator: "/"))
    }
    if let known = spellings.first(where: { $0 == notebook }) ?? spellings.first { return known }
    guard let last = names.last, names.count <= Self.maximumDepth else { return notebook }
    let outer = try await existing(Notebook(names.dropLast().joined(separator: "/")) ?? .root)
    return Notebook(outer == .root ? last : "\(outer.path)/\(last)") ?? notebook
  }
}
