import Foundation

/// The limits that a server sets for its process before it opens anything.
struct ProcessLimits: Sendable {
  let set: @Sendable () -> Void

  /// Disables core dumps: files with the memory, which contains passwords and tokens of served users. Raises the number of
  /// open files to the maximum that the system allows, since each connection is one: many systems start programs with
  /// 1,024, and a server that runs out of them spins. Returns memory to the system once it is free.
  static let system = ProcessLimits {
    change(.coreSize) { $0 = rlimit(rlim_cur: 0, rlim_max: 0) }
    change(.openFiles) { $0.rlim_cur = max($0.rlim_cur, min($0.rlim_max, mostOpenFiles)) }
    returnFreedMemory()
  }

  /// Sets the allocator of glibc so that bodies and pages go back to the system when they are freed. By default it learns
  /// from the first large block to keep all of that size, in as many heaps as there are threads: 60 bodies of 32 MB left
  /// hundreds of megabytes.
  private static func returnFreedMemory() {
    #if canImport(Glibc)
      typealias SetOption = @convention(c) (_ option: CInt, _ value: CInt) -> CInt
      // Swift's module of glibc lacks malloc.h. Safe: the symbol, where there is one, is int mallopt(int, int).
      guard let symbol = dlsym(nil, "mallopt") else { return }
      let set = unsafeBitCast(symbol, to: SetOption.self)
      let (trimThreshold, mmapThreshold, arenaMax) = (CInt(-1), CInt(-3), CInt(-8))
      _ = set(mmapThreshold, 262_144)
      _ = set(trimThreshold, 1_048_576)
      _ = set(arenaMax, 2)
    #endif
  }

  /// The default maximum of Linux, and more than any server of notes needs. Darwin rejects "unlimited".
  private static let mostOpenFiles: rlim_t = 1 << 20

  #if canImport(Glibc)
    private typealias Resource = __rlimit_resource_t
  #else
    private typealias Resource = Int32
  #endif

  /// Changes a limit. A failure changes nothing, and the server could not do anything about it.
  private static func change(_ resource: Resource, _ edit: (inout rlimit) -> Void) {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    edit(&limit)
    _ = setrlimit(resource, &limit)
  }
}

#if canImport(Glibc)
  extension __rlimit_resource_t {
    fileprivate static let coreSize = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    fileprivate static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  }
#else
  extension Int32 {
    fileprivate static let coreSize = RLIMIT_CORE
    fileprivate static let openFiles = RLIMIT_NOFILE
  }
#endif
