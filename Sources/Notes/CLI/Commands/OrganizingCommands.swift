import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

extension CommandFeature {
  /// Notes: writing, finding and organizing them.
  static let notes = CommandFeature(
    Entry(
      .writeAndFind,
      commands: [
        AddCommand.self, ListCommand.self, SearchCommand.self, ShowCommand.self, EditCommand.self, AppendCommand.self,
        PrependCommand.self, TodayCommand.self, PickCommand.self,
      ]),
    Entry(
      .organize,
      commands: [
        TitleCommand.self, TagCommand.self, MoveCommand.self, MergeCommand.self, PinCommand.self, UnpinCommand.self,
        ArchiveCommand.self, UnarchiveCommand.self, DeleteCommand.self, RestoreCommand.self, PurgeCommand.self,
      ])
  ) { binder in
    binder.bind(FormatWriter.init)
    binder.screen(AddCommand.Screen.init)
    binder.screen(TodayCommand.Screen.init)
    binder.screen(ListCommand.Screen.init)
    binder.screen(SearchCommand.Screen.init)
    binder.screen(ShowCommand.Screen.init)
    binder.screen(EditCommand.Screen.init)
    binder.screen(NoteChangeScreen.init)
    binder.screen(MergeCommand.Screen.init)
    binder.screen(PickCommand.Screen.init)
    binder.screen(PurgeCommand.Screen.init)
  }
}

/// The dependencies of the commands that change notes, and the lines that report the changes.
struct NoteChangeScreen: Sendable {
  /// The maximum number of notes that are reported one by one.
  private static let maximumLines = 5

  let note: NoteViewModel
  let drafts: any DraftStore
  let console: any Console

  /// Prints the changes, as in `Moved “Bread” to Kitchen.`, and the command that undoes them.
  ///
  /// - Parameters:
  ///   - done: The verb, such as `Moved`.
  ///   - rest: The text after the title.
  ///   - state: What notes are that the command did not change, as in `is already pinned`.
  ///   - undo: The command that undoes the change of one note, without its id; `nil` for `undo`.
  @MainActor func report(
    _ done: StyledText, rest: StyledText = "", state already: String = "is unchanged", undo: String? = nil
  ) throws {
    let state = note.state
    try state.phase.check()
    let changed = state.changed
    if changed.isEmpty {
      let isOne = state.updates.count == 1
      return try console.write(
        isOne ? "“\(state.note?.title ?? "")” \(raw: already).\n" : "No note was changed: each \(raw: already).\n",
        to: .notice)
    }
    let command = state.shortID.isEmpty ? "undo" : undo.map { "\($0) \(state.shortID)" } ?? "undo"
    let hint: StyledText = "  \(.dim, "Undo: notesctl \(command)")\n"
    if changed.count <= Self.maximumLines {
      for (index, note) in changed.enumerated() {
        let line: StyledText = "\(done) “\(note.title)”\(rest)."
        try console.write(line + (index + 1 == changed.count ? hint : "\n"), to: .notice)
      }
    } else {
      try console.write("\(done) \(.count(changed.count, "note"))\(rest)." + hint, to: .notice)
    }
    try console.reportLinks(mended: state.mended.count, broken: state.broken.count)
  }

  /// Returns the names of notes, from arguments or from standard input.
  func references(_ arguments: [String], _ separator: NullSeparator = NullSeparator()) throws -> [String] {
    try ReferenceInput(console: console, separator: separator).references(arguments)
  }
}

extension Console {
  /// Reports the links that were mended, and those that were not since another note has the new name.
  func reportLinks(mended: Int, broken: Int) throws {
    if mended > 0 { try write("Updated the links in \(.count(mended, "note")).\n", to: .notice) }
    guard broken > 0 else { return }
    try write(
      "The links in \(.count(broken, "note")) lead nowhere: another note has the new name, or they would be too large.  \(.dim, "List: notesctl links --broken")\n",
      to: .notice)
  }
}

