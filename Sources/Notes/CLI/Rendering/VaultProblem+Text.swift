import NotesDomain

extension VaultProblem {
  /// The file and what is wrong with it, on one line.
  var text: StyledText {
    switch reason {
    case .unreadable(let detail): "\(path): cannot be read: \(detail)"
    case .notUTF8(let offset): "\(path): is not UTF-8 text: the byte at \(offset) is wrong"
    case .tooLarge(let bytes, let limit): "\(path): has \(bytes) bytes, and a note may have \(limit)"
    case .malformedFrontMatter(let line, let detail): "\(path):\(line): the front matter is not understood: \(detail)"
    case .attachment(let error): "\(path): a file that belongs to it: \(CommandFailure(error).message)"
    case .attachmentTooLarge(let file, let bytes, let limit):
      "\(path): the file \(file) that belongs to it has \(bytes) bytes, and an attachment may have \(limit)"
    case .malformedAttachment(let file): "\(path): \(file) cannot be an attachment, or the note has too many of them"
    case .wrongType(let key, let line, let expected): "\(path):\(line): '\(key)' should be \(expected)"
    }
  }
}
