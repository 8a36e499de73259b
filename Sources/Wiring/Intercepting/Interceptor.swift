/// Something to do around every call of a protocol: log it, time it, count it, refuse it, try it again.
///
/// ```swift
/// struct Stopwatch: Interceptor {
///   func intercept<Result, Failure: Error>(
///     _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
///   ) async throws(Failure) -> Result {
///     let start = ContinuousClock.now
///     defer { print("\(call) took \(ContinuousClock.now - start)") }
///     return try await proceed()
///   }
/// }
/// ```
///
/// Synchronous and asynchronous calls come through different methods. One that an interceptor does not write lets its calls
/// pass. `proceed` may be called again, except for calls with a `consuming` or `sending` parameter, which can be made once; a
/// second time traps with `'insert(_:)' gives 'note' away, so it cannot proceed twice`.
public protocol Interceptor: Sendable {
  /// Stands around a synchronous call.
  ///
  /// - Parameters:
  ///   - call: What is called.
  ///   - proceed: Makes the call, or lets the next interceptor make it.
  /// - Returns: What the caller gets.
  /// - Throws: What the caller gets instead, of the type that the requirement throws; `Never` for one that does not.
  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// Stands around an asynchronous call.
  ///
  /// - Parameters:
  ///   - call: What is called.
  ///   - proceed: Makes the call, or lets the next interceptor make it.
  /// - Returns: What the caller gets.
  /// - Throws: What the caller gets instead, of the type that the requirement throws; `Never` for one that does not.
  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result
}

extension Interceptor {
  /// Lets the call pass.
  public func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try proceed()
  }

  /// Lets the call pass.
  public func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await proceed()
  }
}
