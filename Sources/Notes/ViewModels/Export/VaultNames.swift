import NotesDomain

/// Gives each note of an export a path of its own, and each of its attachments.
struct VaultNames {
  /// Paths in lower case, since some file systems do not tell case apart.
  private var taken: Set<String> = []
  /// The folders that attachments lie in, and those around them.
  private var folders: Set<String> = []

  /// The note's notebook and title; a number is added to a path that is taken.
  mutating func path(for note: Note) -> String {
    // A notebook's names are names of folders as they are, so that an import finds the same notebook.
    let folder = note.notebook.path
    let stem = VaultFileName.stem(for: note.title)
    let base = folder.isEmpty ? stem : "\(folder)/\(stem)"
    var path = "\(base).md"
    var number = 2
    while !taken.insert(path.lowercased()).inserted {
      path = "\(base) \(number).md"
      number += 1
    }
    return path
  }

  /// Where the attachments of a note lie, in their order. An attachment keeps its name: where its path is taken, or would be
  /// that of a file and of a folder, it goes into another folder for attachments, with a number.
  mutating func paths(forAttachmentsOf note: Note, at path: String) -> [String] {
    note.attachments.map { attachment in
      var number = 1
      while true {
        let path = AttachmentFolder.path(of: attachment.name, in: path, number: number)
        if admit(path.lowercased()) { return path }
        number += 1
      }
    }
  }

  private mutating func admit(_ file: String) -> Bool {
    let around = Self.folders(around: file)
    guard !taken.contains(file), !folders.contains(file), taken.isDisjoint(with: around) else { return false }
    taken.insert(file)
    folders.formUnion(around)
    return true
  }

  /// The folders on the way to a file.
  private static func folders(around path: String) -> [String] {
    path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
  }
}
