import NotesDomain

extension StoreError {
  /// The same error of another file: that of a copy says something about what was copied.
  ///
  /// - Parameter path: The other file.
  func moved(to path: String) -> StoreError {
    switch self {
    case .notAStore: .notAStore(path: path)
    case .corrupt(_, let detail): .corrupt(path: path, detail: detail)
    case .newerVersion(_, let found, let supported): .newerVersion(path: path, found: found, supported: supported)
    case .readOnly: .readOnly(path: path)
    case .permissionDenied: .permissionDenied(path: path)
    case .locked: .locked(path: path)
    case .diskFull: .diskFull(path: path)
    case .cannotCreate(_, let reason): .cannotCreate(path: path, reason: reason)
    case .failed(_, let detail): .failed(path: path, detail: detail)
    case .exists: self
    }
  }
}
