import NotesDomain

/// Gives each note of an export a path of its own.
struct VaultNames {
  /// Paths in lower case, since some file systems do not tell case apart.
  private var taken: Set<String> = []

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
}
