package import NotesDomain

/// Why an action did not happen, for whoever shows the state. Data; the wording is the front's.
package enum Failure: Error, Sendable, Hashable {
  /// The store refused.
  case store(StoreError)
  /// The folder cannot be used.
  case vault(MarkdownFolderError)
  /// A file outside of the store cannot be read or written.
  case file(FileError)
  /// The file is longer than an attachment may be.
  case attachmentTooLarge(path: String, bytes: Int, limit: Int)
  /// The text is no name of an attachment.
  case malformedAttachmentName(String)
  /// Two files would have the same name.
  case attachmentTwice(String)
  /// The note has another file of this name.
  case attachmentExists(String, NoteSummary)
  /// The note would have more files than a note may have.
  case tooManyAttachments(limit: Int)
  /// The note has no file of this name, but these.
  case noAttachment(String, NoteSummary, names: [String])
  /// The note has the file, and its bytes are not on this device yet.
  case attachmentNotHere(String, NoteSummary)
  /// The note has the file, and its bytes on this device are not what they were any more. They were thrown away if others have
  /// them.
  case attachmentDamaged(String, NoteSummary, isForgotten: Bool)
  /// What was typed does not name one note.
  case reference(ReferenceError)
  /// A draft cannot be kept or read.
  case draft(DraftError)
  /// The editor failed. The draft holds what was typed; `nil` when the editor did not even start.
  case editor(EditorError, Draft?)
  /// The text could not be stored after it was edited; it is kept in the draft.
  case unsaved(StoreError, Draft)
  /// The text is longer than a note may be. The draft, if there is one, is kept.
  case tooLarge(bytes: Int, limit: Int, Draft?)
  /// The text does not name a tag.
  case malformedTag(String)
  /// The text does not name a notebook.
  case malformedNotebook(String)
  /// The title holds nothing visible.
  case emptyTitle
  /// The note is not in the trash, so it cannot be removed for good.
  case notInTrash(NoteSummary)
  /// A sync did not come to its end.
  case sync(SyncError)
  /// A request about this device's account came to nothing.
  case account(AccountClientError)
  /// What this device needs to speak to its server cannot be read or kept.
  case credentials(CredentialError)
  /// The text is no address of a server.
  case malformedServer(String, ServerAddressError)
  /// The text is no name of an account.
  case malformedAccount(String)
  /// This device is signed in to another server, or as somebody else.
  case signedInElsewhere(ServerAddress, AccountName)
  /// This device is not signed in.
  case notSignedIn
  /// No device of the account is named so.
  case noDevice(String)
  /// Several devices of the account are named so: these.
  case ambiguousDevice(String, candidates: [SignedInDevice])
  /// A device's label is too long.
  case longLabel(String)
  /// No conflict is named so.
  case noConflict(String)
  /// Several conflicts are named so: these.
  case ambiguousConflict(String, candidates: [NoteConflict])
  /// There is no set of changes with this number.
  case noChangeSet(Int)
  /// No version of the note was made by a set of changes with this number.
  case noVersion(Int)
  /// There is nothing left to take back.
  case nothingToUndo
  /// The set of changes was taken back before, by the other one.
  case undoneBefore(Int, by: Int)
  /// The set of changes cannot be taken back, since these notes changed since in the same places.
  case undoRefused(Int, notes: [NoteSummary])
}

extension Failure {
  /// Asks the store, with its errors as failures of the action.
  ///
  /// - Parameters:
  ///   - draft: Where the text lies that would be lost with the action, if there is one.
  ///   - action: What to ask.
  static func ofStore<Value: Sendable>(
    keeping draft: Draft? = nil, _ action: () async throws(StoreError) -> Value
  ) async throws(Failure) -> Value {
    do {
      return try await action()
    } catch {
      throw draft.map { .unsaved(error, $0) } ?? .store(error)
    }
  }
}

/// How far an action is.
package enum Phase: Sendable, Hashable {
  /// Nothing was asked yet.
  case idle
  /// It is under way.
  case working
  /// It is done; the state shows the result.
  case done
  /// It did not happen.
  case failed(Failure)

  /// Why it did not happen, if so.
  package var failure: Failure? {
    if case .failed(let failure) = self { failure } else { nil }
  }
}
