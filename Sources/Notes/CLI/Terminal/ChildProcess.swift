#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that runs through the shell, in the foreground of the terminal.
///
/// Not Foundation's `Process`: on Linux it puts the child into a process group of its own, and the terminal stops an editor
/// in the background at the first key. Not swift-subprocess either: see docs/decisions/0046-child-processes.md.
struct ChildProcess: Sendable {
  private let identifier: pid_t

  /// Starts `sh -c 'command "$@"' command arguments…`, so that a command can contain options and quotes.
  ///
  /// - Parameters:
  ///   - command: The command line.
  ///   - setup: A command that the shell runs before; `:` does nothing.
  ///   - arguments: The arguments to append, each as one word.
  ///   - input: The descriptor of the child's standard input; `nil` to inherit this process's.
  ///   - output: The descriptor of the child's standard output; `nil` to inherit this process's.
  ///   - closing: Descriptors to close in the child.
  /// - Returns: `nil` if the shell cannot be started.
  init?(
    shell command: String, setup: String = ":", arguments: [String] = [], input: Int32? = nil, output: Int32? = nil,
    closing: [Int32] = []
  ) {
    var actions = Self.emptyActions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
    for descriptor in closing { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var attributes = Self.emptyAttributes()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // This process ignores these, and children would inherit that.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in FileDescriptor.signalsOfWrites + [SIGINT, SIGQUIT] { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // A thread of a task may block signals, which children would inherit as well.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    // The keys that interrupt are for the command. A shell without a trap would end by them after the command has.
    let words = ["sh", "-c", "trap : INT QUIT; \(setup); \(command) \"$@\"", command] + arguments
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    var identifier = pid_t()
    guard posix_spawn(&identifier, "/bin/sh", &actions, &attributes, pointers, environ) == 0 else { return nil }
    self.identifier = identifier
  }

  /// Waits for the end of the program and returns its exit status, or 128 plus the number of the signal that ended it.
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

/// The keys that interrupt programs, while a child in the foreground handles them: Ctrl-C means the editor, not this program.
final class IgnoredInterrupts: Sendable {
  init() {
    for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
  }

  deinit {
    for number in [SIGINT, SIGQUIT] { signal(number, SIG_DFL) }
  }
}

/// A program that shows long output page by page.
struct Pager: Sendable {
  /// The pipe to write the output to.
  let input: FileDescriptor
  private let process: ChildProcess

  /// Starts a pager; `nil` if it cannot be started. It shows colours, and ends by itself if the output fits on the screen, unless
  /// the variables of `less` and `lv` say otherwise.
  init?(command: String) {
    guard let pipe = FileDescriptor.pipe() else { return nil }
    defer { pipe.reading.close() }
    let process = ChildProcess(
      shell: command, setup: #"export LESS="${LESS-FRX}" LV="${LV--c}""#, input: pipe.reading.number,
      closing: [pipe.writing.number])
    guard let process else {
      pipe.writing.close()
      return nil
    }
    (input, self.process) = (pipe.writing, process)
  }

  /// Closes the output and waits until the pager exits.
  ///
  /// - Returns: Whether the pager could be started by the shell.
  func close() -> Bool {
    input.close()
    return ![126, 127].contains(process.wait())
  }
}
