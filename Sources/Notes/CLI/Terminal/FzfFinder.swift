import NotesDomain

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The place and the surroundings of fzf.
struct FzfSettings: Sendable, Hashable {
  static let command = "fzf"

  /// Whether fzf is in a folder of `PATH`.
  let isInstalled: Bool
  /// The command line that shows the note of a row beside the list. fzf replaces `{1}` by the row's key.
  let preview: String

  /// Creates the settings.
  ///
  /// - Parameter program: The name by which this program was started.
  init(invocation: Invocation, program: String) {
    isInstalled = (invocation.environment["PATH"] ?? "").split(separator: ":").contains { folder in
      access("\(folder)/\(Self.command)", X_OK) == 0
    }
    let data =
      invocation.directories.isDataChosen ? " --data-dir \(ShellQuoting.quoted(invocation.directories.data))" : ""
    let context = invocation.contextFile.map { " --context \(ShellQuoting.quoted($0))" } ?? ""
    preview = "env NOTESCTL_COLOR=always \(ShellQuoting.quoted(program))\(data)\(context) --no-pager show {1}"
  }
}

/// The fuzzy finder fzf, on the terminal.
struct FzfFinder: FuzzyFinder {
  let settings: FzfSettings
  let console: any Console

  /// fzf reads keys from the terminal and draws on the error stream, so that its output can be captured.
  var isAvailable: Bool {
    settings.isInstalled && console.isInputTerminal && console.traits(of: .error).isTerminal
  }

  func choose(allowsSeveral: Bool, from nextPage: @Sendable () async throws -> [FinderRow]) async throws -> [String] {
    try? console.finish()
    let interrupts = IgnoredInterrupts()
    defer { withExtendedLifetime(interrupts) {} }
    let arguments = [
      "--delimiter=\t", "--with-nth=2..", "--tiebreak=index", allowsSeveral ? "--multi" : "--no-multi",
      "--layout=reverse",
      "--preview=\(settings.preview)", "--preview-window=down,50%,wrap",
    ]
    guard let process = FilterProcess(shell: FzfSettings.command, arguments: arguments) else {
      throw FuzzyFinderError.failed(command: FzfSettings.command, status: 127)
    }
    var failure: (any Error)?
    do {
      while case let page = try await nextPage(), !page.isEmpty {
        // fzf has ended once it reads no more.
        guard process.write(page.map { "\($0.key)\t\($0.text)\n" }.joined()) else { break }
      }
    } catch {
      failure = error
    }
    let (output, status) = process.end()
    if let failure { throw failure }
    switch status {
    case 0:
      return String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
        .compactMap { $0.split(separator: "\t").first.map(String.init) }
    // No row fits, or the person has cancelled.
    case 1, 130: return []
    case let status: throw FuzzyFinderError.failed(command: FzfSettings.command, status: status)
    }
  }
}

/// A program that reads lines and prints some of them when it ends.
private struct FilterProcess {
  private let process: ChildProcess
  private let input: Int32
  private let output: Int32

  /// Starts a program; `nil` if that is not possible.
  init?(shell command: String, arguments: [String]) {
    var (toChild, fromChild): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&toChild) == 0 else { return nil }
    let hasBoth = pipe(&fromChild) == 0
    let process =
      hasBoth
      ? ChildProcess(
        shell: command, arguments: arguments, input: toChild[0], output: fromChild[1],
        closing: [toChild[1], fromChild[0]])
      : nil
    close(toChild[0])
    if hasBoth { close(fromChild[1]) }
    guard let process else {
      close(toChild[1])
      if hasBoth { close(fromChild[0]) }
      return nil
    }
    (self.process, input, output) = (process, toChild[1], fromChild[0])
  }

  /// Writes a text to the program, and returns whether it still reads.
  func write(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { writeOnce(input, $0) }
      if written >= 0 { rest = rest.dropFirst(written) } else if errno != EINTR { return false }
    }
    return true
  }

  /// Ends the program's input, and returns what it prints and the status with which it ends.
  func end() -> (output: [UInt8], status: Int32) {
    close(input)
    defer { close(output) }
    var result: [UInt8] = []
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, initialized in
        initialized = max(0, readOnce(output, buffer))
      }
      guard !piece.isEmpty else { break }
      result += piece
    }
    return (result, process.wait())
  }
}

// The system's functions, whose names methods of the process shadow.

private func writeOnce(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

private func readOnce(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
  var count = read(descriptor, buffer.baseAddress, buffer.count)
  while count < 0, errno == EINTR { count = read(descriptor, buffer.baseAddress, buffer.count) }
  return count
}
