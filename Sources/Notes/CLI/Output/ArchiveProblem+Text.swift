import NotesDomain
import NotesTransfer

extension ArchiveProblem {
  /// The item and its problem, on one line. Of some problems the note was imported all the same.
  var text: StyledText {
    let item: StyledText = self.item.isEmpty ? "an untitled note: " : "\(self.item): "
    switch reason {
    case .malformed(let line, let detail): return Self.skipped + item + "\(detail)" + Self.position(line)
    case .tooLarge(let bytes, let limit):
      return Self.skipped + item + "has \(bytes) bytes; the limit of a note is \(limit)"
    case .encrypted: return Self.skipped + item + "is encrypted"
    case .keptAsSource(let line, let detail):
      return Self.changed + item + "malformed; imported as source: \(detail)" + Self.position(line)
    case .missing(let name): return Self.changed + item + "missing from the archive: '\(name)'"
    case .damagedAttachment(let name, let detail):
      let attachment: StyledText = name.isEmpty ? "an unnamed attachment" : "the attachment \(name)"
      return Self.changed + item + attachment + " is damaged: \(detail)"
    case .invalidTime(let time): return Self.changed + item + "invalid time: '\(time)'"
    case .unusedAttachment: return Self.skipped + item + "no note refers to this attachment"
    case .damagedArchive(let line, let detail):
      return Self.skipped + item + "the archive is damaged: \(detail)" + Self.position(line)
    }
  }

  private static let skipped: StyledText = "\(.failure, "skipped")  "
  private static let changed: StyledText = "\(.failure, "changed")  "

  private static func position(_ line: Int?) -> StyledText { line.map { " (line \($0))" } ?? "" }
}
