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
    let path = CommandPath(line)
    let line = path?.line ?? CommandPath.withoutGlobalOptions(line)
    guard !line.isEmpty else { return .text(NotesctlRoot.helpMessage() + "\n", .usage) }
    // Reading a command as a program of its own takes a third of the time, since nobody looks for options of the root
    // and for requests of shells. Whatever is not plain goes the whole way, where the parser looks at all commands first.
    if let path, let command = path.command?.read(path.arguments) { return .command(command) }
    if line == ["--version"] { return .text(NotesctlRoot.configuration.version + "\n", .success) }
    if let suggestion = CommandPath.suggestion(for: line.first == "help" ? line.dropFirst() : line[...]) {
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
