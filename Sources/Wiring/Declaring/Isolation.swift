/// Where an object can be made: each asks for more than the one before.
///
/// It spreads from a dependency to its consumers: what needs an object of the main actor is made there too, and what needs
/// one that takes an `await` takes one itself.
public enum Isolation: String, Sendable, Hashable, Comparable, CaseIterable {
  /// Anywhere, at once.
  case any
  /// On the main actor at once, from elsewhere by `await`.
  case main
  /// By `await` only.
  case async

  /// Orders by what making the object asks for.
  public static func < (left: Isolation, right: Isolation) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .any: 0
    case .main: 1
    case .async: 2
    }
  }
}
