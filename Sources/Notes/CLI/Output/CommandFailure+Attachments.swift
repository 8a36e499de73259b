import NotesDomain
import NotesViewModels

extension CommandFailure {
  init(_ failure: AttachmentFailure) {
    switch failure {
    case .tooLarge(let path, let bytes, let limit):
      self.init(
        "\(path) has \(bytes) bytes; the limit is \(limit)",
        hints: ["store it elsewhere and put a link to it into the note"], status: .data)
    case .malformedName(let name):
      self.init(
        "'\(name)' is not a valid attachment name",
        hints: [
          "a name has no slash, no control character and at most \(Attachment.maximumNameBytes) bytes; choose one with --name"
        ], status: .usage)
    case .repeatedName(let name):
      self.init(
        "duplicate file name “\(name)”", hints: ["attach one of them separately with another --name"], status: .usage)
    case .exists(let name, let note):
      self.init(
        "“\(note.title)” already has an attachment “\(name)”",
        hints: ["replace it with --replace, or choose another name with --name"], status: .data)
    case .tooMany(let limit): self.init("a note can have at most \(limit) attachments", status: .data)
    case .unknown(let name, let note, let names):
      var hints: [StyledText] = names.prefix(5).map { "it has “\($0)”" }
      if names.isEmpty { hints.append("it has no attachments") }
      if names.count > 5 {
        hints.append("and \(names.count - 5) more: notesctl attachments \(raw: note.id.description)")
      }
      self.init("“\(note.title)” has no attachment “\(name)”", hints: hints, status: .noInput)
    case .notDownloaded(let name, let note):
      self.init(
        "“\(name)” of “\(note.title)” is not on this device yet",
        hints: ["download it: notesctl sync"], status: .unavailable)
    case .damaged(let name, let note, let isForgotten):
      let attaching: StyledText =
        "attach the file again, if you have it: notesctl attach \(raw: note.id.description) FILE"
      self.init(
        "“\(name)” of “\(note.title)” is damaged on this device; nothing was written",
        hints: isForgotten
          ? ["the damaged copy was deleted; download it again: notesctl sync", "or \(attaching)"]
          : [attaching, "the damaged copy is kept because no server has an intact one"],
        status: .data)
    }
  }
}
