/// An argument of a call, for those who look at calls: an ``Interceptor``, or a test that reads a ``CallRecorder``.
public struct CallArgument: Sendable {
  /// The name that callers write, or, where they write none, the parameter's own; empty for a parameter without either.
  public let label: String
  /// The value, if it may be kept: `nil` when its type is not `Sendable`, and when it is absent.
  public let value: (any Sendable)?

  private let text: String?

  /// An argument that may be kept.
  ///
  /// - Parameters:
  ///   - label: The parameter's name.
  ///   - value: The value.
  public init(_ label: String, _ value: some Sendable) {
    self.label = label
    self.value = value
    text = nil
  }

  /// An argument that may not be kept, since its type is not `Sendable`: only its description is.
  ///
  /// - Parameters:
  ///   - label: The parameter's name.
  ///   - value: The value.
  public init<Value>(_ label: String, _ value: Value) {
    self.label = label
    self.value = nil
    text = String(describing: value)
  }

  /// An argument that is absent: one that is `inout`, owned by the call, not copyable, or a closure that does not outlive
  /// the call.
  ///
  /// - Parameters:
  ///   - label: The parameter's name.
  ///   - reason: The word for what it is.
  public init(_ label: String, absent reason: String) {
    self.label = label
    value = nil
    text = "<\(reason)>"
  }
}

extension CallArgument: CustomStringConvertible {
  /// The value in words.
  public var description: String {
    if let text { return text }
    return value.map { String(describing: $0) } ?? "nil"
  }
}
