/// An interceptor that remembers the calls that pass. Several objects may share one, to see the order among them.
///
/// Safe to use from any thread.
public final class CallRecorder: Interceptor {
  private let recorded = Monitor<[RecordedCall]>([])

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
