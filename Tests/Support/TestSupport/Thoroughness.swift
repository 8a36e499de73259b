import Foundation

/// How much of a long proof the tests run: a part before each commit, all of it before a change lands.
package enum Thoroughness {
  /// Whether everything runs. `scripts/test --all` sets the variable.
  package static let isFull = ProcessInfo.processInfo.environment["NOTES_PROOFS"] == "all"

  /// Returns how many runs of a proof there are: the whole, or a part of it.
  package static func runs<Number: BinaryInteger>(_ part: Number, ofAll whole: Number) -> Number {
    isFull ? whole : part
  }
}
