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
    default: self.init(Failure(error).error)
    }
  }

  /// Creates the page of an error that all fronts describe alike, with what can be done on the pages.
  init(_ failure: any DescribedFailure) {
    let (text, remedied) = (failure.text, failure.cause as? any PageRemedies)
    let hints = text.advice.map(\.sentence) + [remedied?.remedy ?? ""].filter { !$0.isEmpty }
    self.init(
      status: remedied?.status ?? HTTPResponse.Status(text.kind), message: text.sentence,
      hint: hints.joined(separator: " "))
  }

  /// Returns what to do about an error on the pages.
  static func remedy(for failure: any DescribedFailure) -> String {
    (failure.cause as? any PageRemedies)?.remedy ?? ""
  }

  /// The message and the hint in one text.
  var sentence: String { hint.isEmpty ? message : "\(message) \(hint)" }
}

extension HTTPResponse.Status {
  /// The status of a page about a failure.
  fileprivate init(_ kind: FailureText.Kind) {
    self =
      switch kind {
      case .usage, .data: .unprocessableContent
      case .noInput: .notFound
      case .permission, .configuration: .conflict
      case .unavailable, .tryAgain: .serviceUnavailable
      case .protocolError: .badGateway
      case .software, .cannotCreate, .inputOutput: .internalServerError
      }
  }
}
