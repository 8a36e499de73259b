import NotesDomain
import NotesTransfer
import NotesViewModels

extension StoreError: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .missing: ["check --data-dir and NOTESCTL_DATA_DIR", "'notesctl add' creates a store there"]
    case .notAStore(let path) where path.isDatabase:
      ["check the name of the database, or create the tables: notesctl server migrate --store ADDRESS"]
    case .notAStore: ["use another directory: --data-dir DIR"]
    case .corrupt(let path, _) where path.isDatabase:
      ["restore it from a backup, then: notesctl server after-restore --store ADDRESS"]
    case .corrupt(let path, _):
      ["make a copy of it, then try: sqlite3 \(ShellQuoting.quotedIfNeeded(path)) .recover"]
    case .foreignLog(let path):
      [
        "if you put an older store there, open it without the log: mv \(ShellQuoting.quotedIfNeeded(path + "-wal")) \(ShellQuoting.quotedIfNeeded(path + "-wal.old"))",
        "else put both files there together",
      ]
    case .readOnly(let path) where path.isDatabase:
      ["it may be a standby: add target_session_attrs=read-write to an address with several hosts"]
    case .permissionDenied(let path) where path.isDatabase:
      ["the tables belong to the role that created them; let it grant rights, or connect as that role"]
    case .readOnly(let path), .permissionDenied(let path):
      ["check its permissions: \(CommandFailure.listing(path))"]
    case .locked(let path) where path.isDatabase:
      ["try again shortly; pg_stat_activity shows who waits for whom"]
    case .unreachable: ["check that it runs, and that psql connects to the same address"]
    case .restored:
      [
        "begin a new epoch in each vault, so that devices send what is missing: notesctl server after-restore --store ADDRESS"
      ]
    case .diskFull(let path) where path.isDatabase: ["free some space there; the server goes on by itself"]
    case .diskFull(let path): ["free some space: df -h \(ShellQuoting.quotedIfNeeded(path))"]
    case .cannotCreate(let path, _) where !path.isDatabase: ["use another directory: --data-dir DIR"]
    case .newerVersion, .locked, .cannotCreate, .failed, .exists, .exceeds: []
    }
  }

  var jsonName: String? {
    switch self {
    case .notAStore: "store-invalid"
    case .corrupt: "store-damaged"
    case .newerVersion: "store-newer"
    case .locked: "store-locked"
    default: nil
    }
  }
}

extension MaintenanceError: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .exists: ["overwrite it with --force, or choose another name"]
    case .inUse: ["end other commands first, such as 'notesctl sync watch' and open editors"]
    case .sameFile: ["use a file created by: notesctl store backup FILE"]
    case .occupied: ["nothing is overwritten; choose an empty database, or another file"]
    case .different: ["stop all servers that use the store, and try again", "the store itself did not change"]
    case .unsupported(_, let tool): ["use PostgreSQL's own tool: \(raw: tool)"]
    case .missing, .failed, .store: []
    }
  }
}

extension MirrorError: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .emptyFolder(let path, _):
      [
        "check that its disk is there, and that it is the right folder",
        "write all files again: notesctl export \(ShellQuoting.quotedIfNeeded(path)) --mirror",
      ]
    case .missingFiles(let path, _, _):
      [
        "check that its disk is there, and that it is the right folder",
        "move their notes to the trash: notesctl mirror \(ShellQuoting.quotedIfNeeded(path)) --accept-deletions",
        "write the files again: notesctl export \(ShellQuoting.quotedIfNeeded(path)) --mirror",
      ]
    case .removedNotes(let path, _, _):
      [
        "list what happened: notesctl history",
        "remove the files: notesctl mirror \(ShellQuoting.quotedIfNeeded(path)) --accept-deletions",
      ]
    case .inside(_, let outer):
      ["keep that folder in step: notesctl mirror \(ShellQuoting.quotedIfNeeded(outer))"]
    }
  }

  var jsonName: String? {
    if case .inside = self { "mirror-inside" } else { "mirror-deletions" }
  }
}

extension MarkdownFolderError: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .notEmpty: ["export to a new folder, or overwrite files of the same name with --force"]
    case .exists: ["export again, to a new folder"]
    case .missing, .notADirectory, .unreadable, .unwritable, .diskFull: []
    }
  }
}

extension ArchiveError: CommandRemedies {
  var remedies: [StyledText] {
    if case .diskFull = self { ["choose another folder for temporary files: export TMPDIR=DIR"] } else { [] }
  }
}

extension FileError: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .exists: ["overwrite it with --force"]
    case .notReplaceable(let path): ["write to it instead: --output - > \(ShellQuoting.quotedIfNeeded(path))"]
    case .missing, .notAFile, .unreadable, .changed, .unwritable, .diskFull: []
    }
  }
}
