/// The number of a keyring among those with the same current key, counted from 1. Each change raises it.
///
/// It arrives from outside, and every device that has the key can raise it to the highest number at once. So the next number may not
/// exist; a new key begins anew where that happened.
package struct KeyringGeneration: Sendable, Hashable, Comparable {
  /// The number of the first keyring.
  package static let first = KeyringGeneration(unchecked: 1)

  package let number: UInt32

  /// Creates a number; `nil` for 0.
  package init?(_ number: UInt32) {
    guard number > 0 else { return nil }
    self.number = number
  }

  private init(unchecked number: UInt32) { self.number = number }

  /// The next number; `nil` after the highest one.
  package var next: KeyringGeneration? {
    number < .max ? KeyringGeneration(unchecked: number + 1) : nil
  }

  package static func < (left: KeyringGeneration, right: KeyringGeneration) -> Bool { left.number < right.number }
}
