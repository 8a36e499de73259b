package import NotesDomain

/// The reason why an attachment cannot be attached or read.
package enum AttachmentFailure: Error, Sendable, Hashable {
  /// The file is larger than an attachment may be.
  case tooLarge(path: String, bytes: Int, limit: Int)
  case malformedName(String)
  /// Two of the files have the same name.
  case repeatedName(String)
  /// The note has another attachment with this name.
  case exists(String, NoteSummary)
  case tooMany(limit: Int)
  /// The note has no attachment with this name; `names` are those it has.
  case unknown(String, NoteSummary, names: [String])
  /// The bytes of the attachment are not on this device yet.
  case notDownloaded(String, NoteSummary)
  /// The bytes of the attachment on this device are damaged. They were removed if the server has them.
  case damaged(String, NoteSummary, isForgotten: Bool)
}
