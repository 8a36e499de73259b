/// A call that a ``CallRecorder`` saw.
public struct RecordedCall: Sendable {
  /// How a call ended.
  public enum Outcome: Sendable {
    /// It has not returned yet.
    case running
    /// It returned.
    case returned
    /// It threw.
    case threw(any Error)
  }

  /// The full name of what was called, as ``InterceptedCall/requirement`` has it.
  public let requirement: String
  /// The arguments in order.
  public let arguments: [CallArgument]
  /// How it ended.
  public internal(set) var outcome = Outcome.running

  /// Whether it threw.
  public var didThrow: Bool { error != nil }

  /// What it threw, if it did.
  public var error: (any Error)? {
    if case .threw(let error) = outcome { error } else { nil }
  }

  /// The value of an argument.
  ///
  /// - Parameters:
  ///   - label: The label, as callers write it.
  ///   - type: The type, where it does not follow from the context.
  /// - Returns: The value; `nil` when there is no such argument, or none of that type that may be kept.
  public func argument<Value>(_ label: String, as type: Value.Type = Value.self) -> Value? {
    arguments.first { $0.label == label }?.value as? Value
  }
}

extension RecordedCall: CustomStringConvertible {
  /// Such as `update(_:change:) with id: 7, change: (Function)`.
  public var description: String {
    guard !arguments.isEmpty else { return requirement }
    return "\(requirement) with " + arguments.map { "\($0.label): \($0)" }.joined(separator: ", ")
  }
}
