/// A place in a vault's history: the version of an item, and its position in the feed of changes.
///
/// A vault counts its accepted changes. The count after a change is the revision of the item that was changed, so that one
/// number answers both "which version is this?" and "what came after?".
public struct Revision: Sendable, Hashable, Comparable {
  /// Where nothing has happened yet, and the revision of an item that the vault does not hold.
  public static let none = Revision(0)

  /// The number of accepted changes up to this one.
  public let number: Int64

  /// Creates a revision.
  ///
  /// - Parameter number: The number of accepted changes up to this one.
  public init(_ number: Int64) {
    self.number = number
  }

  /// The revision of the next change.
  public var next: Revision { Revision(number < .max ? number + 1 : number) }

  /// Orders revisions from earlier to later.
  public static func < (left: Revision, right: Revision) -> Bool {
    left.number < right.number
  }
}
