/// What a look at the bytes of a blob found.
public enum BlobFinding: Sendable, Hashable, CaseIterable {
  /// They are what its name says, as far as they are here.
  case sound
  /// They were something else, and are forgotten, so that the right ones can come.
  case forgotten
  /// They are something else, and stay: nobody is known to have the right ones.
  case damaged
}
