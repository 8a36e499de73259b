/// Why the bytes of an item are no note to this program. They stay in the vault as they are.
public enum PayloadProblem: Error, Sendable, Hashable {
  /// They were written in another version of the format.
  case otherVersion(found: UInt64, supported: UInt64)
  /// They hold a field that this version of the format does not have.
  case unknownField(number: UInt64)
  /// They end in the middle of something.
  case truncated
  /// They say something in a way in which no program writes it: twice, out of order, or with more bytes than it takes.
  case notCanonical(offset: Int)
  /// A text in them is not UTF-8; the text begins at this offset.
  case notUTF8(offset: Int)
  /// They hold a tag, a notebook or an attachment's name that cannot be one; it begins at this offset.
  case invalidName(offset: Int)
  /// They hold a tag twice.
  case repeatedTag
  /// They hold more attachments than a note may have.
  case tooManyAttachments(limit: Int)
  /// The note's text is longer than a note's may be; see ``NoteLimits/maximumBytes``.
  case tooLarge(bytes: UInt64, limit: UInt64)
}
