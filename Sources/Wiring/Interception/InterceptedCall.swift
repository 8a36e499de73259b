/// A call that passes through an ``Interceptor``.
public struct InterceptedCall {
  /// The protocol that demands what is called, such as `NoteRepository`.
  public let protocolName: StaticString
  /// What is called: `insert(_:)` for a method, `count` for reading a property and `count=` for setting it, `[_:]` and
  /// `[_:]=` for a subscript.
  public let requirement: StaticString

  @usableFromInline let makeArguments: () -> [CallArgument]

  /// Creates the description of a call. For generated code.
  ///
  /// - Parameters:
  ///   - protocolName: The protocol.
  ///   - requirement: What is called.
  ///   - arguments: Makes the list of arguments, if somebody looks at it.
  @inlinable
  public init(
    _ protocolName: StaticString, _ requirement: StaticString, arguments: @escaping () -> [CallArgument] = { [] }
  ) {
    self.protocolName = protocolName
    self.requirement = requirement
    makeArguments = arguments
  }

  /// The arguments in order; made anew at each look. Of a setter, the last one is the new value, labelled `newValue`.
  public var arguments: [CallArgument] { makeArguments() }
}

extension InterceptedCall: CustomStringConvertible {
  /// Such as `NoteRepository.insert(_:)`; without the arguments, which may be large, or private.
  public var description: String { "\(protocolName).\(requirement)" }
}

extension InterceptedCall {
  /// Takes an argument that a call consumes. For generated code.
  ///
  /// - Parameters:
  ///   - argument: The argument; `nil` when it was taken before.
  ///   - name: The parameter.
  ///   - requirement: What is called.
  /// - Returns: The argument.
  public static func take<Value: ~Copyable>(
    _ argument: inout Value?, _ name: StaticString, of requirement: StaticString
  ) -> Value {
    guard let value = argument.take() else {
      // Not a precondition, whose message a release build would lose.
      fatalError("'\(requirement)' gives '\(name)' away, so it cannot proceed twice")
    }
    return value
  }

  /// Takes an argument that a call sends elsewhere. For generated code.
  ///
  /// - Parameters:
  ///   - argument: The argument, which was sent here; `nil` when it was taken before.
  ///   - name: The parameter.
  ///   - requirement: What is called.
  /// - Returns: The argument.
  public static func send<Value>(
    _ argument: inout Value?, _ name: StaticString, of requirement: StaticString
  ) -> sending Value {
    // Unsafe in name only: it was sent to whoever holds the variable, and nothing of it stays there.
    nonisolated(unsafe) let value = take(&argument, name, of: requirement)
    return value
  }
}

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
