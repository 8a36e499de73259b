/// Mends the links to notes whose names change, in the transaction of that change.
///
/// Links to a name that a note loses lead to its new one, unless another note has that name as well: then they still lead
/// somewhere, and which of both was meant cannot be known, except by a Markdown link with the path of the note's file. Nor do they
/// get a name that another note has. The Markdown links in a note that moves, and in a text that is joined to a note elsewhere, lead
/// where they did; see ``MovedLinks``.
package enum LinkMender {
  /// The maximum number of notes in a row of which each has its title from a link to the one before it.
  private static let maximumRounds = 8

  /// Mends the links after changes of notes, which are written already, also in the trash.
  ///
  /// A mended note may get another title, since that follows its text. The links to it are mended, too. It keeps its time of change,
  /// since no person wrote in it, and lists by that time stay as they were.
  ///
  /// - Parameters:
  ///   - updates: The changes.
  ///   - heir: The note with the content of those that the changes moved to the trash; `nil` to leave the links to them.
  ///   - keepsTakenFiles: Whether links with the path of a file stay where another note has that path by now, and those in a note
  ///     that moved: after a sync or an undo, they may have been written for it.
  package static func mend<Notes: LinkedNotes>(
    _ notes: inout Notes, after updates: [NoteUpdate], heir: Note? = nil, keepsTakenFiles: Bool = false
  ) throws(Notes.Failure) -> NoteUpdates {
    var result = NoteUpdates(updates)
    var lost: Set<NoteName> = []
    var pending = updates
    for round in 0..<maximumRounds where !pending.isEmpty {
      var namesakes = Namesakes(in: notes)
      let renamings = try renamings(
        after: pending, heir: heir, keepsTakenFiles: keepsTakenFiles, among: &namesakes)
      var moved = MovedLinks()
      if round == 0 {
        lost = Set(renamings.byName.keys)
        // A text that a sync or an undo moves was written for where it is now.
        if !keepsTakenFiles {
          moved = try MovedLinks(after: updates, heir: heir, among: &namesakes) { renamings.byFile[$0] != nil }
        }
      }
      pending = try mend(renamings, moved, in: &notes)
      result.addMended(pending)
    }
    // A mended note may have got a title that another one lost.
    for update in result.mended where update.after.trashed == nil { lost.subtract(update.after.namesWithPaths) }
    if !lost.isEmpty { result.broken = try notes.notes(linkingTo: Array(lost), includesTrash: false) }
    return result
  }

  /// Returns the new names of notes, by the linked names that no note has any more, and by the paths that their files had.
  private static func renamings<Notes: LinkedNotes>(
    after updates: [NoteUpdate], heir: Note?, keepsTakenFiles: Bool, among namesakes: inout Namesakes<Notes>
  ) throws(Notes.Failure) -> Renamings {
    var renamings = Renamings()
    for update in updates where update.before.trashed == nil {
      guard let target = update.after.trashed == nil ? update.after : heir, !target.hasSameNames(as: update.before)
      else { continue }
      let kept = Set(target.namesWithPaths)
      let before = update.before.namesWithPaths
      let names = before.filter { !kept.contains($0) }
      let file = update.before.file == target.file ? nil : update.before.file
      // A Markdown link without a folder has a name that the note may keep when it moves.
      let linked = file == nil ? names : before
      // Most names have no links.
      guard !linked.isEmpty, try namesakes.notes.hasLinks(to: linked) else { continue }
      let renaming = try renaming(of: target, among: &namesakes)
      if let file {
        // By any of its names: the links may be meant for it.
        let isTaken = keepsTakenFiles ? try namesakes.note(at: file, besides: target.id) != nil : false
        if !isTaken { renamings.byFile[file] = renaming }
      }
      renamings.names.formUnion(linked)
      for name in names where try namesakes.note(named: name) == nil { renamings.byName[name] = renaming }
    }
    return renamings
  }

  private static func renaming<Notes: LinkedNotes>(
    of note: Note, among namesakes: inout Namesakes<Notes>
  ) throws(Notes.Failure) -> Renaming {
    var renaming = Renaming(note)
    renaming.isNameTaken = try isTaken(renaming.name, by: note, among: &namesakes)
    renaming.isPathTaken = try isTaken(renaming.path, by: note, among: &namesakes)
    return renaming
  }

  /// Returns whether another note outside of the trash has a name.
  private static func isTaken<Notes: LinkedNotes>(
    _ text: String, by note: Note, among namesakes: inout Namesakes<Notes>
  ) throws(Notes.Failure) -> Bool {
    guard let name = NoteName(text) else { return true }
    return try namesakes.note(named: name, besides: note.id) != nil
  }

  private static func mend<Notes: LinkedNotes>(
    _ renamings: Renamings, _ moved: MovedLinks, in notes: inout Notes
  ) throws(Notes.Failure) -> [NoteUpdate] {
    var sources: [NoteID] = []
    if !renamings.names.isEmpty {
      sources = try notes.notes(linkingTo: Array(renamings.names), includesTrash: true).map(\.id)
    }
    sources += moved.notes.without(sources)
    var mended: [NoteUpdate] = []
    for source in sources {
      let update = try notes.update(source) { note in
        var index = -1
        let body = NoteLink.replacingTargets(in: note.body) { link in
          index += 1
          let target =
            moved.target(ofLink: index, in: note)
            ?? renamings.target(for: link, from: moved.origin(ofLink: index, in: note), in: note.notebook)
          // It may be written in another way.
          return target.flatMap { $0.hasSameBytes(as: link.steps + link.link.target) ? nil : $0 }
        }
        guard !body.hasSameBytes(as: note.body) else { return }
        var mended = note
        mended.title = NoteTitle.updated(for: note, newBody: body)
        mended.body = body
        // A link that is left leads nowhere, which the caller is told.
        if mended.excess(over: [note]) == nil { note = mended }
      }
      if let update, update.before != update.after { mended.append(update) }
    }
    return mended
  }
}

