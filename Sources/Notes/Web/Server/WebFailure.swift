import HTTPTypes
import NotesDomain
import NotesViewModels

/// A failure as a page: what happened, and what to do.
struct WebFailure: Error, Sendable {
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
    default: self.init(Failure.unexpected("\(error)"))
    }
  }

  init(_ failure: Failure) {
    switch failure {
    case .reference(.unknown): self.init(status: .notFound, message: "There is no such note.")
    case .store(let error): self.init(error)
    case .query(let error): self.init(status: .badRequest, message: "The query cannot be read: \(error)")
    case .note(let failure): self.init(failure)
    case .account(let failure): self.init(failure)
    case .sync(let error): self.init(error)
    default: self.init(status: .internalServerError, message: "\(failure)")
    }
  }

  init(_ error: StoreError) {
    self.init(status: .serviceUnavailable, message: "The notes cannot be read or written: \(error)")
  }

  init(_ failure: NoteFailure) {
    self.init(status: .unprocessableContent, message: "\(failure)")
  }
}
