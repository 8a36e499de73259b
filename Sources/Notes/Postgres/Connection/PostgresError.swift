import NotesDomain

/// An error of PostgreSQL or of the connection to it.
enum PostgresError: Error, Sendable, Hashable {
  /// libpq cannot be loaded.
  case libraryMissing(detail: String)
  /// The address cannot be used.
  case invalidAddress(detail: String)
  /// The database cannot be used as it was created, or through a pooler as that is configured.
  case unsuitable(detail: String)
  /// The server cannot be reached, or refuses the connection.
  case unreachable(detail: String)
  /// The connection was lost, and the transaction is not committed.
  case lost(detail: String)
  /// The connection was lost while the transaction was committed, so that its outcome is unknown.
  case unknownOutcome(detail: String)
  /// The server refused a statement.
  case refused(state: String, message: String)
  /// A stored value cannot be read.
  case corrupt(String)

  /// Whether the transaction was certainly not committed, and may succeed when it runs again.
  ///
  /// 40001 is a serialization failure, 40P01 a deadlock, and 57P01 to 57P05 are of a server that shuts down or that ended the
  /// connection (<https://www.postgresql.org/docs/15/errcodes-appendix.html>).
  var allowsRetry: Bool {
    switch self {
    case .lost: true
    case .refused(let state, _): state == "40001" || state == "40P01" || state.hasPrefix("57P")
    case .libraryMissing, .invalidAddress, .unsuitable, .unreachable, .unknownOutcome, .corrupt: false
    }
  }

  /// Whether the connection cannot be used any more: also 25006, that of a standby, since another one may lead to the primary.
  var endsConnection: Bool {
    switch self {
    case .lost, .unknownOutcome, .unreachable: true
    case .refused(let state, _): state.hasPrefix("57P") || state.hasPrefix("08") || state == "25006"
    case .libraryMissing, .invalidAddress, .unsuitable, .corrupt: false
    }
  }

  /// The meaning of an error that ends the connection while a transaction is committed. A server that shuts down may say so
  /// after it has committed.
  var duringCommit: Self {
    switch self {
    case .lost(let detail), .unreachable(let detail), .refused(_, let detail): .unknownOutcome(detail: detail)
    case .unknownOutcome, .libraryMissing, .invalidAddress, .unsuitable, .corrupt: self
    }
  }
}

extension StoreError {
  /// Translates an error of the database of an address.
  init(_ error: any Error, at address: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as PostgresError: self.init(error, at: address)
    default: self = .failed(path: address, detail: String(describing: error))
    }
  }

  private init(_ error: PostgresError, at address: String) {
    switch error {
    case .libraryMissing(let detail): self = .cannotCreate(path: address, reason: "libpq cannot be loaded: \(detail)")
    case .invalidAddress(let detail), .unsuitable(let detail): self = .cannotCreate(path: address, reason: detail)
    case .unreachable(let detail), .lost(let detail): self = .unreachable(path: address, detail: detail)
    case .unknownOutcome(let detail):
      self = .unreachable(path: address, detail: "\(detail), while a change was committed: it may have been made")
    case .corrupt(let detail): self = .corrupt(path: address, detail: detail)
    case .refused(let state, let message): self.init(state: state, message: message, at: address)
    }
  }

  private init(state: String, message: String, at address: String) {
    switch state {
    // The states of `check_store` and `enter_store`, of which the second has the version as its message.
    case "NT001": self = .restored(path: address)
    case "NT002": self = .newerVersion(path: address, found: Int(message) ?? 0, supported: PostgresSchema.version)
    case "NT003": self = .unreachable(path: address, detail: PostgresError.lockedDetail)
    case "25006": self = .readOnly(path: address)
    case "42501", "28000", "28P01": self = .permissionDenied(path: address)
    case "40001", "40P01", "55P03", "57014": self = .locked(path: address)
    case "53100": self = .diskFull(path: address)
    case "XX001", "XX002": self = .corrupt(path: address, detail: message)
    default:
      // The classes of connections, of a server without resources, and of one that shuts down.
      let isTemporary = ["08", "53", "57"].contains(state.prefix(2))
      self = isTemporary ? .unreachable(path: address, detail: message) : .failed(path: address, detail: message)
    }
  }
}
