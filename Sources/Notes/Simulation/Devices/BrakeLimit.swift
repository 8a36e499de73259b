import Synchronization

/// How many deletions the brakes of a world let pass in the present history.
final class BrakeLimit: Sendable {
  private let value = Mutex<Int?>(nil)

  /// The most; `nil` to leave it to the rule.
  var deletions: Int? {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
