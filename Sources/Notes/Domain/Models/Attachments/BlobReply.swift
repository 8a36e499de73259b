/// A vault's answer to a piece of a blob.
public enum BlobReply: Sendable, Hashable {
  /// So much of it is there now: more than before when the piece was the next one, otherwise what was there.
  case progress(BlobProgress)
  /// The whole of it is not what its name says; the vault has forgotten all of it.
  case mismatch
  /// The vault will not take it.
  case refused(Refusal)
}
