#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The system's numbers for what can be wrong with a connection.
enum ConnectionFailure {
  static let refused = ECONNREFUSED
  static let reset = ECONNRESET
  static let brokenPipe = EPIPE
  static let timedOut = ETIMEDOUT
  static let noRoute = EHOSTUNREACH
  static let noNetwork = ENETUNREACH
}
