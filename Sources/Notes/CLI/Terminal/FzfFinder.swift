import NotesDomain
import NotesFronts

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
  private let input: FileDescriptor
  private let output: FileDescriptor

  /// Starts a program; `nil` if that is not possible.
  init?(shell command: String, arguments: [String]) {
    guard let toChild = FileDescriptor.pipe() else { return nil }
    defer { toChild.reading.close() }
    guard let fromChild = FileDescriptor.pipe() else {
      toChild.writing.close()
      return nil
    }
    defer { fromChild.writing.close() }
    let process = ChildProcess(
      shell: command, arguments: arguments, input: toChild.reading.number, output: fromChild.writing.number,
      closing: [toChild.writing.number, fromChild.reading.number])
    guard let process else {
      toChild.writing.close()
      fromChild.reading.close()
      return nil
    }
    (self.process, input, output) = (process, toChild.writing, fromChild.reading)
  }

  /// Writes a text to the program, and returns whether it still reads.
  func write(_ text: String) -> Bool {
    (try? input.write(Array(text.utf8))) != nil
  }

  /// Ends the program's input, and returns what it prints and the status with which it ends.
  func end() -> (output: [UInt8], status: Int32) {
    input.close()
    defer { output.close() }
    var result: [UInt8] = []
    while let piece = try? output.read(upTo: 4096), !piece.isEmpty { result += piece }
    return (result, process.wait())
  }
}
