import HTTPTypes
import NotesDomain
import NotesViewModels

/// A failure as a page: what happened, and what to do.
struct WebFailure: Error, Sendable, Hashable {
  let status: HTTPResponse.Status
  let message: String
  var hint = ""

  static let notFound = WebFailure(status: .notFound, message: "There is no such page.")
  static let malformed = WebFailure(status: .badRequest, message: "The request is malformed.")
  static let tooLarge = WebFailure(
    status: .contentTooLarge, message: "The form is larger than 64 MB.",
    hint: "Attach larger files in the terminal: notesctl attach NOTE FILE")
  static let outdated = WebFailure(
    status: .forbidden, message: "The form is of an earlier run of notesctl.",
    hint: "Go back, copy what you wrote, reload the page, and send it again.")
}

extension WebFailure {
  init(_ error: any Error) {
    switch error {
    case let failure as WebFailure: self = failure
    case let failure as Failure: self.init(failure)
    default: self.init(unexpected: "\(error)")
    }
  }

  init(_ failure: Failure) {
    switch failure {
    case .reference(let error): self.init(error)
    case .query(let error): self.init(error)
    case .note(let failure): self.init(failure)
    case .editing(let failure): self.init(failure)
    case .attachment(let failure): self.init(failure)
    case .history(let failure): self.init(failure)
    case .conflict(let failure): self.init(failure)
    case .account(let failure): self.init(failure)
    case .sync(let error): self.init(error)
    case .encryption(let error): self.init(error)
    case .store(let error): self.init(error)
    case .file(let error): self.init(error)
    case .unexpected(let detail): self.init(unexpected: detail)
    // No page uses templates, the configuration, a terminal's programs, backups, folders or archives.
    case .template, .configuration, .finder, .maintenance, .folder, .archive:
      self.init(unexpected: "\(failure)")
    }
  }

  /// Creates the failure for an error that no page expects.
  private init(unexpected detail: String) {
    self.init(
      status: .internalServerError, message: "An unexpected failure: \(detail)",
      hint: "Nothing that was saved before is lost. Please report it.")
  }
}
