import ArgumentParser
import Wiring

/// A part of the command line that can be left out: commands, and the screens that they get.
///
/// A feature is declared beside its commands. The help, the completions, suggestions and the plan of the program follow from the
/// list that the program is created with.
package struct CommandFeature: Sendable {
  /// The section of the help that lists a command.
  enum Section: String, Sendable, CaseIterable {
    case writeAndFind = "WRITE AND FIND"
    case organize = "ORGANIZE"
    case links = "LINKS"
    case history = "HISTORY"
    case otherDevices = "OTHER DEVICES"
    case store = "STORE"
    case server = "SERVER"
  }

  /// The commands and groups of a feature in one section.
  struct Entry: Sendable {
    let section: Section
    let groups: [any NotesctlGroup.Type]
    let commands: [any NotesctlCommand.Type]
  }

  let composition: Composition
  let entries: [Entry]
  /// Binds the screens of the commands.
  let bind: @Sendable (inout Binder) -> Void

  init(
    _ entries: Entry..., in composition: Composition = .device, screens bind: @escaping @Sendable (inout Binder) -> Void
  ) {
    self.entries = entries
    self.composition = composition
    self.bind = bind
  }
}

extension CommandFeature.Entry {
  init(
    _ section: CommandFeature.Section, groups: [any NotesctlGroup.Type] = [],
    commands: [any NotesctlCommand.Type] = []
  ) {
    self.init(section: section, groups: groups, commands: commands)
  }
}

extension Binder {
  /// Binds the screen of a command, as a root.
  mutating func screen<Screen, each Parameter>(
    _ make: @escaping @Sendable (repeat each Parameter) -> Screen,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    bind(Screen.self, make, file: file, line: line, column: column)
    root(Screen.self, file: file, line: line, column: column)
  }
}

extension CommandFeature {
  /// The features that every program has, in the order of the help.
  package static let standard: [CommandFeature] = [
    .drafts, .notes, .labels, .attachments, .web, .links, .history, .sync, .account, .store, .server,
  ]

  /// All features.
  package static let all = standard + [.encryption]
}
