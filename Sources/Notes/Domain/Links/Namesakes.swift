/// The notes outside of the trash by their names, for many lookups between which no note changes.
///
/// The notes of one name are read once, in whichever notebooks they are: a store may have thousands.
struct Namesakes<Notes: LinkedNotes> {
  /// The notes of one name, in the order in which a link leads to them.
  private struct Group {
    let all: [NoteSummary]
    /// The notes by the paths of their notebooks, as names have them: of the top level by an empty path.
    private(set) var byNotebook: [String: [NoteSummary]] = [:]
    /// The notes by the ends of these paths behind which links name them.
    private(set) var byEnd: [String: [NoteSummary]] = [:]

    init(_ notes: [NoteSummary]) {
      all = notes.filter { $0.trashed == nil }
      for note in all {
        let notebook = NoteName(note.notebook.path)?.key ?? ""
        byNotebook[notebook, default: []].append(note)
        for end in Notebook.linkedEnds(of: notebook) { byEnd[end, default: []].append(note) }
      }
    }
  }

  let notes: Notes
  private var groups: [NoteName: Group] = [:]

  init(in notes: Notes) { self.notes = notes }

  /// Returns the note to which a name leads, which may be a path; `nil` if there is none.
  ///
  /// - Parameter id: A note that does not count.
  mutating func note(named name: NoteName, besides id: NoteID? = nil) throws(Notes.Failure) -> NoteSummary? {
    if let note = try group(of: name).all.first(where: { $0.id != id }) { return note }
    let (end, last) = name.file
    return try group(of: last).byEnd[end]?.first { $0.id != id }
  }

  /// Returns the note with the path of a file; `nil` if there is none.
  ///
  /// - Parameter id: A note that does not count.
  mutating func note(at path: NoteName, besides id: NoteID? = nil) throws(Notes.Failure) -> NoteSummary? {
    let (notebook, name) = path.file
    return try group(of: name).byNotebook[notebook]?.first { $0.id != id }
  }

  private mutating func group(of name: NoteName) throws(Notes.Failure) -> Group {
    if let group = groups[name] { return group }
    let group = Group(try notes.notes(withName: name))
    groups[name] = group
    return group
  }
}
