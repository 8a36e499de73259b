import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

extension CommandFeature {
  /// Tags and notebooks.
  static let labels = CommandFeature(Entry(.organize, groups: [TagsGroup.self, NotebooksGroup.self])) { binder in
    binder.screen(TagsScreen.init)
    binder.screen(NotebooksScreen.init)
  }
}

struct TagsGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "tags",
    abstract: "List and rename tags.",
    discussion: """
      EXAMPLES:
        notesctl tags
        notesctl tags rename garden/tomatos garden/tomatoes

      Without a subcommand it lists the tags.
      """,
    subcommands: subcommands, defaultSubcommand: defaultCommand)

  static let commands: [any NotesctlCommand.Type] = [TagsListCommand.self, TagsRenameCommand.self]
  static let defaultCommand: (any NotesctlCommand.Type)? = TagsListCommand.self
}

/// The dependencies of the commands for tags.
struct TagsScreen: Sendable {
  let tags: TagsViewModel
  let console: any Console
}

struct TagsListCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "list", abstract: "List all tags with the number of their notes, the most used first.",
    discussion: """
      EXAMPLES:
        notesctl tags
        notesctl tags --jsonl
      """,
    aliases: ["ls"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<TagsScreen>()
  @OptionGroup var machine: JSONOutputOptions

  var needs: CommandNeeds { .existingStore }

  func run(on screen: TagsScreen) async throws {
    let tags = try await screen.tags.run { await $0.load() }.tags
    try LabelTable.write(
      tags.map { ($0.name.name, $0.notes) }, prefix: "#", machine, to: screen.console, ifEmpty: "No tags.\n")
  }
}

struct TagsRenameCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "rename", abstract: "Rename a tag in all notes.",
    discussion: """
      EXAMPLES:
        notesctl tags rename garden Garten
        notesctl tags rename garden/tomatos garden/tomatoes

      Nested tags move along, and tags in the text of notes are rewritten. If the new tag exists, \
      both become one. Where the new tag cannot be in a text, such as c++, it is set and the text stays.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<TagsScreen>()

  @Argument(help: "The tag.", completion: .tag)
  var old: String

  @Argument(help: "Its new name.", completion: .tag)
  var new: String

  var needs: CommandNeeds { .existingStore }

  func run(on screen: TagsScreen) async throws {
    let state = try await screen.tags.run { await $0.rename(old, to: new) }
    guard state.found > 0 else {
      throw CommandFailure("no note has the tag '\(old)'", hints: ["list them: notesctl tags"], status: .noInput)
    }
    guard state.changed > 0 || state.unwritable > 0 else {
      return try screen.console.write("The tag has this name already.\n", to: .notice)
    }
    try screen.console.write(
      "Renamed the tag in \(.count(state.changed, "note")).  \(.dim, "Undo: notesctl undo")\n", to: .notice)
    if state.unwritable > 0 {
      try screen.console.write(
        "The text of \(.count(state.unwritable, "note")) still has the old tag: #\(new) cannot be in a text.\n",
        to: .notice)
    }
    try screen.console.reportLinks(mended: state.mended, broken: state.broken)
  }
}

struct NotebooksGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "notebooks",
    abstract: "List and rename notebooks.",
    discussion: """
      EXAMPLES:
        notesctl notebooks
        notesctl notebooks rename Kitchen/Bred Kitchen/Bread

      Without a subcommand it lists the notebooks.
      """,
    subcommands: subcommands, defaultSubcommand: defaultCommand)

  static let commands: [any NotesctlCommand.Type] = [NotebooksListCommand.self, NotebooksRenameCommand.self]
  static let defaultCommand: (any NotesctlCommand.Type)? = NotebooksListCommand.self
}

/// The dependencies of the commands for notebooks.
struct NotebooksScreen: Sendable {
  let notebooks: NotebooksViewModel
  let console: any Console
}

struct NotebooksListCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "list", abstract: "List all notebooks with the number of their notes, the largest first.",
    discussion: """
      EXAMPLES:
        notesctl notebooks
        notesctl notebooks --jsonl

      Notes in no notebook are counted as /.
      """,
    aliases: ["ls"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NotebooksScreen>()
  @OptionGroup var machine: JSONOutputOptions

  var needs: CommandNeeds { .existingStore }

  func run(on screen: NotebooksScreen) async throws {
    let notebooks = try await screen.notebooks.run { await $0.load() }.notebooks
    let rows = notebooks.map { ($0.name == .root ? "/" : $0.name.path, $0.notes) }
    try LabelTable.write(rows, machine, to: screen.console, ifEmpty: "No notebooks.\n")
  }
}

struct NotebooksRenameCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "rename", abstract: "Move all notes of a notebook to another one.",
    discussion: """
      EXAMPLES:
        notesctl notebooks rename Kitchen/Bred Kitchen/Bread
        notesctl notebooks rename Old /              to the top level

      Notebooks inside it move along, and so do the links that have the path of a note. If the \
      other one has notes already, both are one notebook then, and it asks for confirmation.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NotebooksScreen>()

  @Flag(help: "Do not ask for confirmation.")
  var force = false

  @Argument(help: "The path of the notebook.", completion: .notebook)
  var old: String

  @Argument(help: "Its new path.", completion: .notebook)
  var new: String

  var needs: CommandNeeds { .existingStore }

  func run(on screen: NotebooksScreen) async throws {
    let occupants = try await screen.notebooks.run { await $0.findOccupants(of: new, renaming: old) }.occupants
    guard try occupants == 0 || force || screen.console.confirm(question(occupants), for: "merging notebooks") else {
      return try screen.console.write("Nothing was moved.\n", to: .notice)
    }
    let state = try await screen.notebooks.run { await $0.rename(old, to: new) }
    guard state.found > 0 else {
      throw CommandFailure("no note is in '\(old)'", hints: ["list them: notesctl notebooks"], status: .noInput)
    }
    guard state.changed > 0 else {
      return try screen.console.write("The notebook has this path already.\n", to: .notice)
    }
    try screen.console.write(
      "Moved \(.count(state.changed, "note")).  \(.dim, "Undo: notesctl undo")\n", to: .notice)
    try screen.console.reportLinks(mended: state.mended, broken: state.broken)
  }

  private func question(_ occupants: Int) -> StyledText {
    "'\(new)' has \(.count(occupants, "note")) already. Put those of '\(old)' there, too?"
  }
}

/// Tags or notebooks in two columns, the number of their notes and their name.
private enum LabelTable {
  @MainActor
  static func write(
    _ rows: [(name: String, notes: Int)], prefix: String = "", _ machine: JSONOutputOptions, to console: any Console,
    ifEmpty text: StyledText
  ) throws {
    guard !machine.isRequested else {
      let fields = JSONFields<(name: String, notes: Int)>(
        ("name", { .string($0.name) }), ("notes", { .number($0.notes) }))
      return try console.write(machine.text(rows, fields), to: .output)
    }
    let width = rows.map { String($0.notes).count }.max() ?? 0
    for row in rows {
      let count = String(row.notes).leftPadded(to: width)
      try console.write("\(.dim, count)  \(.tag, prefix + row.name)\n", to: .output)
    }
    if rows.isEmpty { try console.write(text, to: .notice) }
  }
}
