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

/// What the macros `@Intercepted` and `@Spied` generate conformances to: an object, and who stands around its calls.
public protocol Intercepting: Forwarding where Failure == Never {
  /// Who stands around the calls.
  var _interceptor: any Interceptor { get }
}

/// What generated stand-ins have in common: they hold the object that they pass calls on to.
///
/// The macros `@LazyProxy`, `@Intercepted` and `@Spied` generate the conformances. By hand there is no use for it.
public protocol Forwarding {
  /// What it stands in for, as in `any NoteRepository`.
  associatedtype Object
  /// What finding the object may throw.
  associatedtype Failure: Error

  /// The object.
  var _object: LazyObject<Object, Failure> { get }
}
