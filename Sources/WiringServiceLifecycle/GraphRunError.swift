public import Wiring

/// The failures of a graph's run.
///
/// ```
/// 2 failures while the graph ran:
///   run   MailService (Shop/MailModule.swift:12): connection lost
///   stop  any Store (Shop/PersistenceModule.swift:9): took longer than 10.0 seconds
/// ```
public struct GraphRunError: Error, Sendable {
  /// A phase of a graph's run.
  public enum Phase: String, Sendable, Hashable {
    /// The `onStart` hooks.
    case start
    /// The services.
    case run
    /// The `onStop` hooks.
    case stop
  }

  /// The failure of a service that returned before shutdown.
  public struct EarlyReturnError: Error, Sendable, Hashable, CustomStringConvertible {
    init() {}

    /// The message.
    public var description: String { "returned before shutdown; a service must run until it is shut down" }
  }

  /// The failure of a service or a hook.
  public struct Failure: Sendable {
    /// The phase in which it failed.
    public let phase: Phase
    /// The type of the service, or the key of the object with the hook.
    public let subject: String
    /// The source location of its binding.
    public let location: SourceLocation?
    /// The error that it threw.
    public let error: any Error
  }

  /// All failures, in chronological order.
  public let failures: [Failure]

  init?(_ failures: [Failure]) {
    guard !failures.isEmpty else { return nil }
    self.failures = failures
  }
}

extension GraphRunError: CustomStringConvertible {
  /// The failures, one a line.
  public var description: String {
    let title = "\(failures.count) \(failures.count == 1 ? "failure" : "failures") while the graph ran:"
    let lines = failures.map { failure in
      let phase = failure.phase.rawValue + String(repeating: " ", count: 5 - failure.phase.rawValue.count)
      let location = failure.location.map { " (\($0.short))" } ?? ""
      return "  \(phase) \(failure.subject)\(location): \(failure.error)"
    }
    return ([title] + lines).joined(separator: "\n")
  }
}

extension LifecycleError {
  /// The failures of the hooks as failures of a run.
  var runFailures: [GraphRunError.Failure] {
    failures.map { failure in
      GraphRunError.Failure(
        phase: failure.phase == .start ? .start : .stop, subject: failure.key?.description ?? "an owned object",
        location: failure.location, error: failure.error)
    }
  }
}
