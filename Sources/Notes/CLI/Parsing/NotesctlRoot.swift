import ArgumentParser
import NotesDomain

/// The command line as a whole.
struct NotesctlRoot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notesctl",
    abstract: "Keep notes: write, find and change them from the command line.",
    discussion: """
      EXAMPLES:
        notesctl add "Buy rye flour" --tag kitchen
        notesctl search '"sourdough starter"'
        notesctl edit 019a0c3e
        git log -1 | notesctl add - --title "Last commit"
        notesctl import ~/vault
        notesctl undo

      A note is named by the beginning of its id. Results go to standard output, everything \
      else to standard error. Exit codes are those of sysexits.h: 64 usage, 65 bad data, \
      66 no such note or file, 69 unavailable, 70 the program's fault, 73 cannot create, \
      74 input or output failed, 75 try again, 76 protocol of sync, 77 not allowed, \
      78 configuration.
      """,
    version: "notesctl \(CommandLineInterface.version)",
    // One by one, as in NotesctlGroup.
    groupedSubcommands: [
      CommandGroup(name: "WRITE AND FIND", subcommands: writing.map { $0 }),
      CommandGroup(name: "KEEP IN ORDER", subcommands: ordering.map { $0 } + files.map { $0 }),
      CommandGroup(name: "HISTORY", subcommands: past.map { $0 }),
      CommandGroup(name: "OTHER DEVICES", subcommands: otherDevices.map { $0 } + account.map { $0 }),
      CommandGroup(name: "THE WHOLE STORE", subcommands: wholeStore.map { $0 }),
      CommandGroup(name: "A SERVER OF YOUR OWN", subcommands: serving.map { $0 } + servers.map { $0 }),
    ])

  /// The names of the commands, other names for them and the words with commands below them included.
  static var commandNames: [String] { commands.flatMap { $0.names } + groups.flatMap { $0.names } }

  /// What names each command, once.
  static var commandPaths: [[String]] {
    commands.map { [$0._commandName] } + groups.flatMap { $0.commandPaths(behind: []) }
  }

  /// The command of a name.
  static func command(named name: String) -> (any NotesctlCommand.Type)? {
    commands.first { $0.names.contains(name) }
  }

  /// The word of a name that has commands below it.
  static func group(named name: String) -> (any NotesctlGroup.Type)? {
    groups.first { $0.names.contains(name) }
  }

  private static let commands = writing + ordering + past + account + wholeStore + serving
  private static let groups = files + otherDevices + servers
  private static let otherDevices: [any NotesctlGroup.Type] = [SyncGroup.self, ConflictsGroup.self]
  private static let files: [any NotesctlGroup.Type] = [AttachmentsGroup.self]
  private static let serving: [any NotesctlCommand.Type] = [ServeCommand.self]
  private static let servers: [any NotesctlGroup.Type] = [ServerGroup.self]

  private static let writing: [any NotesctlCommand.Type] = [
    AddCommand.self, ListCommand.self, SearchCommand.self, ShowCommand.self, EditCommand.self, AppendCommand.self,
    AttachCommand.self,
  ]
  private static let ordering: [any NotesctlCommand.Type] = [
    TagCommand.self, MoveCommand.self, PinCommand.self, ArchiveCommand.self, DeleteCommand.self, RestoreCommand.self,
    PurgeCommand.self, DetachCommand.self,
  ]
  private static let past: [any NotesctlCommand.Type] = [
    HistoryCommand.self, DiffCommand.self, UndoCommand.self,
  ]
  private static let account: [any NotesctlCommand.Type] = [
    LoginCommand.self, LogoutCommand.self, DevicesCommand.self, RevokeCommand.self,
  ]
  private static let wholeStore: [any NotesctlCommand.Type] = [
    ImportCommand.self, ExportCommand.self, StatsCommand.self, GraphCommand.self,
  ]
}

/// A word of the command line with commands below it, as in `sync status`, or with more words, as in `server user add`.
protocol NotesctlGroup: ParsableCommand {
  /// The commands below the word.
  static var commands: [any NotesctlCommand.Type] { get }
  /// The words below the word that have commands below them.
  static var groups: [any NotesctlGroup.Type] { get }
  /// The one that is meant where none is named; `nil` where one must be.
  static var defaultCommand: (any NotesctlCommand.Type)? { get }
  /// Whether the beginning of a note's id may stand where the name of a command would.
  static var defaultTakesNoteID: Bool { get }
}

extension NotesctlGroup {
  /// Most words have commands below them only.
  static var groups: [any NotesctlGroup.Type] { [] }

  /// Most usual commands are about no note.
  static var defaultTakesNoteID: Bool { false }

  /// Whether a word stands for a note, and the usual command is meant.
  static func isNoteID(_ word: String) -> Bool {
    defaultTakesNoteID && !commandNames.contains(word) && NoteIDPrefix(word) != nil
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
