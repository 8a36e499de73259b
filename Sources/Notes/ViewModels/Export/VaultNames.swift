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

  /// Where the attachments of a note lie, in their order. A file is no folder: where one of them would be both, they go into
  /// another folder for attachments, with a number.
  mutating func paths(forAttachmentsOf note: Note, at path: String) -> [String] {
    var number = 1
    while true {
      let paths = note.attachments.map { AttachmentFolder.path(of: $0.name, in: path, number: number) }
      let files = Set(paths.map { $0.lowercased() })
      let around = Set(files.flatMap(Self.folders))
      if files.isDisjoint(with: taken), files.isDisjoint(with: folders), around.isDisjoint(with: taken) {
        taken.formUnion(files)
        folders.formUnion(around)
        return paths
      }
      number += 1
    }
  }

  /// The folders on the way to a file.
  private static func folders(around path: String) -> [String] {
    path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
  }
}
