/// An interceptor that remembers the calls that pass. Several objects may share one, to see the order among them.
///
/// Safe to use from any thread.
public final class CallRecorder: Interceptor {
  private let recorded = ConditionMutex<[RecordedCall]>([])

  /// Creates a recorder that has seen nothing.
  public init() {}

  /// All calls so far, in the order in which they began.
  public var calls: [RecordedCall] { recorded.withLock { recorded.value } }

  /// The calls of one requirement so far, in the order in which they began.
  ///
  /// - Parameter requirement: Its full name, as in `insert(_:)`.
  /// - Returns: The calls.
  public func calls(to requirement: String) -> [RecordedCall] { calls.filter { $0.requirement == requirement } }

  /// Records a call and how it ends.
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

  /// Records a call and how it ends.
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
    // Described before the lock: making the descriptions runs the code of the arguments' types.
    let call = RecordedCall(requirement: "\(call.requirement)", arguments: call.arguments)
    return recorded.withLock {
      recorded.value.append(call)
      return recorded.value.count - 1
    }
  }

  private func end(_ position: Int, _ outcome: RecordedCall.Outcome) {
    recorded.withLock { recorded.value[position].outcome = outcome }
  }
}

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

/// A stand-in that records the calls of a working object, as the macro `@Spied` generates it for tests.
///
/// ```swift
/// let spy = SpyNoteRepository(InMemoryNoteRepository())
/// try await archive(spy)
/// #expect(spy.calls.map(\.requirement) == ["note(_:)", "update(_:change:)"])
/// ```
///
/// It expects nothing and answers nothing by itself: the object behind it does, which should be a fake that works.
public protocol Spy {
  /// Where the calls are recorded.
  var recorder: CallRecorder { get }
}

extension Spy {
  /// All calls so far, in the order in which they began.
  public var calls: [RecordedCall] { recorder.calls }

  /// The calls of one requirement so far, in the order in which they began.
  ///
  /// - Parameter requirement: Its full name, as in `insert(_:)`.
  /// - Returns: The calls.
  public func calls(to requirement: String) -> [RecordedCall] { recorder.calls(to: requirement) }
}
