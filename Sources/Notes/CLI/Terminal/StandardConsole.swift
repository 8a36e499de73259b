import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The standard streams of the process.
///
/// Output is buffered and written in large chunks; messages are written immediately. Every write of output is checked, so that
/// a full disk is a failure and not a truncated file.
final class StandardConsole: Console {
  private static let chunk = 1 << 16

  private let settings: ConsoleSettings
  private let buffer = Mutex<[UInt8]>([])
  private let output: PagedOutput
  private let readerIsGone = Atomic(false)

  init(_ settings: ConsoleSettings) {
    self.settings = settings
    output = PagedOutput(pager: settings.pager, stream: .standardOutput, isLong: StandardConsole.isLongForScreen)
    FileDescriptor.ignoreSignalsOfWrites()
  }

  func traits(of stream: ConsoleStream) -> StreamTraits {
    let descriptor = stream == .output ? STDOUT_FILENO : STDERR_FILENO
    let isTerminal = isatty(descriptor) == 1
    var size = winsize()
    let hasSize = isTerminal && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return StreamTraits(
      isTerminal: isTerminal, hasColor: settings.wantsColor ?? isTerminal, width: hasSize ? Int(size.ws_col) : nil,
      height: hasSize && size.ws_row > 0 ? Int(size.ws_row) : nil)
  }

  var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  var hasReader: Bool { !readerIsGone.load(ordering: .relaxed) }

  func write(_ text: StyledText, to stream: ConsoleStream) throws(ConsoleError) {
    let bytes = Array(text.rendered(hasColor: traits(of: stream).hasColor).utf8)
    switch stream {
    case .output: try write(bytes: bytes)
    case .error, .notice:
      do { try FileDescriptor.standardError.write(bytes) } catch {
        if error == .closedPipe { readerIsGone.store(true, ordering: .relaxed) }
      }
    }
  }

  func write(bytes: [UInt8]) throws(ConsoleError) {
    let full = buffer.withLock { buffer -> [UInt8]? in
      buffer += bytes
      guard buffer.count >= Self.chunk else { return nil }
      defer { buffer.removeAll(keepingCapacity: true) }
      return buffer
    }
    if let full { try output.write(full) }
  }

  func finish() throws(ConsoleError) {
    let rest = buffer.withLock { buffer in
      defer { buffer.removeAll() }
      return buffer
    }
    if !rest.isEmpty { try output.write(rest) }
    try output.end()
    // Below the output, where it is seen.
    if let command = output.unreportedFailure() {
      try write("\(.failure, "notesctl:") cannot run the pager '\(command)'\n", to: .error)
    }
  }

  func show(_ text: StyledText) throws(ConsoleError) {
    try finish()
    try FileDescriptor.standardOutput.write(Array(text.rendered(hasColor: traits(of: .output).hasColor).utf8))
  }

  func readAll() throws(ConsoleError) -> [UInt8] {
    try FileDescriptor.standardInput.readAll(limit: StandardInput.maximumBytes)
  }

  func ask(_ question: StyledText) throws(ConsoleError) -> String? {
    try finish()
    try write(question, to: .error)
    var line: [UInt8] = []
    while case let piece = try FileDescriptor.standardInput.read(upTo: 1), let byte = piece.first {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  func readSecret(_ question: StyledText, limit: Int) throws(ConsoleError) -> String? {
    try finish()
    var line = SecretLine()
    guard isInputTerminal else {
      // One byte at a time: what follows the line is for the next question.
      try line.appendVerbatim(limit: limit) { () throws(ConsoleError) in
        try FileDescriptor.standardInput.read(upTo: 1).first
      }
      return line.text
    }
    try write(question, to: .error)
    let mode = NoEchoMode(STDIN_FILENO)
    defer { mode?.restore() }
    repeat {} while try line.append(FileDescriptor.standardInput.read(upTo: 1).first)
    mode?.restore()
    try write("\n", to: .error)
    // Raised as the terminal would have, so that the parent process sees an interrupted program.
    if line.isInterrupted { raise(SIGINT) }
    return line.text
  }

  /// Returns whether output is longer than the screen. Without a terminal for it and for the keys of a pager, none is.
  private static func isLongForScreen(_ bytes: [UInt8]) -> Bool {
    guard isatty(STDOUT_FILENO) == 1, isatty(STDIN_FILENO) == 1 else { return false }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return false }
    return bytes.count { $0 == UInt8(ascii: "\n") } >= Int(size.ws_row)
  }
}

/// The settings of the output, from options and environment.
struct ConsoleSettings: Sendable {
  /// Whether to use colours; `nil` to use them on terminals.
  let wantsColor: Bool?
  /// The command of the pager; `nil` for none.
  let pager: String?
  /// The pager that no variable replaces.
  static let usualPager = "less -FIRX"

  /// Throws a failure for a variable with a value that means nothing.
  static func check(_ environment: [String: String]) throws(CommandFailure) {
    guard let own = environment.nonEmpty("NOTESCTL_COLOR"), !["always", "never", "auto"].contains(own) else { return }
    throw CommandFailure(
      "NOTESCTL_COLOR is '\(own)'", hints: ["use always, never or auto"], status: .configuration)
  }

  /// Creates the settings. For colours, the option overrides `NOTESCTL_COLOR`, which overrides `NO_COLOR`
  /// (<https://no-color.org>), which overrides `CLICOLOR_FORCE`.
  init(hasNoColor: Bool = false, hasNoPager: Bool = false, environment: [String: String]) {
    wantsColor =
      if hasNoColor {
        false
      } else if let own = environment.nonEmpty("NOTESCTL_COLOR"), ["always", "never", "auto"].contains(own) {
        own == "auto" ? nil : own == "always"
      } else {
        Self.color(in: environment).map { $0.value == "always" }
      }
    let command = environment["NOTESCTL_PAGER"] ?? environment["PAGER"] ?? Self.usualPager
    pager = hasNoPager || command.isEmpty || command == "cat" ? nil : command
  }

  /// Returns the variable of other programs that decides about colours, with the decision; `nil` if none is set.
  static func color(in environment: [String: String]) -> (name: String, value: String)? {
    if environment.nonEmpty("NO_COLOR") != nil { return ("NO_COLOR", "never") }
    if environment["TERM"] == "dumb" { return ("TERM", "never") }
    guard let force = environment.nonEmpty("CLICOLOR_FORCE"), force != "0" else { return nil }
    return ("CLICOLOR_FORCE", "always")
  }
}
