/// A pull that stopped since it would delete more notes here than a person is likely to have meant.
public struct DeletionBrake: Sendable, Hashable {
  /// How many notes it would delete, as far as it was read.
  public let deletions: Int
  /// How many notes there are here.
  public let notes: Int

  /// Creates a brake.
  ///
  /// - Parameters:
  ///   - deletions: How many notes the pull would delete.
  ///   - notes: How many notes there are here.
  public init(deletions: Int, notes: Int) {
    self.deletions = deletions
    self.notes = notes
  }
}
