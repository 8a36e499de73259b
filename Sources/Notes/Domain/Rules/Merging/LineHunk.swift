/// A place where two texts differ: some lines of the old one, and those that stand for them in the new one.
public struct LineHunk: Sendable, Hashable {
  /// The lines of the old text, counted from 0; an empty range where lines were only added.
  public let old: Range<Int>
  /// The lines of the new text, counted from 0; an empty range where lines were only removed.
  public let new: Range<Int>

  /// Creates a hunk.
  ///
  /// - Parameters:
  ///   - old: The lines of the old text.
  ///   - new: The lines of the new text.
  public init(old: Range<Int>, new: Range<Int>) {
    (self.old, self.new) = (old, new)
  }
}
