import ArgumentParser

/// The commands of the program: those of its features, by the sections of the help.
struct CommandTree: Sendable {
  /// The tree of the program that runs. A task-local value, since the parser reads the commands from static properties.
  @TaskLocal static var current: CommandTree = standard

  private static let standard = CommandTree(CommandFeature.all)

  let commands: [any NotesctlCommand.Type]
  let groups: [any NotesctlGroup.Type]
  /// The commands and groups for the parser.
  let sections: [CommandGroup]

  /// Creates the tree of features.
  init(_ features: [CommandFeature]) {
    let entries = features.flatMap(\.entries)
    let sections = CommandFeature.Section.allCases.map { section in
      (section, entries.filter { $0.section == section })
    }
    groups = sections.flatMap { $0.1.flatMap(\.groups) }
    commands = sections.flatMap { $0.1.flatMap(\.commands) }
    self.sections = sections.compactMap { section, entries in
      // One by one, as in NotesctlGroup.
      let subcommands: [any ParsableCommand.Type] =
        entries.flatMap { $0.groups.map { $0 } } + entries.flatMap { $0.commands.map { $0 } }
      return subcommands.isEmpty ? nil : CommandGroup(name: section.rawValue, subcommands: subcommands)
    }
  }
}
