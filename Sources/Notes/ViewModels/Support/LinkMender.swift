import NotesDomain

/// Mends the links to a note whose names change.
///
/// Links to a name that the note loses lead to its new title, unless another note has that name as well: then they still lead
/// somewhere, and which of both was meant cannot be known. Nor do they get a name that another note has. Their change joins
/// that of the note, so that both are undone together.
struct LinkMender: Sendable {
  let repository: any NoteRepository
  let links: any LinkIndex
  let wallClock: any WallClock

  /// The maximum number of notes in a row of which each has its title from a link to the one before it.
  private static let maximumRounds = 8

  /// Mends the links after changes of notes, which are stored already, also in the trash.
  ///
  /// A mended note may get another title, since that follows its text. The links to it are mended, too.
  func mend(after updates: [NoteUpdate]) async throws -> MendedLinks {
    var mended = MendedLinks()
    var lost: Set<NoteName> = []
    var pending = updates
    for round in 0..<Self.maximumRounds where !pending.isEmpty {
      var renamings: [NoteName: Renaming] = [:]
      for update in pending {
        let names = try await lostNames(of: update)
        guard !names.isEmpty else { continue }
        if round == 0 { lost.formUnion(names) }
        let renaming = try await renaming(of: update.after)
        for name in names { renamings[name] = renaming }
      }
      pending = try await mend(renamings)
      for update in pending { mended.add(update) }
    }
    // A mended note may have got a title that another one lost.
    for update in mended.updates where update.after.trashed == nil { lost.subtract(update.after.namesWithPaths) }
    if !lost.isEmpty { mended.broken = try await links.notes(linkingTo: lost.sorted { $0.key < $1.key }) }
    return mended
  }

  /// Mends the links to notes that are in the trash, since another one has their content.
  ///
  /// - Returns: The notes whose links were mended.
  func mend(after merged: [Note], joinedInto note: Note) async throws -> [NoteUpdate] {
    let renaming = try await renaming(of: note)
    var renamings: [NoteName: Renaming] = [:]
    for name in merged.flatMap(\.namesWithPaths) where renamings[name] == nil {
      // A name of the joined note, or of a third one, leads there.
      let others = try await links.notes(named: name, limit: 1)
      if others.allSatisfy({ $0.trashed != nil }) { renamings[name] = renaming }
    }
    return try await mend(renamings)
  }

  /// Returns the names that no note has any more.
  private func lostNames(of update: NoteUpdate) async throws -> [NoteName] {
    guard update.before.trashed == nil, update.after.trashed == nil else { return [] }
    let kept = Set(update.after.namesWithPaths)
    var lost: [NoteName] = []
    for name in update.before.namesWithPaths where !kept.contains(name) {
      let others = try await links.notes(named: name, limit: 1)
      if others.allSatisfy({ $0.trashed != nil }) { lost.append(name) }
    }
    return lost
  }

  private func renaming(of note: Note) async throws -> Renaming {
    var renaming = Renaming(note)
    renaming.isTitleTaken = try await isTaken(renaming.title, by: note)
    renaming.isPathTaken = try await isTaken(renaming.path, by: note)
    return renaming
  }

  /// Returns whether another note outside of the trash has a name.
  private func isTaken(_ text: String, by note: Note) async throws -> Bool {
    guard let name = NoteName(text) else { return true }
    return try await links.notes(named: name, limit: 2).contains { $0.id != note.id && $0.trashed == nil }
  }

  private func mend(_ renamings: [NoteName: Renaming]) async throws -> [NoteUpdate] {
    guard !renamings.isEmpty else { return [] }
    let sources = try await links.notes(linkingTo: renamings.keys.sorted { $0.key < $1.key }, includesTrash: true)
    let (targets, now) = (renamings, wallClock.now())
    let mended = try await repository.update(sources.map(\.id)) { note in
      let body = NoteLink.replacingTargets(in: note.body) { link in
        link.link.name.flatMap { targets[$0] }?.target(for: link, in: note.notebook)
      }
      guard body.utf8.count <= NoteLimits.maximumBytes, !body.utf8.elementsEqual(note.body.utf8) else { return }
      note.title = NoteTitle.updated(for: note, newBody: body)
      note.body = body
      note.modified = now
    }
    return mended.filter { $0.before != $0.after }
  }
}

/// The links that were mended after changes of notes, and those that were not.
struct MendedLinks: Sendable {
  /// The notes whose links were mended, each before the first change and after the last.
  private(set) var updates: [NoteUpdate] = []
  /// The notes outside of the trash with links that could not be mended, and lead nowhere.
  fileprivate(set) var broken: [NoteSummary] = []
  private var positions: [NoteID: Int] = [:]

  fileprivate mutating func add(_ update: NoteUpdate) {
    if let position = positions[update.after.id] {
      updates[position] = NoteUpdate(before: updates[position].before, after: update.after)
    } else {
      positions[update.after.id] = updates.count
      updates.append(update)
    }
  }
}

/// The new name of a note, in links.
private struct Renaming {
  let title: String
  let path: String
  /// Whether another note has the title.
  var isTitleTaken = false
  /// Whether another note has the path.
  var isPathTaken = false
  private let folders: [String]

  init(_ note: Note) {
    // Other programs find a note by its file only.
    title = NoteTitle.inLinks(note.fileName.isEmpty ? note.title : note.fileName)
    folders = note.notebook.names
    path = (folders + [title]).joined(separator: "/")
  }

  /// Returns the target that replaces the one of a link in a notebook: a path stays a path, relative if it was.
  ///
  /// Returns `nil` if another note has that name. Instead of a title that another note has, returns the path.
  func target(for link: NoteLink.Occurrence, in notebook: Notebook) -> String? {
    if !link.steps.isEmpty { return isPathTaken ? nil : relativePath(from: notebook.names) }
    if !link.link.target.contains("/"), !isTitleTaken { return title }
    return isPathTaken ? nil : path
  }

  private func relativePath(from other: [String]) -> String {
    let common = zip(folders, other).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: other.count - common)
    return ((steps.isEmpty ? ["."] : steps) + folders.dropFirst(common) + [title]).joined(separator: "/")
  }
}
