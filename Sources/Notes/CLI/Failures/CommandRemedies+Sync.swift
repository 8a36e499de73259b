import NotesDomain
import NotesViewModels

extension SyncError: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .deletionBrake: SyncAdvice.ofBrake
    case .cancelled: ["the next sync resumes: notesctl sync"]
    case .roundLimitReached: ["no data is lost; try again later: notesctl sync"]
    case .transport, .store: []
    }
  }

  var jsonName: String? { if case .deletionBrake = self { "many-deletions" } else { nil } }
}

extension TransportError: CommandRemedies {
  var remedies: [StyledText] {
    let again: StyledText = "no data is lost; \(retry.text): notesctl sync"
    return switch self {
    case .notConfigured:
      [
        "sign in: notesctl login SERVER",
        "or try a simulated network with its server in a file: notesctl sync --mock-network FILE",
      ]
    case .unreachable, .rateLimited, .unavailable, .refused, .undecodable, .oversized: [again]
    case .untrusted: ["to trust a private certificate authority: export NOTESCTL_CA_FILE=FILE"]
    case .unauthorized: ["no data is lost; sign in again: notesctl login SERVER"]
    case .misaddressed: [again, "a proxy, or a network that wants you to sign in, may answer in its place"]
    case .unsupportedProtocol(let found, let supported):
      [found.map { $0 > supported } ?? true ? "update notesctl: notesctl --version" : "the server must be updated"]
    case .misconfigured, .credentials, .encryption: []
    }
  }

  var jsonName: String? {
    switch self {
    case .notConfigured: "not-signed-in"
    case .unreachable: "server-unreachable"
    case .untrusted: "server-untrusted"
    case .rateLimited: "rate-limited"
    case .unauthorized: "device-revoked"
    case .misaddressed: "server-replaced"
    default: nil
    }
  }
}
