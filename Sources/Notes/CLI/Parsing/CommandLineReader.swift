import ArgumentParser

/// Reads the command line.
enum CommandLineReader {
  enum Result {
    /// There is a command to run.
    case command(any NotesctlCommand)
    /// There is only a text to show: help, the version, or what is wrong.
    case text(String, ExitStatus)
  }

  static func read(_ line: [String]) -> Result {
    // Options that every command takes may stand before its name; the parser wants them behind it.
    let path = CommandLookup(line)
    let line = path?.line ?? CommandLookup.withoutGlobalOptions(line)
    guard !line.isEmpty else { return .text(NotesctlRoot.helpMessage() + "\n", .usage) }
    // Reading a command as a program of its own takes a third of the time, since nobody looks for options of the root
    // and for requests of shells. Whatever is not plain goes the whole way, where the parser looks at all commands first.
    if let path, let command = path.command?.read(path.arguments) { return .command(command) }
    if line == ["--version"] { return .text(NotesctlRoot.configuration.version + "\n", .success) }
    if let suggestion = CommandLookup.suggestion(for: line.first == "help" ? line.dropFirst() : line[...]) {
      return .text(suggestion, .usage)
    }
    do {
      let parsed = try NotesctlRoot.parseAsRoot(line)
      if let command = parsed as? any NotesctlCommand { return .command(command) }
      if let group = type(of: parsed) as? any NotesctlGroup.Type {
        return .text(NotesctlRoot.helpMessage(for: group) + "\n", .usage)
      }
      var help = parsed
      try help.run()
      return .text(NotesctlRoot.helpMessage() + "\n", .usage)
    } catch {
      let status = NotesctlRoot.exitCode(for: error) == .success ? ExitStatus.success : .usage
      return .text(NotesctlRoot.fullMessage(for: error) + "\n", status)
    }
  }
}

/// Which command a line asks for, and what it is given.
struct CommandLookup {
  /// The words that name the command, as they were typed: `list`, or `sync` and `status`, or `server`, `user` and `add`.
  let words: [String]
  /// The command; `nil` when the words name none.
  let command: (any NotesctlCommand.Type)?
  /// What stands behind the words, with the options in front of and between them that every command takes.
  let arguments: [String]

  /// Reads a line.
  ///
  /// - Parameter line: The arguments of the program.
  /// - Returns: `nil` for a line that does not begin with a name, once such options are taken away.
  init?(_ line: [String]) {
    var (options, rest) = Self.splitGlobalOptions(line[...])
    guard let name = rest.popFirst(), !name.hasPrefix("-") else { return nil }
    var words = [name]
    var command = NotesctlRoot.command(named: name)
    var group = NotesctlRoot.group(named: name)
    while let word = group {
      let (between, behind) = Self.splitGlobalOptions(rest)
      options += between
      rest = behind
      guard let inner = rest.first, !inner.hasPrefix("-"), !word.isNoteID(inner) else {
        command = word.defaultCommand
        break
      }
      rest.removeFirst()
      words.append(inner)
      command = word.commands.first { $0.names.contains(inner) }
      group = word.group(named: inner)
    }
    self.words = words
    self.command = command
    arguments = options + rest
  }

  /// The line with the words first, as the parser wants it.
  var line: [String] { words + arguments }

  /// The message for words that name no command; `nil` for others. What was nearly typed is never run.
  ///
  /// - Parameter words: What should name a command.
  static func suggestion(for words: some Collection<String>) -> String? {
    var names = NotesctlRoot.commandNames + ["help"]
    var path: [String] = []
    var group: (any NotesctlGroup.Type)?
    for word in words {
      if word.hasPrefix("-") || group?.isNoteID(word) ?? false { return nil }
      if let text = suggestion(for: word, among: names, behind: path) { return text }
      guard let next = path.isEmpty ? NotesctlRoot.group(named: word) : group?.group(named: word) else { return nil }
      path.append(word)
      names = next.commandNames
      group = next
    }
    return nil
  }

  private static func suggestion(for name: String, among names: [String], behind group: [String]) -> String? {
    guard !names.contains(name) else { return nil }
    let near = names.map { (name: $0, distance: name.editDistance(to: $0)) }.filter { $0.distance <= 2 }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    let advice =
      near.map { "Did you mean 'notesctl \((group + [$0.name]).joined(separator: " "))'?" }
      ?? (group.isEmpty
        ? "See 'notesctl --help' for all commands."
        : "See 'notesctl help \(group.joined(separator: " "))' for all of them.")
    let words = TerminalEscaping.escaped((group + [name]).joined(separator: " "), keepingLines: false)
    return "notesctl: there is no command '\(words)'\n  \(advice)\n"
  }

  /// A line without such options at its beginning: what is left when there is no name behind them.
  static func withoutGlobalOptions(_ line: [String]) -> [String] {
    Array(splitGlobalOptions(line[...]).1)
  }

  /// The options at the beginning that every command takes, and what stands behind them.
  private static func splitGlobalOptions(_ line: ArraySlice<String>) -> ([String], ArraySlice<String>) {
    var options: [String] = []
    var rest = line
    while let first = rest.first {
      if first == "--data-dir" || first == "--context", rest.count > 1 {
        options += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else if first.hasPrefix("--data-dir=") || first.hasPrefix("--context=")
        || ["--no-color", "--no-pager", "--debug"].contains(first)
      {
        options.append(first)
        rest = rest.dropFirst()
      } else {
        break
      }
    }
    return (options, rest)
  }
}

extension String {
  /// How many letters must be added, removed, replaced or swapped with their neighbour to turn one word into the other.
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
