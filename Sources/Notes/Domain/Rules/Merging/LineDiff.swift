/// STUB until branch `merge` is here.
public enum LineDiff {
  public struct Hunk: Sendable, Hashable {
    public let old: Range<Int>
    public let new: Range<Int>
  }
  public static func lines(of text: String) -> [ArraySlice<UInt8>] {
    Array(text.utf8).split(separator: 10, omittingEmptySubsequences: false)
      .map { $0 }
  }
  public static func hunks(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) -> [Hunk] {
    []
  }
}
