/// What went wrong while a graph started or stopped.
///
/// ```
/// 2 objects did not stop:
///   any Mailer (Shop/MailModule.swift:12): connection lost
///   Server (Shop/WebModule.swift:9): took longer than 10.0 seconds
/// ```
public struct LifecycleError: Error, Sendable {
  /// What the graph was doing.
  public enum Phase: String, Sendable, Hashable {
    /// It was starting.
    case start
    /// It was stopping.
    case stop
  }

  /// One object that did not do what it should.
  public struct Failure: Sendable {
    /// The object's key; `nil` for one that is owned by its consumer.
    public let key: AnyKey?
    /// Where it is bound.
    public let location: SourceLocation?
    /// What its hook threw; ``TimeoutError`` when it took too long.
    public let error: any Error

    init(key: AnyKey?, site: CallSite?, error: any Error) {
      self.key = key
      location = site?.location
      self.error = error
    }
  }

  /// A hook that took longer than it may. It was cancelled, and is no longer waited for.
  public struct TimeoutError: Error, Sendable, Hashable, CustomStringConvertible {
    /// How long it may take.
    public let limit: Duration

    /// `took longer than 10.0 seconds`
    public var description: String { "took longer than \(limit)" }
  }

  /// What the graph was doing.
  public let phase: Phase
  /// Every failure, in the order in which they happened.
  public let failures: [Failure]
}

extension LifecycleError: CustomStringConvertible {
  /// All failures, a line each.
  public var description: String {
    let count = "\(failures.count) \(failures.count == 1 ? "object" : "objects") did not \(phase.rawValue):"
    let lines = failures.map { failure in
      let place = failure.location.map { " (\($0.short))" } ?? ""
      return "  \(failure.key?.description ?? "an owned object")\(place): \(failure.error)"
    }
    return ([count] + lines).joined(separator: "\n")
  }
}
