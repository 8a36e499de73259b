import NotesDomain

extension CommandFailure {
  init(_ error: StoreError) {
    if let failure = CommandFailure(ofDatabase: error) {
      self = failure
      return
    }
    switch error {
    case .missing(let path):
      self.init(
        "no notes at \(path)",
        hints: ["check --data-dir and NOTESCTL_DATA_DIR", "'notesctl add' creates a store there"], status: .noInput)
    case .notAStore(let path):
      self.init(
        "\(path) is not a notesctl store; it was not changed", hints: ["use another directory: --data-dir DIR"],
        status: .data, id: "store-invalid")
    case .corrupt(let path, let detail):
      self.init(
        "the store \(path) is damaged: \(detail)",
        hints: ["make a copy of it, then try: sqlite3 \(ShellQuoting.quotedIfNeeded(path)) .recover"], status: .data,
        id: "store-damaged")
    case .foreignLog(let path):
      self.init(
        "the log \(path)-wal belongs to another file than \(path), and does not fit it; neither was changed",
        hints: [
          "if you put an older store there, open it without the log: \(Self.moveLog(of: path))",
          "else put both files there together",
        ], status: .data)
    case .newerVersion(let path, let found, let supported):
      self.init(
        "the store \(path) was created by a newer notesctl: its version is \(found), this program supports up to \(supported)",
        hints: ["update notesctl; the store was not changed"], status: .data, id: "store-newer")
    case .readOnly(let path):
      self.init(
        "the store \(path) is read-only", hints: ["check its permissions: ls -l \(ShellQuoting.quotedIfNeeded(path))"],
        status: .permission)
    case .permissionDenied(let path):
      self.init(
        "permission denied: \(path)", hints: ["check its permissions: ls -l \(ShellQuoting.quotedIfNeeded(path))"],
        status: .permission)
    case .locked(let path):
      self.init(
        "the store \(path) is locked by another program", hints: ["try again shortly"], status: .tryAgain,
        id: "store-locked")
    case .unreachable(let path, let detail):
      self.init(
        "cannot use the database \(path): \(detail)",
        hints: ["check that it runs, and that psql connects to the same address"], status: .tryAgain)
    case .restored(let path):
      self.init(
        "the database \(path) was restored, moved or promoted since servers last used it, and may lack changes",
        hints: [
          "begin a new epoch in each vault, so that devices send what is missing: notesctl server after-restore --store ADDRESS"
        ], status: .configuration)
    case .diskFull(let path):
      self.init(
        "no space left on device: \(path)", hints: ["free some space: df -h \(ShellQuoting.quotedIfNeeded(path))"],
        status: .inputOutput)
    case .cannotCreate(let path, let reason):
      self.init(
        "cannot create \(path): \(reason)", hints: ["use another directory: --data-dir DIR"], status: .cannotCreate)
    case .failed(let path, let detail):
      self.init("the store \(path) failed: \(detail)", status: .inputOutput)
    case .exists(let id):
      self.init("a note with the id \(raw: id.description) already exists", status: .data)
    case .exceeds(let id, let excess):
      self.init(
        "the note \(raw: id.description) would be too large, and nothing was changed: \(raw: excess.words)",
        hints: ["split it into several notes"], status: .data)
    }
  }

  /// Returns the command that moves the log of a store away.
  private static func moveLog(of path: String) -> String {
    "mv \(ShellQuoting.quotedIfNeeded(path + "-wal")) \(ShellQuoting.quotedIfNeeded(path + "-wal.old"))"
  }

  /// Creates the failure of a server's database, whose operator has `psql` instead of a file; `nil` for a file.
  private init?(ofDatabase error: StoreError) {
    switch error {
    case .notAStore(let path) where path.isDatabase:
      self.init(
        "the database \(path) has no tables of a notesctl server",
        hints: ["check the name of the database, or create the tables: notesctl server migrate --store ADDRESS"],
        status: .data, id: "store-invalid")
    case .corrupt(let path, let detail) where path.isDatabase:
      self.init(
        "the database \(path) is damaged: \(detail)",
        hints: ["restore it from a backup, then: notesctl server after-restore --store ADDRESS"], status: .data,
        id: "store-damaged")
    case .newerVersion(let path, let found, let supported) where path.isDatabase:
      self.init(
        "the database \(path) was migrated by a newer notesctl: its version is \(found), this program supports up to \(supported)",
        hints: ["update notesctl; the database was not changed"], status: .data, id: "store-newer")
    case .readOnly(let path) where path.isDatabase:
      self.init(
        "the database \(path) is read-only",
        hints: ["it may be a standby: add target_session_attrs=read-write to an address with several hosts"],
        status: .permission)
    case .permissionDenied(let path) where path.isDatabase:
      self.init(
        "permission denied in the database \(path)",
        hints: ["the tables belong to the role that created them; let it grant rights, or connect as that role"],
        status: .permission)
    case .locked(let path) where path.isDatabase:
      self.init(
        "the database \(path) kept a transaction waiting for too long",
        hints: ["try again shortly; pg_stat_activity shows who waits for whom"], status: .tryAgain, id: "store-locked")
    case .diskFull(let path) where path.isDatabase:
      self.init(
        "no space left on the disk of the database \(path)",
        hints: ["free some space there; the server goes on by itself"], status: .inputOutput)
    case .cannotCreate(let path, let reason) where path.isDatabase:
      self.init("cannot use the database \(path): \(reason)", status: .configuration)
    case .failed(let path, let detail) where path.isDatabase:
      self.init("the database \(path) failed: \(detail)", status: .inputOutput)
    default: return nil
    }
  }

