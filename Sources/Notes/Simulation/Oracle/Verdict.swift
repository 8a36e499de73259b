/// What the judge says of a history.
package enum Verdict: Sendable, Hashable {
  /// Every promise was kept.
  case kept
  /// One was broken.
  ///
  /// - Parameters:
  ///   - promise: Which one.
  ///   - detail: How it showed.
  case broken(Promise, detail: String)
}

extension Verdict: CustomStringConvertible {
  /// The verdict in words.
  package var description: String {
    switch self {
    case .kept: "every promise was kept"
    case .broken(let promise, let detail): "\(promise.rawValue): \(detail)"
    }
  }
}
