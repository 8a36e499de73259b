import ArgumentParser

/// The commands of the program: those of its features, by the sections of the help.
struct CommandTree: Sendable {
  /// The tree of the program that runs. A task-local value, since the parser reads the commands from static properties.
  @TaskLocal static var current: CommandTree = standard

  private static let standard = CommandTree(CommandFeature.all)

  let commands: [any NotesctlCommand.Type]
  let groups: [any NotesctlGroup.Type]
  private let entries: [CommandFeature.Entry]

  /// Creates the tree of features.
  init(_ features: [CommandFeature]) {
    entries = features.flatMap(\.entries)
    groups = entries.flatMap(\.groups)
    commands = entries.flatMap(\.commands)
  }

  /// The commands and groups for the parser. Only for a line that needs the whole tree, such as a request for help.
  var sections: [CommandGroup] {
    CommandFeature.Section.allCases.compactMap { section in
      let entries = entries.filter { $0.section == section }
      // One by one, as in NotesctlGroup.
      let subcommands: [any ParsableCommand.Type] =
        entries.flatMap { $0.groups.map { $0 } } + entries.flatMap { $0.commands.map { $0 } }
      return subcommands.isEmpty ? nil : CommandGroup(name: section.rawValue, subcommands: subcommands)
    }
  }
}
