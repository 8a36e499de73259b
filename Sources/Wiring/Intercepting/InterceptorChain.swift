/// Several interceptors as one; the first stands outermost.
///
/// ```swift
/// InterceptedNoteRepository(repository, by: InterceptorChain(Log(), Stopwatch()))
/// ```
public struct InterceptorChain: Interceptor {
  private let interceptors: [any Interceptor]

  /// Creates a chain.
  ///
  /// - Parameter interceptors: The interceptors, outermost first.
  public init(_ interceptors: any Interceptor...) {
    self.interceptors = interceptors
  }

  /// Creates a chain.
  ///
  /// - Parameter interceptors: The interceptors, outermost first.
  public init(_ interceptors: [any Interceptor]) {
    self.interceptors = interceptors
  }

  /// Lets each interceptor stand around the next.
  public func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try intercept(from: interceptors.startIndex, call, proceed)
  }

  /// Lets each interceptor stand around the next.
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
