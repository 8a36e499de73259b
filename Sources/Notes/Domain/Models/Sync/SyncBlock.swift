/// Why a note is left out of sync, while all others go on.
public enum SyncBlock: Sendable, Hashable {
  /// The vault refused the note as it is; an edit of it ends the block.
  case refused(Refusal)
  /// The vault holds a version that this program cannot read; a newer program, or a newer version, ends the block.
  case unreadable
}
