/// An action around every call of a protocol, such as logging, timing, counting, rejecting or retrying it.
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
/// Synchronous and asynchronous calls use different methods. The default implementations proceed. An interceptor may call
/// `proceed` repeatedly, except for calls with a `consuming` or `sending` parameter, where a second call traps with
/// `'insert(_:)' consumes 'note', so it cannot proceed twice`.
public protocol Interceptor: Sendable {
  /// Intercepts a synchronous call.
  ///
  /// - Throws: The error for the caller, of the type that the requirement throws; `Never` for one that does not throw.
  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// Intercepts an asynchronous call.
  ///
  /// - Throws: The error for the caller, of the type that the requirement throws; `Never` for one that does not throw.
  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result
}

extension Interceptor {
  /// Proceeds.
  public func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try proceed()
  }

  /// Proceeds.
  public func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await proceed()
  }
}

/// A chain of interceptors, of which the first is the outermost.
///
/// ```swift
/// InterceptedNoteRepository(repository, by: InterceptorChain(Log(), Stopwatch()))
/// ```
public struct InterceptorChain: Interceptor {
  private let interceptors: [any Interceptor]

  /// Creates a chain.
  public init(_ interceptors: any Interceptor...) {
    self.interceptors = interceptors
  }

  /// Creates a chain.
  public init(_ interceptors: [any Interceptor]) {
    self.interceptors = interceptors
  }

  /// Passes the call through each interceptor, from the first to the last.
  public func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try intercept(from: interceptors.startIndex, call, proceed)
  }

  /// Passes the call through each interceptor, from the first to the last.
  public func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await intercept(from: interceptors.startIndex, call, proceed)
  }

  private func intercept<Result, Failure: Error>(
    from index: Int, _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard index < interceptors.endIndex else { return try proceed() }
    return try interceptors[index].intercept(call) { () throws(Failure) -> Result in
      try intercept(from: index + 1, call, proceed)
    }
  }

  private func intercept<Result, Failure: Error>(
    from index: Int, _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard index < interceptors.endIndex else { return try await proceed() }
    return try await interceptors[index].intercept(call) { () async throws(Failure) -> Result in
      try await intercept(from: index + 1, call, proceed)
    }
  }
}

/// A proxy with an interceptor, as the macros `@Intercepted` and `@Spied` generate it.
public protocol Intercepting: Forwarding where ProxyFailure == Never {
  /// The interceptor of the calls.
  var _interceptor: any Interceptor { get }
}
