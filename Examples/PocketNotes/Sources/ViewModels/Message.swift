import Core

/// The sentences for people about what failed. All fronts show the same ones.
package enum Message {
  package static func of(_ error: NotebookError) -> String {
    switch error {
    case .emptyText: "A note needs some text."
    case .tooLong(let bytes):
      "The note is too long: it has \(bytes) bytes, and at most \(Notebook.maximumBytes) are possible. Divide it."
    case .noNote: "There is no such note; it may have been deleted on another device."
    case .changedMeanwhile:
      "Another device changed the same lines meanwhile. Nothing was stored: copy your text, and open the note again."
    case .store(let error): of(error)
    }
  }

  package static func of(_ error: StoreError) -> String {
    "The notes on this device cannot be used: \(error.reason)."
  }

  package static func of(_ error: SyncError) -> String {
    switch error {
    case .server(.unreachable): "The server cannot be reached. Your notes are safe here; sync again later."
    case .store(let error): of(error)
    case .cancelled: "The sync was stopped. The next one goes on from there."
    case .otherAccount(let session):
      "The notes on this device are those of the account “\(session.account)”. Another account needs another folder."
    case .overtaken: "Another device writes all the time. Sync again later."
    }
  }
}
