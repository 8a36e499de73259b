package import NotesDomain

extension StoreError: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .missing(let path): FailureText("no notes at \(path)", .noInput)
    case .notAStore(let path) where path.isDatabase:
      FailureText("the database \(path) has no tables of a notesctl server", .data)
    case .notAStore(let path): FailureText("\(path) is not a notesctl store; it was not changed", .data)
    case .corrupt(let path, let detail): FailureText("the \(path.kind) \(path) is damaged: \(detail)", .data)
    case .foreignLog(let path):
      FailureText(
        "the log \(path)-wal belongs to another file than \(path), and does not fit it; neither was changed", .data)
    case .newerVersion(let path, let found, let supported):
      FailureText(
        "the \(path.kind) \(path) was \(path.isDatabase ? "migrated" : "created") by a newer notesctl: its version is \(found), this program supports up to \(supported)",
        .data, "update notesctl; the \(path.kind) was not changed")
    case .readOnly(let path): FailureText("the \(path.kind) \(path) is read-only", .permission)
    case .permissionDenied(let path) where path.isDatabase:
      FailureText("permission denied in the database \(path)", .permission)
    case .permissionDenied(let path): FailureText("permission denied: \(path)", .permission)
    case .locked(let path) where path.isDatabase:
      FailureText("the database \(path) kept a transaction waiting for too long", .tryAgain)
    case .locked(let path):
      FailureText("the store \(path) is locked by another program", .tryAgain, "try again shortly")
    case .unreachable(let path, let detail): FailureText("cannot use the database \(path): \(detail)", .tryAgain)
    case .restored(let path):
      FailureText(
        "the database \(path) was restored, moved or promoted since servers last used it, and may lack changes",
        .configuration)
    case .diskFull(let path) where path.isDatabase:
      FailureText("no space left on the disk of the database \(path)", .inputOutput)
    case .diskFull(let path): FailureText("no space left on device: \(path)", .inputOutput)
    case .cannotCreate(let path, let reason) where path.isDatabase:
      FailureText("cannot use the database \(path): \(reason)", .configuration)
    case .cannotCreate(let path, let reason): FailureText("cannot create \(path): \(reason)", .cannotCreate)
    case .failed(let path, let detail): FailureText("the \(path.kind) \(path) failed: \(detail)", .inputOutput)
    case .exists(let id): FailureText("a note with the id \(id.description) already exists", .data)
    case .exceeds(let id, let excess):
      FailureText(
        "the note \(id.description) would be too large, and nothing was changed: \(excess.sentence)", .data,
        "split it into several notes")
    }
  }
}

extension MaintenanceError: DescribedFailure {
  package var cause: any DescribedFailure {
    switch self {
    case .missing(let path): StoreError.missing(path: path)
    case .store(let error): error
    default: self
    }
  }

  package var text: FailureText {
    switch self {
    case .missing, .store: cause.text
    case .exists(let path): FailureText("\(path) already exists", .cannotCreate)
    case .inUse(let path): FailureText("the store \(path) is in use", .tryAgain)
    case .sameFile(let path): FailureText("\(path) is the store itself", .usage)
    case .occupied(let path):
      FailureText("\(path) is in use by a server: it has accounts, or other vaults", .cannotCreate)
    case .different(let path, let detail): FailureText("the copy in \(path) differs: \(detail)", .inputOutput)
    case .unsupported(let path, _): FailureText("\(path) is a database, not a file", .usage)
    case .failed(let path, let reason): FailureText("cannot access \(path): \(reason)", .inputOutput)
    }
  }
}

extension String {
  /// Whether a store's path is the address of a database.
  package var isDatabase: Bool { hasPrefix("postgres://") }

  fileprivate var kind: String { isDatabase ? "database" : "store" }
}
