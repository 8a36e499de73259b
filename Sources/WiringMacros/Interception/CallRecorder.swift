import Synchronization

/// An interceptor that records calls. Several objects can share one, which records the order among them.
///
/// Safe to use from any thread.
public final class CallRecorder: Interceptor {
  private let recorded = Mutex<[RecordedCall]>([])

  /// Creates a recorder without calls.
  public init() {}

  /// All calls so far, in the order in which they began.
  public var calls: [RecordedCall] { recorded.withLock { $0 } }

  /// Returns the calls of one requirement so far, in the order in which they began.
  ///
  /// - Parameter requirement: Its full name, as in `insert(_:)`.
  public func calls(to requirement: String) -> [RecordedCall] { calls.filter { $0.requirement == requirement } }

  /// Records a call and its outcome.
  public func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let position = begin(call)
    do throws(Failure) {
      let result = try proceed()
      end(position, .returned)
      return result
    } catch {
      end(position, .threw(error))
      throw error
    }
  }

  /// Records a call and its outcome.
  public func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let position = begin(call)
    do throws(Failure) {
      let result = try await proceed()
      end(position, .returned)
      return result
    } catch {
      end(position, .threw(error))
      throw error
    }
  }

  private func begin(_ call: InterceptedCall) -> Int {
    // Created before locking: describing the arguments runs the code of their types.
    let call = RecordedCall(requirement: "\(call.requirement)", arguments: call.arguments)
    return recorded.withLock { calls in
      calls.append(call)
      return calls.count - 1
    }
  }

  private func end(_ position: Int, _ outcome: RecordedCall.Outcome) {
    recorded.withLock { $0[position].outcome = outcome }
  }
}

/// A call that a ``CallRecorder`` recorded.
public struct RecordedCall: Sendable {
  /// The outcome of a call.
  public enum Outcome: Sendable {
    /// The call has not ended yet.
    case running
    /// The call returned.
    case returned
    /// The call threw an error.
    case threw(any Error)
  }

  /// The full name of the called requirement; see ``InterceptedCall/requirement``.
  public let requirement: String
  /// The arguments, in order.
  public let arguments: [CallArgument]
  /// The outcome of the call.
  public internal(set) var outcome = Outcome.running

  /// Whether the call threw an error.
  public var didThrow: Bool { error != nil }

  /// The thrown error; `nil` unless the call threw.
  public var error: (any Error)? {
    if case .threw(let error) = outcome { error } else { nil }
  }

  /// Returns the value of an argument.
  ///
  /// - Returns: The value; `nil` without such an argument, and when its value is not `Sendable` or has another type.
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

/// A proxy that records the calls of an object, as the macro `@Spied` generates it for tests.
///
/// ```swift
/// let spy = SpyNoteRepository(InMemoryNoteRepository())
/// try await archive(spy)
/// #expect(spy.calls.map(\.requirement) == ["note(_:)", "update(_:change:)"])
/// ```
///
/// It has no expectations and no results by itself: the object behind it returns the results, and should be a working fake.
public protocol Spy {
  /// The recorder of the calls.
  var recorder: CallRecorder { get }
}

extension Spy {
  /// All calls so far, in the order in which they began.
  public var calls: [RecordedCall] { recorder.calls }

  /// Returns the calls of one requirement so far, in the order in which they began.
  ///
  /// - Parameter requirement: Its full name, as in `insert(_:)`.
  public func calls(to requirement: String) -> [RecordedCall] { recorder.calls(to: requirement) }
}
