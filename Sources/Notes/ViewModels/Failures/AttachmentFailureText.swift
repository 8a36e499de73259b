import NotesDomain
import NotesTransfer

extension AttachmentFailure: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .tooLarge(let path, let bytes, let limit):
      FailureText(
        "\(path) has \(bytes) bytes; the limit is \(limit)", .data,
        "store it elsewhere and put a link to it into the note")
    case .malformedName(let name):
      FailureText(
        "'\(name)' is not a valid attachment name", .usage,
        "a name has no slash, no backslash, no control character and at most \(Attachment.maximumNameBytes) bytes")
    case .repeatedName(let name): FailureText("duplicate file name “\(name)”", .usage)
    case .exists(let name, let note): FailureText("“\(note.title)” already has an attachment “\(name)”", .data)
    case .tooMany(let limit): FailureText("a note can have at most \(limit) attachments", .data)
    case .unknown(let name, let note, _): FailureText("“\(note.title)” has no attachment “\(name)”", .noInput)
    case .notDownloaded(let name, let note):
      FailureText("“\(name)” of “\(note.title)” is not on this device yet", .unavailable)
    case .damaged(let name, let note, _):
      FailureText("“\(name)” of “\(note.title)” is damaged on this device; nothing was written", .data)
    }
  }
}
