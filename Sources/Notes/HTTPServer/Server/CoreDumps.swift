import Foundation

/// The core dumps of the process: files with its memory, which contains passwords and tokens of served users.
struct CoreDumps: Sendable {
  /// Disables core dumps of this process and its children.
  let disable: @Sendable () -> Void

  static let system = CoreDumps {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    // Lowering a limit does not fail, and the server could not do anything about it.
    #if canImport(Glibc)
      _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    #else
      _ = setrlimit(RLIMIT_CORE, &limit)
    #endif
  }
}
