/// The way in which an object is requested: by `await` or not, and on the main actor or not.
enum Caller: Sendable {
  /// Synchronously, on any thread.
  case any
  /// Synchronously, on the main actor.
  case main
  /// By `await`, from elsewhere than the main actor.
  case awaiting
  /// By `await`, from the main actor.
  case awaitingOnMain

  /// Returns the caller that awaits, by its isolation.
  static func awaiting(on isolation: (any Actor)?) -> Caller {
    isolation === MainActor.shared ? .awaitingOnMain : .awaiting
  }

  /// The reason why the caller cannot have the object of a node; `nil` if it can.
  func refusal(of node: AnyNode, for key: AnyKey) -> ResolutionError.Reason? {
    switch self {
    case .any where node.isConfined: .confined(key)
    case .any where node.isolation == .main: .needsMainActor(key)
    case .any where node.isolation == .async, .main where node.isolation == .async: .needsAwait(key)
    // The object would leave the actor.
    case .awaiting where node.isConfined: .confined(key)
    case .any, .main, .awaiting, .awaitingOnMain: nil
    }
  }
}
