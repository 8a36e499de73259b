/// How far an action is.
public enum Phase: Sendable, Hashable {
  /// Nothing was asked yet.
  case idle
  /// It is under way.
  case working
  /// It is done; the state shows the result.
  case done
  /// It did not happen.
  case failed(Failure)

  /// Why it did not happen, if so.
  public var failure: Failure? {
    if case .failed(let failure) = self { failure } else { nil }
  }
}
