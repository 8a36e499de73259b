#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The thread that runs.
struct ThreadIdentity: Hashable, Sendable {
  private let bits: UInt

  static var current: ThreadIdentity {
    #if canImport(Glibc) || canImport(Android)
      ThreadIdentity(bits: UInt(pthread_self()))
    #else
      ThreadIdentity(bits: UInt(bitPattern: pthread_self()))
    #endif
  }
}
