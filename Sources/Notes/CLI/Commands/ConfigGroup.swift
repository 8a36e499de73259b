import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct ConfigGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show and edit the configuration.",
    discussion: """
      EXAMPLES:
        notesctl config                    every value, and where it comes from
        notesctl config get editor
        notesctl config edit

      The file is ~/.config/notesctl/config.yaml. It has settings, saved searches and aliases:

        editor: vim
        searches:
          reading: tag:book -is:archived
        aliases:
          todo: list tag:todo --sort title

      'notesctl list @reading' uses the search, 'notesctl todo' the alias. Options have precedence \
      over variables, and variables over the file.
      """,
    subcommands: subcommands, defaultSubcommand: defaultCommand)

  static let commands: [any NotesctlCommand.Type] = [
    ConfigListCommand.self, ConfigGetCommand.self, ConfigPathCommand.self, ConfigEditCommand.self,
  ]
  static let defaultCommand: (any NotesctlCommand.Type)? = ConfigListCommand.self
}

/// The dependencies of the commands for the configuration.
struct ConfigScreen: Sendable {
  let invocation: Invocation
  let editor: ConfigurationViewModel
  let console: any Console

  func resolved(_ global: GlobalOptions) -> [ConfigurationLine] {
    ConfigurationLine.all(of: invocation, global: global)
  }
}

struct ConfigListCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "list", abstract: "List every value with its origin.",
    discussion: """
      EXAMPLES:
        notesctl config
        notesctl config --json
      """,
    aliases: ["ls"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<ConfigScreen>()
  @OptionGroup var machine: JSONOutputOptions

  func run(on screen: ConfigScreen) async throws {
    let lines = screen.resolved(global)
    guard !machine.isRequested else {
      return try screen.console.write(machine.text(lines, .configuration), to: .output)
    }
    let names = lines.map(\.name.count).max() ?? 0
    for line in lines {
      let name = line.name.padded(to: names)
      try screen.console.write("\(.title, name)  \(line.value ?? "")  \(.dim, line.origin.text)\n", to: .output)
    }
  }
}

struct ConfigGetCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "get", abstract: "Print one value.",
    discussion: """
      EXAMPLES:
        notesctl config get data-dir
        notesctl config get searches.reading
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<ConfigScreen>()

  @Argument(
    help: ArgumentHelp("The name, as 'notesctl config' lists it.", valueName: "key"),
    completion: .list(Setting.allCases.map(\.rawValue)))
  var key: String

  func run(on screen: ConfigScreen) async throws {
    let lines = screen.resolved(global)
    guard let line = lines.first(where: { $0.name == key }) else {
      let nearest = Spelling.nearest(to: key, among: lines.map(\.name), within: 2)
      throw CommandFailure(
        "there is no setting '\(key)'",
        hints: [nearest.map { "did you mean '\($0)'?" } ?? "'notesctl config' lists them"], status: .usage)
    }
    guard let value = line.value else { throw ExitStatus.exitCode }
    try screen.console.write("\(value)\n", to: .output)
  }
}

struct ConfigPathCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "path", abstract: "Print the path of the configuration file.",
    discussion: """
      EXAMPLES:
        notesctl config path
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<ConfigScreen>()
  var needs: CommandNeeds { CommandNeeds(readsConfiguration: false) }

  func run(on screen: ConfigScreen) async throws {
    try screen.console.write("\(try screen.path())\n", to: .output)
  }
}

struct ConfigEditCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "edit", abstract: "Open the configuration file in the editor.",
    discussion: """
      EXAMPLES:
        notesctl config edit

      The file is created when there is none, and checked afterwards.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<ConfigScreen>()
  var needs: CommandNeeds { CommandNeeds(readsConfiguration: false) }

  func run(on screen: ConfigScreen) async throws {
    let path = try screen.path()
    let file = try await screen.editor.run { await $0.edit(path, creating: Self.template) }.file
    _ = try Configuration(environment: screen.invocation.variables, file: file)
  }

  private static let template = """
    # The configuration of notesctl. 'notesctl config' lists all values with their origins.

    # editor: vim
    # pager: less
    # color: auto
    # page-size: 20
    # line-breaks: join
    # sort: modified
    # log: normal
    # data-dir: ~/notes

    # Used as 'notesctl list @reading'.
    searches:
      # reading: tag:book -is:archived

    # Used as 'notesctl todo'.
    aliases:
      # todo: list tag:todo --sort title

    """
}

extension ConfigScreen {
  fileprivate func path() throws(CommandFailure) -> String {
    guard let path = invocation.configuration.path else {
      throw CommandFailure(
        "there is no home directory for a configuration file", hints: ["set NOTESCTL_CONFIG"],
        status: .configuration)
    }
    return path
  }
}
