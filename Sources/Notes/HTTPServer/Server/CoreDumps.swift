#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is left of the process when it breaks: a file with all of its memory, where the passwords and tokens of everybody
/// who was just served may stand.
protocol CoreDumps: Sendable {
  /// From now on no such file is left.
  func disable()
}

/// The system's, for this process and those that it starts.
struct SystemCoreDumps: CoreDumps {
  func disable() {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    // Lowering a limit cannot fail, and a server that it did fail for would be no worse than before.
    #if canImport(Glibc)
      _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    #else
      _ = setrlimit(RLIMIT_CORE, &limit)
    #endif
  }
}
