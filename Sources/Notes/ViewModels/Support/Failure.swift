package import NotesDomain

/// The reason why an action of a view-model failed. Its message is up to the user interface.
///
/// Failures of one feature are declared beside its view-models.
package enum Failure: Error, Sendable, Hashable {
  case store(StoreError)
  /// The text does not identify one note.
  case reference(ReferenceError)
  /// The text is not a query.
  case query(NoteFilterError)
  case note(NoteFailure)
  case editing(EditingFailure)
  case template(TemplateFailure)
  case configuration(ConfigurationFailure)
  /// The fuzzy finder cannot be run.
  case finder(FuzzyFinderError)
  case attachment(AttachmentFailure)
  case history(HistoryFailure)
  case conflict(ConflictFailure)
  case account(AccountFailure)
  case sync(SyncError)
  /// The vault cannot be encrypted or unlocked.
  case encryption(EncryptionError)
  /// The store cannot be backed up, restored or rebuilt.
  case maintenance(MaintenanceError)
  /// A folder of Markdown cannot be read or written.
  case folder(MarkdownFolderError)
  /// An export of another program cannot be read.
  case archive(ArchiveError)
  /// A file outside of the store cannot be read or written.
  case file(FileError)
  /// An error that no port declares.
  case unexpected(String)

  /// Translates an error of a port or of a view-model's helper.
  init(_ error: any Error) {
    switch error {
    case let error as StoreError: self = .store(error)
    case let error as ReferenceError: self = .reference(error)
    case let error as NoteFilterError: self = .query(error)
    case let failure as NoteFailure: self = .note(failure)
    case let failure as EditingFailure: self = .editing(failure)
    case let failure as TemplateFailure: self = .template(failure)
    case let error as NoteTemplateError: self = .template(.unreadable(error))
    case let failure as ConfigurationFailure: self = .configuration(failure)
    case let error as ConfigurationFileError: self = .configuration(.file(error))
    case let error as DraftError: self = .editing(.draft(error))
    case let error as FuzzyFinderError: self = .finder(error)
    case let failure as AttachmentFailure: self = .attachment(failure)
    case let failure as HistoryFailure: self = .history(failure)
    case let failure as ConflictFailure: self = .conflict(failure)
    case let failure as AccountFailure: self = .account(failure)
    case let error as AccountClientError: self = .account(.client(error))
    case let error as CredentialError: self = .account(.credentials(error))
    case let error as SyncError: self = .sync(error)
    case let error as EncryptionError: self = .encryption(error)
    case let error as MaintenanceError: self = .maintenance(error)
    case let error as MarkdownFolderError: self = .folder(error)
    case let error as ArchiveError: self = .archive(error)
    case let error as FileError: self = .file(error)
    default: self = .unexpected("\(error)")
    }
  }
}

/// An observable object for one screen, whose actions change its state.
@MainActor
package protocol ViewModel: AnyObject {
  associatedtype State: ViewState

  var state: State { get }
}

/// The state of a view-model, with the phase of its last action.
package protocol ViewState: Sendable, Hashable {
  var phase: Phase { get }
}

/// The phase of an action.
package enum Phase: Sendable, Hashable {
  /// No action has begun.
  case idle
  case working
  /// The action succeeded; the state has its result.
  case done
  case failed(Failure)

  /// The failure of the action; `nil` unless it failed.
  package var failure: Failure? {
    if case .failed(let failure) = self { failure } else { nil }
  }

  /// Runs an action, and returns ``done`` or ``failed(_:)``.
  @MainActor
  static func after(_ action: @MainActor () async throws -> Void) async -> Phase {
    do {
      try await action()
      return .done
    } catch {
      return .failed(Failure(error))
    }
  }
}

extension ViewModel {
  /// Runs an action, and returns the state after it.
  ///
  /// - Throws: The failure of the action.
  @discardableResult
  package func run(_ action: @MainActor (Self) async throws -> Void) async throws -> State {
    try await action(self)
    try state.phase.check()
    return state
  }
}

extension Phase {
  /// Throws the failure of a failed action.
  package func check() throws(Failure) {
    if let failure { throw failure }
  }
}
