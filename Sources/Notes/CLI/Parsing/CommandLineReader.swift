import ArgumentParser
import Wiring

/// Finds and parses the command of a line.
enum CommandLineReader {
  enum Outcome {
    case command(any NotesctlCommand)
    /// A request for the version.
    case version
    /// The text to print: help, or the reason why the line is invalid.
    case text(String, ExitStatus)
  }

  /// Reads a line without running anything.
  static func read(_ line: [String]) -> Outcome {
    let lookup = CommandLookup(line[...])
    // Parsing a leaf command as a program of its own takes a third of the time, because the parser builds no tree of all
    // commands and looks for no completion requests.
    if let command = lookup.command?.parsed(lookup.arguments) { return .command(command) }
    let line = lookup.words + lookup.arguments
    // The root would answer the same, after it has built that tree.
    if line == ["--version"] { return .version }
    let named = lookup.words == ["help"] ? CommandLookup(lookup.arguments[...]) : lookup
    if let message = named.unknownCommandMessage { return .text(message, .usage) }
    return readFromRoot(line)
  }

  /// Reads a line that a leaf command alone does not understand: a request for help or completions, a group without a
  /// command, or an invalid line. An invalid one is parsed again, since the messages of a leaf lack the names above it.
  private static func readFromRoot(_ line: [String]) -> Outcome {
    do {
      var parsed = try NotesctlRoot.parseAsRoot(line)
      switch parsed {
      case let command as any NotesctlCommand: return .command(command)
      case let group as any NotesctlGroup: return .text(NotesctlRoot.helpMessage(for: type(of: group)) + "\n", .usage)
      // The parser's own command `help`, which throws its text.
      default: try parsed.run()
      }
      return .text(NotesctlRoot.helpMessage() + "\n", .usage)
    } catch {
      let status = NotesctlRoot.exitCode(for: error) == .success ? ExitStatus.success : .usage
      let message = NotesctlRoot.fullMessage(for: error)
      return message == NotesctlRoot.configuration.version ? .version : .text(message + "\n", status)
    }
  }
}

/// The command that a line names, and its arguments.
struct CommandLookup {
  /// The names of the command as typed: `list`, or `sync` and `status`, or `server`, `user` and `add`.
  let words: [String]
  /// The command; `nil` if the words name none.
  let command: (any NotesctlCommand.Type)?
  /// The arguments after the words, with the global options before and between the words.
  let arguments: [String]
  /// The innermost group that the words name.
  private let group: any NotesctlGroup.Type
  private let isUnknown: Bool

  /// Descends from the root through the groups that a line names.
  init(_ line: ArraySlice<String>) {
    var (rest, words, group): (ArraySlice<String>, [String], any NotesctlGroup.Type) = (line, [], NotesctlRoot.self)
    var leaf: String?
    // The parser accepts global options only after the words.
    var options = GlobalOptions.removeLeading(from: &rest)
    while leaf == nil, let word = rest.first, !word.hasPrefix("-"), !group.isNoteID(word) {
      rest.removeFirst()
      words.append(word)
      if let inner = group.group(named: word) {
        group = inner
        options += GlobalOptions.removeLeading(from: &rest)
      } else {
        leaf = word
      }
    }
    command = if let leaf { group.command(named: leaf) } else { group.defaultCommand }
    isUnknown = leaf != nil && command == nil && words != ["help"]
    // Without a command the options are of no use, and the parser would reject them.
    arguments = words.isEmpty ? Array(rest) : options + rest
    (self.words, self.group) = (words, group)
  }

  /// The message for words that name no command, with the most similar name; `nil` if they name one.
  ///
  /// A similar command is never run.
  var unknownCommandMessage: String? {
    guard isUnknown, let word = words.last else { return nil }
    let path = words.dropLast()
    let names = group.commandNames + (path.isEmpty ? ["help"] : [])
    let advice =
      Spelling.nearest(to: word, among: names.sorted(), within: 2)
      .map { "Did you mean 'notesctl \((path + [$0]).joined(separator: " "))'?" }
      ?? (path.isEmpty
        ? "See 'notesctl --help' for all commands."
        : "See 'notesctl help \(path.joined(separator: " "))' for all of them.")
    let name = TerminalEscaping.escaped(words.joined(separator: " "), keepingLines: false)
    return "notesctl: unknown command '\(name)'\n  \(advice)\n"
  }
}
