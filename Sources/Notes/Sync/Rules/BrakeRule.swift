/// Decides when so much would be deleted that a person must be asked.
package protocol BrakeRule: Sendable {
  /// Whether to stop.
  ///
  /// - Parameters:
  ///   - deletions: How many notes one pull would delete, as far as it is known.
  ///   - notes: How many notes there were before it.
  func stops(deletions: Int, of notes: Int) -> Bool
}

/// Stops at more than twenty notes that are more than a fifth of all.
struct StandardBrakeRule: BrakeRule {
  func stops(deletions: Int, of notes: Int) -> Bool {
    deletions > 20 && deletions * 5 > notes
  }
}
