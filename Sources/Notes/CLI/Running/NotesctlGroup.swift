import ArgumentParser

/// A word of the command line with commands below it, as in `sync status`. One of them is meant where none is named.
protocol NotesctlGroup: ParsableCommand {
  /// The commands below the word.
  static var commands: [any NotesctlCommand.Type] { get }
  /// The one that is meant where none is named.
  static var usual: any NotesctlCommand.Type { get }
}

extension NotesctlGroup {
  /// The names of the commands below the word, other names for them included.
  static var commandNames: [String] { commands.flatMap { $0.names } }
}

extension ParsableCommand {
  /// The command's name, and its other names.
  static var names: [String] { [configuration.commandName].compactMap(\.self) + configuration.aliases }
}
