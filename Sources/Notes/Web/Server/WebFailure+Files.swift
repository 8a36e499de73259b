import HTTPTypes
import NotesDomain
import NotesViewModels

extension WebFailure {
  init(_ failure: AttachmentFailure) {
    switch failure {
    case .tooLarge(let path, let bytes, let limit):
      self.init(
        status: .contentTooLarge, message: "“\(path)” has \(bytes) bytes; the limit is \(limit).",
        hint: "Store it elsewhere, and put a link to it into the note.")
    case .malformedName(let name):
      self.init(
        status: .unprocessableContent, message: "“\(name)” is not a valid name of an attachment.",
        hint:
          "A name has no slash, no backslash, no control character and at most \(Attachment.maximumNameBytes) bytes. Rename the file, and attach it again."
      )
    case .repeatedName(let name):
      self.init(
        status: .unprocessableContent, message: "Two of the files are named “\(name)”. Nothing was attached.",
        hint: "Rename one of them.")
    case .exists(let name, let note):
      self.init(
        status: .conflict, message: "“\(note.title)” already has another attachment “\(name)”. Nothing was attached.",
        hint: "Go back, and choose to replace attachments of the same name, or rename the file.")
    case .tooMany(let limit):
      self.init(
        status: .unprocessableContent, message: "A note can have at most \(limit) attachments.",
        hint: "Attach the file to another note.")
    case .unknown(let name, let note, _):
      self.init(
        status: .notFound, message: "“\(note.title)” has no attachment “\(name)”.",
        hint: "It may have been detached. The history of the note has the changes.")
    case .notDownloaded(let name, let note):
      self.init(
        status: .serviceUnavailable, message: "“\(name)” of “\(note.title)” is not on this device yet.",
        hint: "The next sync downloads it.")
    case .damaged(let name, let note, let isForgotten):
      self.init(
        status: .internalServerError, message: "“\(name)” of “\(note.title)” is damaged on this device.",
        hint: isForgotten
          ? "The damaged copy was deleted. The next sync downloads it again; or attach the file again, if you have it."
          : "Attach the file again, if you have it. The damaged copy is kept because no server has an intact one.")
    }
  }

  init(_ error: StoreError) {
    switch error {
    case .missing(let path):
      self.init(
        status: .serviceUnavailable, message: "There are no notes at \(path).",
        hint: "Check the folder with which notesctl was started.")
    case .notAStore(let path):
      self.init(
        status: .internalServerError, message: "\(path) is not a store of notes. It was not changed.",
        hint: "Start notesctl with another folder.")
    case .corrupt(let path, let detail):
      self.init(
        status: .internalServerError, message: "The store \(path) is damaged: \(detail).",
        hint: "Stop notesctl, make a copy of the store, and run: notesctl doctor")
    case .foreignLog(let path):
      self.init(
        status: .internalServerError,
        message: "The log \(path)-wal belongs to another file than \(path). Neither was changed.",
        hint: "Stop notesctl, and put both files of one store there together.")
    case .newerVersion(let path, let found, let supported):
      self.init(
        status: .internalServerError,
        message:
          "The store \(path) was created by a newer notesctl: its version is \(found), this program supports up to \(supported).",
        hint: "Update notesctl. The store was not changed.")
    case .readOnly(let path):
      self.init(
        status: .internalServerError, message: "The store \(path) is read-only.", hint: "Check its permissions.")
    case .permissionDenied(let path):
      self.init(
        status: .internalServerError, message: "The store \(path) may not be read.", hint: "Check its permissions.")
    case .locked(let path):
      self.init(
        status: .serviceUnavailable, message: "Another program has locked the store \(path).",
        hint: "Try again shortly.")
    case .unreachable(let path, let detail):
      self.init(
        status: .serviceUnavailable, message: "The database \(path) cannot be used: \(detail).",
        hint: "Try again shortly.")
    case .restored(let path):
      self.init(status: .internalServerError, message: "The database \(path) was restored, and may lack changes.")
    case .diskFull(let path):
      self.init(
        status: .serviceUnavailable, message: "There is no space left on the disk of \(path). Nothing was saved.",
        hint: "Free some space, and try again.")
    case .cannotCreate(let path, let reason):
      self.init(
        status: .internalServerError, message: "The store \(path) cannot be created: \(reason).",
        hint: "Start notesctl with another folder.")
    case .failed(let path, let detail):
      self.init(
        status: .internalServerError, message: "The store \(path) failed: \(detail).", hint: "Try again.")
    case .exists(let id):
      self.init(
        status: .conflict, message: "A note with the id \(id.description) already exists.",
        hint: "Nothing was changed. Try again.")
    case .exceeds(let id, let excess):
      self.init(
        status: .contentTooLarge, message: excess.sentence,
        hint: "Nothing was changed. The note is \(id.description); split it into several notes.")
    }
  }

  init(_ error: FileError) {
    switch error {
    case .missing(let path): self.init(status: .notFound, message: "There is no file \(path).")
    case .notAFile(let path): self.init(status: .unprocessableContent, message: "\(path) is not a file.")
    case .unreadable(let path, let reason):
      self.init(status: .internalServerError, message: "\(path) cannot be read: \(reason).")
    case .changed(let path):
      self.init(
        status: .conflict, message: "“\(path)” was not stored completely.", hint: "Go back, and attach it again.")
    case .exists(let path): self.init(status: .conflict, message: "\(path) already exists.")
    case .notReplaceable(let path):
      self.init(status: .conflict, message: "\(path) is not a regular file, and cannot be replaced.")
    case .unwritable(let path, let reason):
      self.init(status: .internalServerError, message: "\(path) cannot be written: \(reason).")
    case .diskFull(let path):
      self.init(
        status: .serviceUnavailable, message: "There is no space left on the disk of \(path).",
        hint: "Free some space, and try again.")
    }
  }
}
