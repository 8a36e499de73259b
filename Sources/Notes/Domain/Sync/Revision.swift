/// A position in a vault's history, which is also the version of the item that changed there.
///
/// A vault counts its accepted changes. The count after a change is the revision of the changed item, so one number
/// identifies a version and orders the feed of changes.
package struct Revision: Sendable, Hashable, Comparable {
  /// The position before the first change, and the revision of an item that the vault does not hold.
  package static let none = Revision(0)

  /// The number of accepted changes up to this one.
  package let number: Int64

  package init(_ number: Int64) {
    self.number = number
  }

  /// The next revision; the highest one follows itself.
  package var next: Revision { later(by: 1) }

  /// Returns the revision a number of changes later, but none after the highest one.
  package func later(by changes: Int) -> Revision {
    let (sum, overflow) = number.addingReportingOverflow(Int64(max(0, changes)))
    return Revision(overflow ? .max : sum)
  }

  /// Returns the revision a number of changes earlier, but none before ``none``.
  package func earlier(by changes: Int) -> Revision {
    number <= 0 ? .none : Revision(max(0, number - Int64(max(0, changes))))
  }

  /// Returns the number of changes since an earlier revision; 0 if that one is not earlier.
  package func changes(since earlier: Revision) -> Int {
    guard earlier < self else { return 0 }
    let (difference, overflow) = number.subtractingReportingOverflow(earlier.number)
    return overflow ? .max : Int(clamping: difference)
  }

  package static func < (left: Revision, right: Revision) -> Bool {
    left.number < right.number
  }
}

/// The identifier of an uninterrupted period of a vault's history.
///
/// A vault that is restored from a backup starts a new epoch, since it will assign revisions again that it assigned
/// before.
package struct Epoch: RandomIdentifier {
  private let words: UInt128Storage

  package var bits: UInt128 { words.bits }

  package init(bits: UInt128) {
    words = UInt128Storage(bits)
  }
}

/// The transition of a device to another epoch of its vault.
package struct EpochChange: Sendable, Hashable {
  package let epoch: Epoch
  /// The revision up to which the two epochs have the same history; ``Revision/none`` when the vault does not know the
  /// device's epoch.
  package let forkedAt: Revision

  package init(epoch: Epoch, forkedAt: Revision) {
    self.epoch = epoch
    self.forkedAt = forkedAt
  }
}