/// The notes of a store and their links, in a transaction that changes them.
package protocol LinkedNotes {
  /// The error of the store; `Never` for one that cannot fail.
  associatedtype Failure: Error

  /// Returns the notes with a name of their own, in the order of ``LinkIndex/notes(named:limit:)``: none that only have it as a
  /// path.
  func notes(withName name: NoteName) throws(Failure) -> [NoteSummary]

  /// Returns whether a note has a link to one of some names, also in the trash. It takes no longer if many have.
  func hasLinks(to names: [NoteName]) throws(Failure) -> Bool

  /// Returns the notes with a link to one of some names, as ``LinkIndex/notes(linkingTo:includesTrash:)`` does.
  func notes(linkingTo names: [NoteName], includesTrash: Bool) throws(Failure) -> [NoteSummary]

  /// Changes a note; `nil` when there is none.
  mutating func update(_ id: NoteID, _ change: (inout Note) -> Void) throws(Failure) -> NoteUpdate?
}

extension NoteUpdate {
  /// Whether a link to the note outside of the trash may lead nowhere after the change. O(1).
  package var changesNames: Bool { before.trashed == nil && after.trashed == nil && !after.hasSameNames(as: before) }
}

extension Note {
  /// Returns whether it has the same names for certain, without computing them.
  fileprivate func hasSameNames(as other: Note) -> Bool {
    title == other.title && fileName == other.fileName && notebook == other.notebook
      && foreignFrontMatter == other.foreignFrontMatter
  }

  /// The path of the note's file, as a name.
  fileprivate var file: NoteName? { NoteName((notebook.names + [fileStem]).joined(separator: "/")) }
}

/// The new names of notes.
private struct Renamings {
  /// Those by the linked names that no note has any more.
  var byName: [NoteName: Renaming] = [:]
  /// Those by the paths that the notes' files had.
  var byFile: [NoteName: Renaming] = [:]
  /// The names by which links can lead to either.
  var names: Set<NoteName> = []

  /// Returns the target that replaces the one of a link in a notebook; `nil` to leave it.
  ///
  /// - Parameter origin: The notebook at which the path of the link begins.
  func target(for link: NoteLink.Occurrence, from origin: Notebook, in notebook: Notebook) -> String? {
    if let file = link.file(beside: origin), let renaming = byFile[file] {
      return renaming.file(for: link, in: notebook)
    }
    return link.link.name.flatMap { byName[$0] }?.target(for: link, in: notebook)
  }
}

/// The new name of a note, in links.
private struct Renaming {
  /// The name in wiki links.
  let name: String
  let path: String
  /// Whether another note has the name.
  var isNameTaken = false
  /// Whether another note has the path.
  var isPathTaken = false
  /// The name of the file, in Markdown links.
  private let fileName: String
  private let notebook: Notebook
  private var folders: [String] { notebook.names }
  /// Whether a wiki link can have the path.
  private let isPathInWikiLinks: Bool

  init(_ note: Note) {
    // Other programs find a note by its file only.
    name = NoteTitle.inLinks(note.fileName.isEmpty ? note.title : note.fileName)
    fileName = note.fileStem
    notebook = note.notebook
    path = (notebook.names + [name]).joined(separator: "/")
    isPathInWikiLinks = !notebook.names.contains { $0.utf8.contains { "[]|#^`\\".utf8.contains($0) } }
  }

  /// Returns the target that replaces the one of a link in a notebook: a path stays a path, relative if it was.
  ///
  /// Returns `nil` if another note has that name. Instead of a name that another note has, returns the path, and the name instead
  /// of a path that a link cannot have.
  func target(for link: NoteLink.Occurrence, in notebook: Notebook) -> String? {
    let name = name(in: link)
    if !isPathTaken, isPathInWikiLinks || !link.isWiki {
      if !link.steps.isEmpty { return self.notebook.relativePath(to: name, from: notebook) }
      if link.link.target.contains(byte: UInt8(ascii: "/")) || isNameTaken {
        return (folders + [name]).joined(separator: "/")
      }
    }
    return isNameTaken ? nil : name
  }

  /// Returns the path of the file from a notebook, for a link with the path of its former one; `nil` if another note has it.
  func file(for link: NoteLink.Occurrence, in notebook: Notebook) -> String? {
    guard !isPathTaken else { return nil }
    let path = self.notebook.relativePath(to: name(in: link), from: notebook)
    return link.steps.isEmpty ? path.rest(after: "./").map(String.init) ?? path : path
  }

  private func name(in link: NoteLink.Occurrence) -> String { link.isWiki ? name : fileName }
}
