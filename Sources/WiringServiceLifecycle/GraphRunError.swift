public import Wiring

/// Everything that went wrong while a graph ran.
///
/// ```
/// 2 things went wrong while the graph ran:
///   run   MailService (Shop/MailModule.swift:12): connection lost
///   stop  any Store (Shop/PersistenceModule.swift:9): took longer than 10.0 seconds
/// ```
public struct GraphRunError: Error, Sendable {
  /// What the graph was doing.
  public enum Phase: String, Sendable, Hashable {
    /// It ran the hooks of `onStart`.
    case start
    /// It ran its services.
    case run
    /// It ran the hooks of `onStop`.
    case stop
  }

  /// A service that returned without having been told to.
  public struct EarlyReturnError: Error, Sendable, Hashable, CustomStringConvertible {
    init() {}

    /// `returned before it was told to; a service runs until it is shut down`
    public var description: String { "returned before it was told to; a service runs until it is shut down" }
  }

  /// One thing that went wrong.
  public struct Failure: Sendable {
    /// What the graph was doing.
    public let phase: Phase
    /// Whose failure it is: the type of a service, the key of another object.
    public let subject: String
    /// Where it is bound.
    public let location: SourceLocation?
    /// What it threw.
    public let error: any Error
  }

  /// Every failure, in the order in which they happened.
  public let failures: [Failure]

  init?(_ failures: [Failure]) {
    guard !failures.isEmpty else { return nil }
    self.failures = failures
  }

  init(_ error: LifecycleError) {
    failures = error.runFailures
  }
}

extension GraphRunError: CustomStringConvertible {
  /// All failures, a line each.
  public var description: String {
    let count = "\(failures.count) \(failures.count == 1 ? "thing" : "things") went wrong while the graph ran:"
    let lines = failures.map { failure in
      let phase = failure.phase.rawValue + String(repeating: " ", count: 5 - failure.phase.rawValue.count)
      let place = failure.location.map { " (\($0.short))" } ?? ""
      return "  \(phase) \(failure.subject)\(place): \(failure.error)"
    }
    return ([count] + lines).joined(separator: "\n")
  }
}

extension LifecycleError {
  /// The failures of hooks as those of a run.
  var runFailures: [GraphRunError.Failure] {
    failures.map { failure in
      GraphRunError.Failure(
        phase: phase == .start ? .start : .stop, subject: failure.key?.description ?? "an owned object",
        location: failure.location, error: failure.error)
    }
  }
}
