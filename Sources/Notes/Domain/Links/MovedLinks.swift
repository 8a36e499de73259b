/// The links of notes in texts that were written in another notebook: the notes moved, or the texts of others were joined to theirs.
///
/// The path of a Markdown link begins at the notebook in which it was written. Wiki links lead to the same note from everywhere.
struct MovedLinks {
  private struct Link {
    /// The notebook in which the link was written.
    let origin: Notebook
    /// The target by which it leads to the same note; `nil` to leave it, or if that note has another name or path by now.
    var target: String?
  }

  /// The links by note, in their order; `nil` for those that were written in the notebook where they are.
  private var links: [NoteID: [Link?]] = [:]

  /// The notes with links that need another target.
  private(set) var notes: [NoteID] = []

  init() {}

  /// Finds the links after changes of notes, which are written already.
  ///
  /// - Parameters:
  ///   - heir: The note that has the texts of those that the changes moved to the trash; `nil` for none.
  ///   - isRenamed: Whether the note of a path has another one by now.
  init<Notes: LinkedNotes>(
    after updates: [NoteUpdate], heir: Note?, among namesakes: inout Namesakes<Notes>, isRenamed: (NoteName) -> Bool
  ) throws(Notes.Failure) {
    let merged = updates.filter { $0.before.trashed == nil && $0.after.trashed != nil }.map(\.before)
    // A note moves in the trash, too.
    for update in updates where (update.before.trashed == nil) == (update.after.trashed == nil) {
      let after = update.after
      let texts = [update.before] + (after.id == heir?.id ? merged : [])
      guard texts.contains(where: { $0.notebook != after.notebook }) else { continue }
      let written = NoteLink.occurrences(in: after.body)
      var found = [Link?](repeating: nil, count: written.count)
      for (index, origin) in Self.origins(of: written, in: texts) where origin != after.notebook {
        var link = Link(origin: origin)
        if let file = written[index].file(beside: origin), !isRenamed(file) {
          link.target = try namesakes.target(for: written[index], at: file, in: after.notebook)
        }
        found[index] = link
      }
      links[after.id] = found
      if found.contains(where: { $0?.target != nil }) { self.notes.append(after.id) }
    }
  }

  /// Returns the notebook in which a link of a note was written.
  ///
  /// - Parameter index: The number of links before it in the text.
  func origin(ofLink index: Int, in note: Note) -> Notebook { link(index, of: note)?.origin ?? note.notebook }

  /// Returns the target by which a link of a note leads where it did; `nil` to leave it.
  func target(ofLink index: Int, in note: Note) -> String? { link(index, of: note)?.target }

  private func link(_ index: Int, of note: Note) -> Link? {
    guard let links = links[note.id], links.indices.contains(index) else { return nil }
    return links[index]
  }

  /// Returns the notebooks in which the links of a text were written, by the indices of those links that one of the texts had from
  /// which it was made. None if it lacks a link of theirs, or has others than a single one: then it may have been written for where
  /// it is.
  private static func origins(of links: [NoteLink.Occurrence], in texts: [Note]) -> [(index: Int, notebook: Notebook)] {
    let targets = links.map(\.written)
    var found: [(index: Int, notebook: Notebook)] = []
    var end = targets.count
    // From the end, where the last text is whole: the joined text has headings of its own, too.
    for text in texts.reversed() {
      for link in NoteLink.occurrences(in: text.body).reversed() {
        guard let match = targets[..<end].lastIndex(of: link.written) else { return [] }
        found.append((match, text.notebook))
        end = match
      }
    }
    return texts.count > 1 || found.count == targets.count ? found : []
  }
}

extension Namesakes {
  /// Returns the target of a Markdown link in a notebook that leads to the note to which it led by a path.
  fileprivate mutating func target(
    for link: NoteLink.Occurrence, at file: NoteName, in notebook: Notebook
  ) throws(Notes.Failure) -> String? {
    if let note = try note(at: file) { return link.target(to: note, from: notebook) }
    // It led to a note of that name anywhere, unless a file beside it has the name from now on.
    guard let name = link.link.name, let path = link.file(beside: notebook), let taken = try note(at: path),
      let meant = try note(named: name), meant.id != taken.id
    else { return nil }
    return link.target(to: meant, from: notebook)
  }
}

extension NoteLink.Occurrence {
  /// The kind and the target, as they are compared.
  fileprivate var written: String { (isWiki ? "[" : "(") + steps + link.target }

  /// Returns the relative path of a note, by the name in the link.
  fileprivate func target(to note: NoteSummary, from notebook: Notebook) -> String {
    let name = link.target.pathNames.last.map { String($0) } ?? link.target
    let path = note.notebook.relativePath(to: name, from: notebook)
    return steps.isEmpty ? path.rest(after: "./").map(String.init) ?? path : path
  }
}

extension Notebook {
  /// Returns the relative path of a name in this notebook, with steps to folders.
  func relativePath(to name: String, from other: Notebook) -> String {
    let (folders, start) = (names, other.names)
    let common = zip(folders, start).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: start.count - common)
    return ((steps.isEmpty ? ["."] : steps) + folders.dropFirst(common) + [name]).joined(separator: "/")
  }
}
