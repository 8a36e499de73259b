import HTTPTypes
import NotesDomain
import NotesViewModels

extension WebFailure {
  init(_ error: SyncError) {
    switch error {
    case .transport(let error): self.init(error)
    case .store(let error): self.init(error)
    case .deletionBrake(let brake):
      self.init(
        status: .conflict, message: "Sync stopped: \(SyncText.brake(brake))", hint: "Choose below what becomes of them."
      )
    case .cancelled:
      self.init(status: .serviceUnavailable, message: "Sync was interrupted.", hint: "The next one resumes.")
    case .roundLimitReached:
      self.init(
        status: .serviceUnavailable, message: "Other devices keep changing the same notes.",
        hint: "No data is lost; try again later.")
    }
  }

  init(_ error: TransportError) {
    let later = "No data is lost; it is tried again."
    switch error {
    case .notConfigured: self.init(AccountFailure.notSignedIn)
    case .misconfigured(let detail):
      self.init(status: .badGateway, message: "A setting of this device is invalid: \(detail).")
    case .credentials(let error): self.init(error)
    case .unreachable(let detail):
      self.init(status: .badGateway, message: "The server cannot be reached: \(detail).", hint: later)
    case .untrusted(let host):
      self.init(
        status: .badGateway, message: "The certificate of \(host) is not trusted, or has expired.",
        hint: "For a private certificate authority, set NOTESCTL_CA_FILE to its file before 'notesctl web'.")
    case .rateLimited(let wait):
      self.init(
        status: .serviceUnavailable, message: "The server limits the rate of requests.", hint: Self.retryHint(wait))
    case .unavailable(let detail, let wait):
      self.init(
        status: .badGateway, message: "The server is unavailable: \(detail).", hint: Self.retryHint(wait))
    case .unauthorized:
      self.init(
        status: .conflict,
        message: "The server does not know this device; it was revoked, or the password was changed.",
        hint: "No data is lost; sign out under Account, and sign in again.")
    case .refused(let detail):
      self.init(status: .badGateway, message: "The server rejected the request: \(detail).", hint: later)
    case .misaddressed(let detail):
      self.init(
        status: .badGateway, message: "Something else answers at the address of the server: \(detail).",
        hint: "A proxy, or a network that wants you to sign in, may answer in its place. \(later)")
    case .unsupportedProtocol(let found, let supported):
      let isServerNewer = found.map { $0 > supported } ?? true
      self.init(
        status: .badGateway,
        message: "The server uses another version of the protocol than this notesctl, which uses version \(supported).",
        hint: isServerNewer ? "Update notesctl." : "The server must be updated.")
    case .undecodable(let detail):
      self.init(status: .badGateway, message: "The response of the server is invalid: \(detail).", hint: later)
    case .oversized(let limit):
      self.init(
        status: .badGateway, message: "The response of the server exceeds \(limit) bytes.", hint: later)
    case .encryption(let problem): self.init(problem)
    }
  }

  private static func retryHint(_ wait: Duration?) -> String {
    guard let wait else { return "No data is lost; try again later." }
    let seconds = wait.secondsRoundedUp
    return seconds <= 120
      ? "No data is lost; try again in \(seconds) s." : "No data is lost; try again in \((seconds + 59) / 60) min."
  }
}
