/// The failures of a graph's start or stop.
///
/// ```
/// 2 objects did not stop:
///   any Mailer (Shop/MailModule.swift:12): connection lost
///   Server (Shop/WebModule.swift:9): took longer than 10.0 seconds
/// ```
public struct LifecycleError: Error, Sendable {
  /// The phase of a graph's lifecycle.
  public enum Phase: String, Sendable, Hashable {
    /// The start of the graph.
    case start
    /// The stop of the graph.
    case stop
  }

  /// The failure of one object.
  public struct Failure: Sendable {
    /// The phase in which it failed: objects that were started are stopped again when another one fails to start.
    public let phase: Phase
    /// The object's key; `nil` for an object owned by its consumer.
    public let key: AnyKey?
    /// The location of the object's binding.
    public let location: SourceLocation?
    /// The error of the hook; ``TimeoutError`` when it exceeded its limit.
    public let error: any Error

    init(_ phase: Phase, key: AnyKey?, site: CallSite?, error: any Error) {
      self.phase = phase
      self.key = key
      location = site?.location
      self.error = error
    }
  }

  /// The error of a hook that exceeded its time limit. The hook was cancelled, and the graph no longer waits for it.
  public struct TimeoutError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The time limit.
    public let limit: Duration

    /// `took longer than 10.0 seconds`
    public var description: String { "took longer than \(limit)" }
  }

  /// The phase that failed.
  public let phase: Phase
  /// The failures, in the order in which they occurred.
  public let failures: [Failure]
}

extension LifecycleError: CustomStringConvertible {
  /// The failures, one per line.
  public var description: String {
    [Phase.start, .stop].flatMap(lines).joined(separator: "\n")
  }

  private func lines(of phase: Phase) -> [String] {
    let failures = failures.filter { $0.phase == phase }
    if failures.isEmpty { return [] }
    let count = "\(failures.count) \(failures.count == 1 ? "object" : "objects") did not \(phase.rawValue):"
    return [count]
      + failures.map { failure in
        let location = failure.location.map { " (\($0.short))" } ?? ""
        return "  \(failure.key?.description ?? "an owned object")\(location): \(failure.error)"
      }
  }
}
