import ArgumentParser

/// Reads the command line.
enum CommandLineReader {
  enum Result {
    /// There is a command to run.
    case command(any NotesctlCommand)
    /// There is only a text to show: help, the version, or what is wrong.
    case text(String, ExitStatus)
  }

  static func read(_ arguments: [String]) -> Result {
    guard !arguments.isEmpty else { return .text(NotesctlRoot.helpMessage() + "\n", .usage) }
    let arguments = withGlobalOptionsBehindCommand(arguments)
    guard !arguments.isEmpty else { return .text(NotesctlRoot.helpMessage() + "\n", .usage) }
    if let name = arguments.first, !name.hasPrefix("-"), let suggestion = suggestion(for: name) {
      return .text(suggestion, .usage)
    }
    if arguments.first == "help", let name = arguments.dropFirst().first, let suggestion = suggestion(for: name) {
      return .text(suggestion, .usage)
    }
    // Reading a command as a program of its own takes a third of the time, since nobody looks for options of the root
    // and for requests of shells. Whatever is not plain goes the whole way.
    if let name = arguments.first, let type = NotesctlRoot.command(named: name),
      let command = type.read(Array(arguments.dropFirst()))
    {
      return .command(command)
    }
    do {
      let parsed = try NotesctlRoot.parseAsRoot(arguments)
      if let command = parsed as? any NotesctlCommand { return .command(command) }
      var help = parsed
      try help.run()
      return .text(NotesctlRoot.helpMessage() + "\n", .usage)
    } catch {
      let status = NotesctlRoot.exitCode(for: error) == .success ? ExitStatus.success : .usage
      return .text(NotesctlRoot.fullMessage(for: error) + "\n", status)
    }
  }

  /// Options that every command takes may stand before its name; the parser wants them behind it.
  private static func withGlobalOptionsBehindCommand(_ arguments: [String]) -> [String] {
    var options: [String] = []
    var rest = arguments[...]
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
    guard let command = rest.first, !command.hasPrefix("-"), command != "help" else { return Array(rest) }
    return [command] + options + rest.dropFirst()
  }

  /// The message for a command that does not exist; `nil` for one that does. What was nearly typed is never run.
  private static func suggestion(for name: String) -> String? {
    let names = NotesctlRoot.commandNames + ["help"]
    guard !names.contains(name) else { return nil }
    let near = names.map { (name: $0, distance: name.editDistance(to: $0)) }.filter { $0.distance <= 2 }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    let advice = near.map { "Did you mean 'notesctl \($0.name)'?" } ?? "See 'notesctl --help' for all commands."
    return "notesctl: there is no command '\(TerminalText.escaped(name, keepingLines: false))'\n  \(advice)\n"
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
