package import NotesDomain

/// The files that an import takes for deleted if they are gone. Of others, it is only said that they are.
package enum BelievedDeletions: Sendable, Hashable {
  case none
  case all
  /// Those that were found to be gone before.
  case only(Set<PathKey>)

  func contains(_ path: String) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .only(let paths): paths.contains(PathKey(path))
    }
  }
}

/// The files of a folder that are gone, by what became of their notes.
struct GoneFiles {
  /// The paths of those whose notes are kept.
  var kept: [String] = []
  /// The paths of those that would be taken for deleted, had the import been told so.
  var deletable: [String] = []
  /// Those whose records ended, since another imported folder has an equal file.
  var elsewhere: [FileElsewhere] = []
  /// The number of notes that were moved to the trash.
  var trashed = 0
}
