/// What came of a history.
package struct Report: Sendable, Hashable {
  /// The seed that decided it.
  package let seed: UInt64
  /// What the judge says.
  package let verdict: Verdict
  /// A number that two histories share only when all that happened was the same.
  package let hash: UInt64
  /// How many texts went into copies.
  package let copies: Int
  /// How many edges there were at which it could have been cut.
  package let edges: Int
  /// Each step in words, when they were asked for.
  package let lines: [String]
}
