import ArgumentParser
import NotesDomain

/// The root of the command line.
struct NotesctlRoot: NotesctlGroup {
  // Computed, since the commands are those of the features of the program that runs.
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "notesctl",
      abstract: "Keep notes: write, find and change them from the command line.",
      discussion: """
        EXAMPLES:
          notesctl add "Buy rye flour" --tag kitchen
          notesctl search '"sourdough starter"'
          notesctl list tag:kitchen
          notesctl edit 3
          git log -1 | notesctl add - --title "Last commit"
          notesctl import ~/vault
          notesctl undo

        A note is named by its number in the last list, by its id or the beginning of it, by its \
        title or its path. Results are written to standard output, everything else to standard \
        error. Exit codes are those of sysexits.h: 64 usage, 65 bad data, 66 no such note or file, \
        69 unavailable, 70 internal error, 73 cannot create, \
        74 I/O error, 75 try again, 76 sync protocol error, 77 permission denied, 78 configuration.
        """,
      version: "notesctl \(CommandLineInterface.version)",
      groupedSubcommands: CommandTree.current.sections)
  }

  static var commands: [any NotesctlCommand.Type] { CommandTree.current.commands }
  static var groups: [any NotesctlGroup.Type] { CommandTree.current.groups }
}

/// A word of the command line with commands below it, such as `sync`, or with groups below it, such as `server`.
protocol NotesctlGroup: ParsableCommand {
  static var commands: [any NotesctlCommand.Type] { get }
  static var groups: [any NotesctlGroup.Type] { get }
  /// The command to run if none is named; `nil` if one is required.
  static var defaultCommand: (any NotesctlCommand.Type)? { get }
  /// Whether a word that is no command's name is the note that the default command takes.
  static var defaultTakesNote: Bool { get }
}

extension NotesctlGroup {
  static var groups: [any NotesctlGroup.Type] { [] }
  static var defaultCommand: (any NotesctlCommand.Type)? { nil }
  static var defaultTakesNote: Bool { false }

  /// The commands and groups, for the parser.
  ///
  /// Converted one by one, which the compiler does. A whole array is converted by the runtime, which searches all
  /// conformances of the program for each of its types.
  static var subcommands: [any ParsableCommand.Type] { groups.map { $0 } + commands.map { $0 } }

  /// The names and aliases of the commands and groups.
  static var commandNames: [String] { commands.flatMap { $0.names } + groups.flatMap { $0.names } }

  static func command(named name: String) -> (any NotesctlCommand.Type)? { commands.first { $0.names.contains(name) } }

  static func group(named name: String) -> (any NotesctlGroup.Type)? { groups.first { $0.names.contains(name) } }

  /// Returns whether a word is a note, which the default command takes, and not the name of a command or a misspelt one.
  static func isNote(_ word: String) -> Bool {
    defaultTakesNote && !commandNames.contains(word)
      && (NoteIDPrefix(word) != nil || CommandLookup.similarCommand(to: word, among: commandNames) == nil)
  }
}

extension ParsableCommand {
  /// The command's name and aliases.
  static var names: [String] { [configuration.commandName].compactMap(\.self) + configuration.aliases }
}
