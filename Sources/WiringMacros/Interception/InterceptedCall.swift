/// A call that passes through an ``Interceptor``.
public struct InterceptedCall {
  /// The protocol of the called requirement, such as `NoteRepository`.
  public let protocolName: StaticString
  /// The called requirement: `insert(_:)` for a method, `count` for reading a property and `count=` for setting it, `[_:]`
  /// and `[_:]=` for a subscript.
  public let requirement: StaticString

  @usableFromInline let makeArguments: () -> [CallArgument]

  /// Creates the description of a call. For generated code.
  @inlinable
  public init(
    _ protocolName: StaticString, _ requirement: StaticString, arguments: @escaping () -> [CallArgument] = { [] }
  ) {
    self.protocolName = protocolName
    self.requirement = requirement
    makeArguments = arguments
  }

  /// The arguments, in order. Computed on each access. The last argument of a setter is the new value, labelled `newValue`.
  public var arguments: [CallArgument] { makeArguments() }
}

extension InterceptedCall: CustomStringConvertible {
  /// A text such as `NoteRepository.insert(_:)`, without the arguments, which may be large or private.
  public var description: String { "\(protocolName).\(requirement)" }
}

extension InterceptedCall {
  /// Moves an argument that a call consumes out of its variable. For generated code.
  public static func take<Value: ~Copyable>(
    _ argument: inout Value?, _ name: StaticString, of requirement: StaticString
  ) -> Value {
    guard let value = argument.take() else {
      // Not a precondition, whose message is missing in release builds.
      fatalError("'\(requirement)' consumes '\(name)', so it cannot proceed twice")
    }
    return value
  }

  /// Moves an argument that a call sends to another isolation out of its variable. For generated code.
  public static func send<Value>(
    _ argument: inout Value?, _ name: StaticString, of requirement: StaticString
  ) -> sending Value {
    // Safe: the value was sent to the owner of the variable, which no longer refers to it.
    nonisolated(unsafe) let value = take(&argument, name, of: requirement)
    return value
  }
}

/// An argument of a call, for an ``Interceptor``, or for a test that reads a ``CallRecorder``.
public struct CallArgument: Sendable {
  /// The label that callers write, otherwise the name of the parameter; empty for a parameter with neither.
  public let label: String
  /// The value; `nil` when its type is not `Sendable`, and when it is absent.
  public let value: (any Sendable)?

  private let text: String?

  /// Creates an argument with its value.
  public init(_ label: String, _ value: some Sendable) {
    self.label = label
    self.value = value
    text = nil
  }

  /// Creates an argument with the description of its value, since its type is not `Sendable`.
  public init<Value>(_ label: String, _ value: Value) {
    self.label = label
    self.value = nil
    text = String(describing: value)
  }

  /// Creates an argument without its value: one that is `inout`, owned by the call, not copyable, or a non-escaping closure.
  public init(_ label: String, absent reason: String) {
    self.label = label
    value = nil
    text = "<\(reason)>"
  }
}

extension CallArgument: CustomStringConvertible {
  /// The description of the value.
  public var description: String {
    if let text { return text }
    return value.map { String(describing: $0) } ?? "nil"
  }
}
