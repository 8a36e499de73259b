import ArgumentParser
import NotesDomain

/// A word of the command line with commands below it, as in `sync status`, or with more words, as in `server user add`.
protocol NotesctlGroup: ParsableCommand {
  /// The commands below the word.
  static var commands: [any NotesctlCommand.Type] { get }
  /// The words below the word that have commands below them.
  static var groups: [any NotesctlGroup.Type] { get }
  /// The one that is meant where none is named; `nil` where one must be.
  static var usual: (any NotesctlCommand.Type)? { get }
  /// Whether the beginning of a note's id may stand where the name of a command would.
  static var usualTakesNote: Bool { get }
}

extension NotesctlGroup {
  /// Most words have commands below them only.
  static var groups: [any NotesctlGroup.Type] { [] }

  /// Most usual commands are about no note.
  static var usualTakesNote: Bool { false }

  /// Whether a word stands for a note, and the usual command is meant.
  static func isNote(_ word: String) -> Bool {
    usualTakesNote && !commandNames.contains(word) && NoteIDPrefix(word) != nil
  }

  /// What may stand behind the word, other names included.
  static var commandNames: [String] { commands.flatMap { $0.names } + groups.flatMap { $0.names } }

  /// What stands below the word, as the parser takes it.
  ///
  /// One by one, which the compiler does. A whole array is converted by the language's runtime, which looks through all
  /// conformances of the program for each of its types.
  static var subcommands: [any ParsableCommand.Type] { groups.map { $0 } + commands.map { $0 } }

  /// The word of a name below this one that has commands below it.
  static func group(named name: String) -> (any NotesctlGroup.Type)? {
    groups.first { $0.names.contains(name) }
  }

  /// What names each command below the word, once, and the word itself.
  ///
  /// - Parameter words: The words in front of it.
  static func commandPaths(behind words: [String]) -> [[String]] {
    let path = words + [_commandName]
    return [path] + commands.map { path + [$0._commandName] } + groups.flatMap { $0.commandPaths(behind: path) }
  }
}

extension ParsableCommand {
  /// The command's name, and its other names.
  static var names: [String] { [configuration.commandName].compactMap(\.self) + configuration.aliases }
}
