import HTTPTypes
import NotesDomain
import NotesViewModels

extension SyncError: PageRemedies {
  var remedy: String {
    switch self {
    case .deletionBrake: "Choose below what becomes of them."
    case .cancelled: "The next one resumes."
    case .roundLimitReached: "No data is lost; try again later."
    case .transport, .store: ""
    }
  }
}

extension TransportError: PageRemedies {
  var remedy: String {
    let later = "No data is lost; it is tried again."
    return switch self {
    case .notConfigured: "Sign in to sync the notes with your other devices."
    case .unreachable, .refused, .undecodable, .oversized: later
    case .untrusted:
      "For a private certificate authority, set NOTESCTL_CA_FILE to its file before 'notesctl web'."
    case .rateLimited, .unavailable: "No data is lost; \(retry.text)."
    case .unauthorized: "No data is lost; sign out under Account, and sign in again."
    case .misaddressed: "A proxy, or a network that wants you to sign in, may answer in its place. \(later)"
    case .unsupportedProtocol(let found, let supported):
      found.map { $0 > supported } ?? true ? "Update notesctl." : "The server must be updated."
    case .misconfigured, .credentials, .encryption: ""
    }
  }

  var status: HTTPResponse.Status? {
    switch self {
    case .notConfigured, .unauthorized, .credentials, .encryption, .rateLimited: nil
    default: .badGateway
    }
  }
}

extension StoreError: PageRemedies {
  var remedy: String {
    switch self {
    case .missing: "Check the folder with which notesctl was started."
    case .notAStore, .cannotCreate: "Start notesctl with another folder."
    case .corrupt: "Stop notesctl, make a copy of the store, and run: notesctl doctor."
    case .foreignLog: "Stop notesctl, and put both files of one store there together."
    case .readOnly, .permissionDenied: "Check its permissions."
    case .unreachable: "Try again shortly."
    case .diskFull: "Nothing was saved. Free some space, and try again."
    case .failed: "Try again."
    case .exists: "Nothing was changed. Try again."
    case .newerVersion, .locked, .restored, .exceeds: ""
    }
  }

  // Not what its kind says: a page whose address names a note would say that the note is gone.
  var status: HTTPResponse.Status? {
    switch self {
    case .missing, .diskFull: .serviceUnavailable
    case .exists: .conflict
    case .exceeds: .contentTooLarge
    case .locked, .unreachable: nil
    default: .internalServerError
    }
  }
}

extension FileError: PageRemedies {
  var remedy: String {
    switch self {
    case .changed: "It was not stored completely. Go back, and attach it again."
    case .diskFull: "Free some space, and try again."
    case .missing, .notAFile, .unreadable, .exists, .notReplaceable, .unwritable: ""
    }
  }

  var status: HTTPResponse.Status? {
    switch self {
    case .changed, .exists, .notReplaceable: .conflict
    case .notAFile: .unprocessableContent
    case .unreadable: .internalServerError
    case .diskFull: .serviceUnavailable
    default: nil
    }
  }
}
