import ArgumentParser

/// Reads the command line.
enum CommandLineReader {
  enum Result {
    /// The line is a command.
    case command(any NotesctlCommand)
    /// The line requests help or the version, or is invalid.
    case text(String, ExitStatus)
  }

  static func read(_ line: [String]) -> Result {
    let lookup = CommandLookup(line[...])
    // Parsing a leaf command as a program of its own takes a third of the time, because the parser builds no tree of all
    // commands and looks for no completion requests. Everything else, such as help, needs the parser of the root.
    if let command = lookup.command?.read(lookup.arguments) { return .command(command) }
    let line = lookup.words + lookup.arguments
    guard !line.isEmpty else { return .text(NotesctlRoot.helpMessage() + "\n", .usage) }
    if line == ["--version"] { return .text(NotesctlRoot.configuration.version + "\n", .success) }
    let named = lookup.words == ["help"] ? CommandLookup(lookup.arguments[...]) : lookup
    if let message = named.unknownCommandMessage { return .text(message, .usage) }
    do {
      var parsed = try NotesctlRoot.parseAsRoot(line)
      if let command = parsed as? any NotesctlCommand { return .command(command) }
      if let group = type(of: parsed) as? any NotesctlGroup.Type {
        return .text(NotesctlRoot.helpMessage(for: group) + "\n", .usage)
      }
      try parsed.run()
      return .text(NotesctlRoot.helpMessage() + "\n", .usage)
    } catch {
      let status = NotesctlRoot.exitCode(for: error) == .success ? ExitStatus.success : .usage
      return .text(NotesctlRoot.fullMessage(for: error) + "\n", status)
    }
  }
}

/// The command that a line names, and its arguments.
struct CommandLookup {
  /// The names of the command as typed: `list`, or `sync` and `status`, or `server`, `user` and `add`.
  private(set) var words: [String] = []
  /// The command; `nil` if the words name none.
  private(set) var command: (any NotesctlCommand.Type)?
  /// The arguments after the words, with the global options before and between the words.
  private(set) var arguments: [String]
  /// The innermost group that the words name.
  private var group: any NotesctlGroup.Type = NotesctlRoot.self
  private var isUnknown = false

  /// Descends from the root through the groups that a line names.
  init(_ line: ArraySlice<String>) {
    var rest = line
    // The parser accepts global options only after the words.
    var options = GlobalOptions.removeLeading(from: &rest)
    while let word = rest.first, !word.hasPrefix("-"), !group.isNoteID(word) {
      rest.removeFirst()
      words.append(word)
      guard let inner = group.group(named: word) else {
        command = group.command(named: word)
        isUnknown = command == nil && words != ["help"]
        arguments = options + rest
        return
      }
      group = inner
      options += GlobalOptions.removeLeading(from: &rest)
    }
    command = group.defaultCommand
    // Without a command the options are of no use, and the parser would reject them.
    arguments = words.isEmpty ? Array(rest) : options + rest
  }

  /// The message for words that name no command, with the most similar name; `nil` if they name one.
  ///
  /// A similar command is never run.
  var unknownCommandMessage: String? {
    guard isUnknown, let word = words.last else { return nil }
    let path = words.dropLast()
    let names = group.commandNames + (path.isEmpty ? ["help"] : [])
    let similar = names.map { (name: $0, distance: word.editDistance(to: $0)) }.filter { $0.distance <= 2 }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    let advice =
      similar.map { "Did you mean 'notesctl \((path + [$0.name]).joined(separator: " "))'?" }
      ?? (path.isEmpty
        ? "See 'notesctl --help' for all commands."
        : "See 'notesctl help \(path.joined(separator: " "))' for all of them.")
    let name = TerminalEscaping.escaped(words.joined(separator: " "), keepingLines: false)
    return "notesctl: unknown command '\(name)'\n  \(advice)\n"
  }
}

extension String {
  /// Returns the number of letters to add, remove, replace or swap with their neighbour to turn one word into another.
  /// Only the first 64 letters count.
  func editDistance(to other: String) -> Int {
    let (from, to) = (Array(self.prefix(64)), Array(other.prefix(64)))
    var rows = [Array(0...to.count)]
    for row in from.indices {
      var line = [row + 1]
      for column in to.indices {
        var best = Swift.min(rows[row][column + 1] + 1, line[column] + 1)
        best = Swift.min(best, rows[row][column] + (from[row] == to[column] ? 0 : 1))
        if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
          best = Swift.min(best, rows[row - 1][column - 1] + 1)
        }
        line.append(best)
      }
      rows.append(line)
    }
    return rows[from.count][to.count]
  }
}
