/// Which command a line asks for, and what it is given.
struct CommandPath {
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
      guard let inner = rest.first, !inner.hasPrefix("-"), !word.isNote(inner) else {
        command = word.usual
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
      if word.hasPrefix("-") || group?.isNote(word) ?? false { return nil }
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
    let words = TerminalText.escaped((group + [name]).joined(separator: " "), keepingLines: false)
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
