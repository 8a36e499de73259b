import NotesDomain

extension SyncError {
  /// Whether a sync that failed so may come to its end later without a change of this program or its settings.
  var mayPass: Bool {
    switch self {
    case .transport(let error): error.mayPass
    case .store(let error): error.mayPass
    case .braked, .unsettled: true
    case .cancelled: false
    }
  }

  /// How long the other side asks to be left alone, in milliseconds; `nil` when it does not.
  var retryAfter: Int? {
    switch self {
    case .transport(let error): error.retryAfter
    case .store, .braked, .cancelled, .unsettled: nil
    }
  }
}

extension TransportError {
  fileprivate var mayPass: Bool {
    switch self {
    case .unreachable, .untrusted, .rateLimited, .unavailable, .refused, .undecodable, .oversized: true
    case .notConfigured, .misconfigured, .credentials, .unauthorized, .unsupportedProtocol: false
    }
  }
}

extension StoreError {
  fileprivate var mayPass: Bool {
    switch self {
    case .locked, .diskFull: true
    case .notAStore, .corrupt, .newerVersion, .readOnly, .permissionDenied, .cannotCreate, .failed, .exists: false
    }
  }
}
