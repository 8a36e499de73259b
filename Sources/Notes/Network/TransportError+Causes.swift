import NotesDomain

extension TransportError {
  /// What a device hears of a server that did not execute a request.
  init(_ error: ServiceError) {
    self =
      switch error {
      case .store(let error): .unavailable(detail: "the server's store fails: \(error.summary)", retryAfter: nil)
      case .malformed(let detail): .refused(detail: detail)
      case .tooLarge(let limit): .refused(detail: "the request is larger than \(limit) bytes")
      case .unknownVault: .refused(detail: "there is no such vault")
      }
  }
}

extension StoreError {
  /// The failure in a few words.
  fileprivate var summary: String {
    switch self {
    case .notAStore(let path): "\(path) is something else than a store"
    case .corrupt(let path, _): "\(path) is damaged"
    case .newerVersion(let path, _, _): "\(path) was made by a newer version of the program"
    case .readOnly(let path): "\(path) may not be written"
    case .permissionDenied(let path): "\(path) may not be read"
    case .locked(let path): "\(path) is locked by another program"
    case .diskFull: "there is no space left on the disk"
    case .cannotCreate(let path, let reason): "\(path) cannot be made: \(reason)"
    case .failed(let path, let detail): "\(path): \(detail)"
    case .exists(let id): "\(id) is there already"
    }
  }
}
