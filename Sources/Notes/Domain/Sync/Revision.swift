/// A place in a vault's history: the version of an item, and its position in the feed of changes.
///
/// A vault counts its accepted changes. The count after a change is the revision of the item that was changed, so that one
/// number answers both "which version is this?" and "what came after?".
package struct Revision: Sendable, Hashable, Comparable {
  /// Where nothing has happened yet, and the revision of an item that the vault does not hold.
  package static let none = Revision(0)

  /// The number of accepted changes up to this one.
  package let number: Int64

  /// Creates a revision.
  ///
  /// - Parameter number: The number of accepted changes up to this one.
  package init(_ number: Int64) {
    self.number = number
  }

  /// The revision of the next change.
  package var next: Revision { Revision(number < .max ? number + 1 : number) }

  /// Orders revisions from earlier to later.
  package static func < (left: Revision, right: Revision) -> Bool {
    left.number < right.number
  }
}

/// An uninterrupted stretch of a vault's history: 128 random bits.
///
/// A vault that is restored from a backup begins a new one, since it will give out revisions again that it gave out before.
package struct Epoch: Sendable, Hashable {
  /// The bits.
  package var bits: UInt128 { words.bits }

  private let words: UInt128Storage

  /// Creates the id of an epoch.
  ///
  /// - Parameter bits: The bits.
  package init(bits: UInt128) {
    words = UInt128Storage(bits)
  }

  /// Draws the id of a new epoch.
  ///
  /// - Parameter randomness: Where the bits come from.
  package init(drawnFrom randomness: any Randomness) {
    self.init(bits: UInt128(randomness.next()) << 64 | UInt128(randomness.next()))
  }
}

extension Epoch: CustomStringConvertible, LosslessStringConvertible {
  /// Reads what ``description`` writes.
  ///
  /// - Parameter text: 32 hexadecimal digits.
  /// - Returns: `nil` when the text is anything else.
  package init?(_ text: String) {
    guard let bits = UInt128(hexadecimal: text) else { return nil }
    self.init(bits: bits)
  }

  /// 32 lower-case hexadecimal digits.
  package var description: String { bits.hexadecimal }
}

/// What a device must know whose epoch is over.
package struct EpochChange: Sendable, Hashable {
  /// The epoch that the vault is in.
  package let epoch: Epoch
  /// Up to which revision the two epochs have the same history; ``Revision/none`` when the vault does not know the other.
  package let forkedAt: Revision

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - epoch: The epoch that the vault is in.
  ///   - forkedAt: Up to which revision the two epochs have the same history.
  package init(epoch: Epoch, forkedAt: Revision) {
    self.epoch = epoch
    self.forkedAt = forkedAt
  }
}