struct TagCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "tag", abstract: "Set and remove tags of notes.",
    discussion: """
      EXAMPLES:
        notesctl tag 3 garden garden/tomatoes
        notesctl tag "Green Twine" --remove draft
        notesctl list tag:draft --ids | notesctl tag - --remove draft
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()
  @OptionGroup var separator: NullSeparator

  @Argument(help: .noteOrInput, completion: .note)
  var reference: String

  @Argument(help: "Tags to set.", completion: .tag)
  var tags: [String] = []

  @Option(name: [.short, .long], help: "A tag to remove; can be repeated.", completion: .tag)
  var remove: [String] = []

  var needs: CommandNeeds { .existingStore }

  func validate() throws {
    if tags.isEmpty, remove.isEmpty { throw Self.usage("Specify tags to set, or tags to --remove.") }
  }

  func run(on screen: NoteChangeScreen) async throws {
    await screen.note.tag(try screen.references([reference], separator), adding: tags, removing: remove)
    let tags = screen.note.state.note?.tags ?? []
    let list = tags.isEmpty ? "no tags" : tags.hashtags
    try screen.report(
      "Tagged", rest: screen.note.state.updates.count == 1 ? ": \(.tag, list)" : "",
      state: self.tags.isEmpty ? "has no such tag" : "already has these tags")
  }
}

struct MoveCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "move", abstract: "Move notes to another notebook.",
    discussion: """
      EXAMPLES:
        notesctl move 3 Kitchen/Bread
        notesctl move "Green Twine" /              to the top level
        notesctl list notebook:Old --ids | notesctl move - New
      """,
    aliases: ["mv"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()
  @OptionGroup var separator: NullSeparator

  @Argument(help: .noteOrInput, completion: .note)
  var reference: String

  @Argument(help: "The path of the notebook.", completion: .notebook)
  var notebook: String

  var needs: CommandNeeds { .existingStore }

  func run(on screen: NoteChangeScreen) async throws {
    await screen.note.move(try screen.references([reference], separator), to: notebook)
    let path = screen.note.state.note?.notebook.path ?? ""
    try screen.report("Moved", rest: path.isEmpty ? " to the top level" : " to \(path)", state: "is already there")
  }
}

struct TitleCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "title", abstract: "Change a note's title, and the links to it.",
    discussion: """
      EXAMPLES:
        notesctl title 3 "Rye bread"
        notesctl title "Rye bread" --from-text     the first heading or line again

      Links to the note get its new title, unless another note has the old one as well.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()

  @Flag(name: .customLong("from-text"), help: "Use the first heading or line of the text, also when it changes later.")
  var followsText = false

  @Argument(help: .note, completion: .note)
  var reference: String

  @Argument(help: "The title.")
  var title: [String] = []

  var needs: CommandNeeds { .existingStore }

  func validate() throws {
    if followsText != title.isEmpty { throw Self.usage("Specify a title, or --from-text.") }
  }

  func run(on screen: NoteChangeScreen) async throws {
    await screen.note.rename(reference, to: followsText ? nil : title.joined(separator: " "))
    if screen.note.state.phase.failure == Failure(NoteFailure.emptyTitle) {
      throw CommandFailure(
        "the title is empty", hints: ["use --from-text for the first heading or line of the text"], status: .usage)
    }
    let before = screen.note.state.updates.first?.before.title ?? ""
    try screen.report("Renamed “\(before)” to", state: "already has that title")
  }
}

struct PinCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "pin", abstract: "Pin notes to the top of lists.",
    discussion: """
      EXAMPLES:
        notesctl pin 3
        notesctl list is:pinned
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()
  @OptionGroup var separator: NullSeparator

  @Argument(help: .notes, completion: .note)
  var references: [String]

  var needs: CommandNeeds { .existingStore }

  func run(on screen: NoteChangeScreen) async throws {
    await screen.note.setPinned(try screen.references(references, separator), true)
    try screen.report("Pinned", state: "is already pinned", undo: "unpin")
  }
}

struct UnpinCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "unpin", abstract: "Unpin notes.",
    discussion: """
      EXAMPLES:
        notesctl unpin 3
        notesctl list is:pinned --ids | notesctl unpin -
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()
  @OptionGroup var separator: NullSeparator

  @Argument(help: .notes, completion: .note)
  var references: [String]

  var needs: CommandNeeds { .existingStore }

  func run(on screen: NoteChangeScreen) async throws {
    await screen.note.setPinned(try screen.references(references, separator), false)
    try screen.report("Unpinned", state: "is not pinned", undo: "pin")
  }
}

struct ArchiveCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "archive", abstract: "Archive notes: hide them from lists, keep them searchable.",
    discussion: """
      EXAMPLES:
        notesctl archive 3 4
        notesctl list --archived
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()
  @OptionGroup var separator: NullSeparator

  @Argument(help: .notes, completion: .note)
  var references: [String]

  var needs: CommandNeeds { .existingStore }

  func run(on screen: NoteChangeScreen) async throws {
    await screen.note.setArchived(try screen.references(references, separator), true)
    try screen.report("Archived", state: "is already archived", undo: "unarchive")
  }
}

struct UnarchiveCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "unarchive", abstract: "Take notes out of the archive.",
    discussion: """
      EXAMPLES:
        notesctl list --archived
        notesctl unarchive 1
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()
  @OptionGroup var separator: NullSeparator

  @Argument(help: .notes, completion: .note)
  var references: [String]

  var needs: CommandNeeds { .existingStore }

  func run(on screen: NoteChangeScreen) async throws {
    await screen.note.setArchived(try screen.references(references, separator), false)
    try screen.report("Unarchived", state: "is not archived", undo: "archive")
  }
}
