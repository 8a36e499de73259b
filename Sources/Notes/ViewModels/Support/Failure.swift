package import NotesDomain

/// The reason why an action of a view-model failed. Its message is up to the user interface.
package enum Failure: Error, Sendable, Hashable {
  case store(StoreError)
  case vault(MarkdownFolderError)
  /// A file outside of the store cannot be read or written.
  case file(FileError)
  /// The file is larger than an attachment may be.
  case attachmentTooLarge(path: String, bytes: Int, limit: Int)
  case malformedAttachmentName(String)
  /// Two of the files have the same name.
  case attachmentTwice(String)
  /// The note has another attachment with this name.
  case attachmentExists(String, NoteSummary)
  case tooManyAttachments(limit: Int)
  /// The note has no attachment with this name; `names` are those it has.
  case noAttachment(String, NoteSummary, names: [String])
  /// The bytes of the attachment are not on this device yet.
  case attachmentNotHere(String, NoteSummary)
  /// The bytes of the attachment on this device are damaged. They were removed if the server has them.
  case attachmentDamaged(String, NoteSummary, isForgotten: Bool)
  /// The text does not identify one note.
  case reference(ReferenceError)
  case draft(DraftError)
  /// The editor failed. The draft has the text; `nil` if the editor did not start.
  case editor(EditorError, Draft?)
  /// The edited text could not be stored; the draft has it.
  case unsaved(StoreError, Draft)
  /// The text is larger than a note may be. The draft, if there is one, has it.
  case tooLarge(bytes: Int, limit: Int, Draft?)
  case malformedTag(String)
  case malformedNotebook(String)
  /// The title has no visible character.
  case emptyTitle
  /// The note cannot be purged, since it is not in the trash.
  case notInTrash(NoteSummary)
  case sync(SyncError)
  /// A request to the server's accounts failed.
  case account(AccountClientError)
  /// The credentials of this device cannot be read or written.
  case credentials(CredentialError)
  case malformedServer(String, ServerAddressError)
  case malformedAccount(String)
  /// This device is signed in to another server or account.
  case signedInElsewhere(ServerAddress, AccountName)
  case notSignedIn
  /// No device of the account has this label or id.
  case noDevice(String)
  /// Several devices of the account have this label or prefix.
  case ambiguousDevice(String, candidates: [SignedInDevice])
  /// The label of a device is too long.
  case longLabel(String)
  /// No conflict has this id.
  case noConflict(String)
  /// Several conflicts have ids with this prefix.
  case ambiguousConflict(String, candidates: [NoteConflict])
  /// No change set has this number.
  case noChangeSet(Int)
  /// No version of the note is of the change set with this number.
  case noVersion(Int)
  /// No change set can be undone.
  case nothingToUndo
  /// The change set was undone before, by the change set `by`.
  case undoneBefore(Int, by: Int)
  /// The change set cannot be undone, since later changes of these notes overlap with it.
  case undoRefused(Int, notes: [NoteSummary])
  /// An error that no port declares.
  case unexpected(String)

  /// Translates an error of a port or of a view-model's helper.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as StoreError: self = .store(error)
    case let error as MarkdownFolderError: self = .vault(error)
    case let error as FileError: self = .file(error)
    case let error as ReferenceError: self = .reference(error)
    case let error as DraftError: self = .draft(error)
    case let error as SyncError: self = .sync(error)
    case let error as AccountClientError: self = .account(error)
    case let error as CredentialError: self = .credentials(error)
    default: self = .unexpected("\(error)")
    }
  }
}

/// The phase of an action.
package enum Phase: Sendable, Hashable {
  /// No action has begun.
  case idle
  /// The action runs.
  case working
  /// The action succeeded; the state has its result.
  case done
  case failed(Failure)

  /// The failure of the action; `nil` unless it failed.
  package var failure: Failure? {
    if case .failed(let failure) = self { failure } else { nil }
  }

  /// Runs an action.
  ///
  /// - Returns: The phase afterwards, ``done`` or ``failed(_:)``.
  @MainActor
  static func after(_ action: @MainActor () async throws -> Void) async -> Phase {
    do {
      try await action()
      return .done
    } catch {
      return .failed(Failure(error))
    }
  }

  /// Runs a synchronous action.
  @MainActor
  static func after(_ action: @MainActor () throws -> Void) -> Phase {
    do {
      try action()
      return .done
    } catch {
      return .failed(Failure(error))
    }
  }
}
