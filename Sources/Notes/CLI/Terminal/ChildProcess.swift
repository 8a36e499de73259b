#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that is run through the shell, in the terminal's foreground.
///
/// Not Foundation's `Process`: on Linux that puts the child into a process group of its own, and an editor in the
/// background of its terminal is stopped by the first key.
struct ChildProcess: Sendable {
  private let identifier: pid_t

  /// Starts `sh -c 'command "$@"' command arguments…`, so that a command may carry options and quotes of its own.
  ///
  /// - Parameters:
  ///   - command: The command line.
  ///   - arguments: What is added to it, each one word.
  ///   - input: The descriptor that becomes the child's standard input; `nil` to share this process's.
  ///   - closing: A descriptor that the child must not have.
  /// - Returns: `nil` when the shell cannot be started.
  init?(shell command: String, arguments: [String] = [], input: Int32? = nil, closing: Int32? = nil) {
    var actions = Self.emptyActions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    if let closing { posix_spawn_file_actions_addclose(&actions, closing) }
    var attributes = Self.emptyAttributes()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // This process ignores SIGPIPE; what it starts shall not inherit that.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let words = ["sh", "-c", "\(command) \"$@\"", command] + arguments
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    var identifier = pid_t()
    guard posix_spawn(&identifier, "/bin/sh", &actions, &attributes, pointers, environ) == 0 else { return nil }
    self.identifier = identifier
  }

  /// Waits for the end.
  ///
  /// - Returns: The status that the program gave, or 128 and the number of the signal that ended it.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  #if canImport(Darwin)
    private static func emptyActions() -> posix_spawn_file_actions_t? { nil }
    private static func emptyAttributes() -> posix_spawnattr_t? { nil }
  #else
    private static func emptyActions() -> posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    private static func emptyAttributes() -> posix_spawnattr_t { posix_spawnattr_t() }
  #endif
}

/// A program that shows long output page by page.
struct Pager: Sendable {
  /// Where to write.
  let descriptor: Int32
  private let process: ChildProcess

  /// - Returns: `nil` when the pager cannot be started; the output then goes to the terminal.
  init?(command: String) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    guard let process = ChildProcess(shell: command, input: ends[0], closing: ends[1]) else {
      Self.close(ends[0])
      Self.close(ends[1])
      return nil
    }
    Self.close(ends[0])
    descriptor = ends[1]
    self.process = process
  }

  /// Ends the output and waits until the person has seen enough.
  func close() {
    Self.close(descriptor)
    _ = process.wait()
  }

  private static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Musl.close(descriptor)
    #endif
  }
}