  /// Creates the failure of the maintenance of a device's store, with hints for the backup where a restore was of one.
  init(ofDevice error: MaintenanceError, restoring backup: String? = nil) {
    let other: StyledText = "use a file created by: notesctl store backup FILE"
    switch error {
    case .missing(let path) where path == backup:
      self.init("no such backup: \(path)", hints: [other], status: .noInput)
    case .missing(let path): self.init(StoreError.missing(path: path))
    case .exists(let path):
      self.init(
        "\(path) already exists", hints: ["overwrite it with --force, or choose another name"], status: .cannotCreate)
    case .inUse(let path):
      self.init(
        "the store \(path) is in use",
        hints: ["end other commands first, such as 'notesctl sync watch' and open editors"], status: .tryAgain)
    case .sameFile(let path): self.init("\(path) is the store itself", hints: [other], status: .usage)
    case .store(.notAStore(let path)) where path == backup:
      self.init("\(path) is not a backup of notes", hints: [other], status: .data)
    case .store(.corrupt(let path, let detail)) where path == backup:
      self.init("the backup \(path) is damaged: \(detail)", hints: ["use another backup"], status: .data)
    case .occupied, .different, .unsupported, .failed, .store: self.init(error)
    }
  }

  init(_ error: MarkdownFolderError) {
    switch error {
    case .missing(let path): self.init("no such file or folder: \(path)", status: .noInput)
    case .notADirectory(let path): self.init("\(path) is not a folder", status: .noInput)
    case .notEmpty(let path):
      self.init(
        "\(path) is not empty", hints: ["export to a new folder, or overwrite files of the same name with --force"],
        status: .cannotCreate)
    case .exists(let path):
      self.init("\(path) was created meanwhile", hints: ["export again, to a new folder"], status: .cannotCreate)
    case .unreadable(let path, let reason): self.init("cannot read \(path): \(reason)", status: .noInput)
    case .unwritable(let path, let reason): self.init("cannot write \(path): \(reason)", status: .cannotCreate)
    case .diskFull(let path): self.init("no space left on device: \(path)", status: .inputOutput)
    }
  }

  init(_ error: FileError) {
    switch error {
    case .missing(let path): self.init("no such file: \(path)", status: .noInput)
    case .notAFile(let path): self.init("\(path) is not a file", status: .noInput)
    case .unreadable(let path, let reason): self.init("cannot read \(path): \(reason)", status: .noInput)
    case .changed(let path):
      self.init("\(path) changed while it was read", hints: ["try again when it no longer changes"], status: .tryAgain)
    case .exists(let path):
      self.init("\(path) already exists", hints: ["overwrite it with --force"], status: .cannotCreate)
    case .notReplaceable(let path):
      self.init(
        "\(path) is not a regular file and cannot be replaced",
        hints: ["write to it instead: --output - > \(ShellQuoting.quotedIfNeeded(path))"], status: .cannotCreate)
    case .unwritable(let path, let reason): self.init("cannot write \(path): \(reason)", status: .cannotCreate)
    case .diskFull(let path): self.init("no space left on device: \(path)", status: .inputOutput)
    }
  }
}

extension MarkdownFileError {
  /// The warning of front matter that was kept as it is.
  var keptText: StyledText { "\(.failure, "kept")     \(text); the lines were kept as they are\n" }

  /// The file and its problem, on one line.
  var text: StyledText {
    switch reason {
    case .unreadable(let detail): "\(path): cannot be read: \(detail)"
    case .nameNotUTF8: "\(path): its name is not UTF-8; rename it"
    case .notUTF8(let offset): "\(path): is not UTF-8 text: invalid byte at offset \(offset)"
    case .tooLarge(let bytes, let limit): "\(path): has \(bytes) bytes; the limit of a note is \(limit)"
    case .exceeds(let excess): "\(path): \(raw: excess.words)"
    case .malformedFrontMatter(let line, let detail): "\(path):\(line): invalid front matter: \(detail)"
    case .attachment(let error): "\(path): cannot read an attachment: \(CommandFailure(error).message)"
    case .attachmentTooLarge(let file, let bytes, let limit):
      "\(path): the attachment \(file) has \(bytes) bytes; the limit is \(limit)"
    case .malformedAttachment(let file): "\(path): \(file) is not a valid attachment, or the note has too many"
    case .wrongType(let key, let line, let expected): "\(path):\(line): '\(key)' must be \(expected)"
    }
  }
}

extension String {
  /// Whether a store's path is the address of a database.
  fileprivate var isDatabase: Bool { hasPrefix("postgres://") }
}
