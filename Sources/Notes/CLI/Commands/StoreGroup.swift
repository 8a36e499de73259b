import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

extension CommandFeature {
  /// The store, the configuration, and everything about them as a whole.
  static let store = CommandFeature(
    Entry(
      .store, groups: [StoreGroup.self, ConfigGroup.self],
      commands: [
        ImportCommand.self, ExportCommand.self, MirrorCommand.self, StatsCommand.self, DoctorCommand.self,
        GraphCommand.self,
        CompleteCommand.self,
      ])
  ) { binder in
    binder.screen(StoreScreen.init)
    binder.screen(ConfigScreen.init)
    binder.screen(ImportCommand.Screen.init)
    binder.screen(ExportCommand.Screen.init)
    binder.screen(MirrorCommand.Screen.init)
    binder.screen(StatsCommand.Screen.init)
    binder.screen(DoctorCommand.Screen.init)
    binder.screen(GraphCommand.Screen.init)
    binder.screen(CompleteCommand.Screen.init)
  }
}

struct StoreGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Back up, restore and rebuild the store of this device.",
    discussion: """
      EXAMPLES:
        notesctl store backup notes-2026-11-21.sqlite
        notesctl store restore notes-2026-11-21.sqlite

      The store has the notes with their history and attachments. To check it, see 'notesctl \
      doctor'; to write the notes as Markdown files, see 'notesctl export'.
      """,
    subcommands: subcommands)

  static let commands: [any NotesctlCommand.Type] = [
    StoreBackupCommand.self, StoreRestoreCommand.self, StoreRebuildCommand.self,
  ]
}

/// The dependencies of the commands for the store as a whole.
struct StoreScreen: Sendable {
  let store: StoreViewModel
  let console: any Console

  /// Reports attachments that do not match their digest, and ends with the status of bad data if there are any.
  func report(damaged: [BlobDigest], in file: String) throws {
    guard !damaged.isEmpty else { return }
    try console.write(
      """
      \(.failure, "damaged")  \(.count(damaged.count, "attachment")) in \(file); all else is intact.  \
      \(.dim, "To see which: notesctl doctor --deep")\n
      """, to: .error)
    throw ExitStatus.data
  }
}

struct StoreBackupCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "backup", abstract: "Back up all notes, their history and attachments to one file.",
    discussion: """
      EXAMPLES:
        notesctl store backup notes-2026-11-21.sqlite
        notesctl store backup --force latest.sqlite

      Other commands can run meanwhile. The copy is read back and verified before it gets its name. \
      A damaged attachment is reported and backed up as it is, with exit status 65. The sign-in is \
      not part of a backup.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<StoreScreen>()

  @Flag(help: "Overwrite the file if it exists.")
  var force = false

  @Argument(help: ArgumentHelp("The file to create.", valueName: "file"), completion: .file())
  var file: String

  var needs: CommandNeeds { .existingStore }

  func run(on screen: StoreScreen) async throws {
    let contents = try await screen.store.run { await $0.backUp(to: file, replacing: force) }.contents
    try screen.console.write(
      """
      Backed up \(.count(contents.notes, "note")) with \(.count(contents.versions, "earlier version")) and \
      \(.count(contents.attachments, "attachment")) to \(file).  \
      \(.dim, "To restore them: notesctl store restore FILE")\n
      """, to: .notice)
    try screen.report(damaged: contents.damaged, in: file)
  }
}

struct StoreRestoreCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "restore", abstract: "Replace all notes of this device with a backup.",
    discussion: """
      EXAMPLES:
        notesctl store restore notes-2026-11-21.sqlite
        notesctl sync --keep-deleted

      The backup is checked first, and the previous store is kept next to the new one. The next \
      sync receives what was changed since the backup, on this device too, and sends what only the \
      backup has. It also deletes what was deleted since: 'notesctl sync --keep-deleted' brings \
      such notes back instead. It asks for confirmation. Use --force in scripts.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<StoreScreen>()

  @Flag(help: "Do not ask for confirmation.")
  var force = false

  @Argument(help: ArgumentHelp("The backup.", valueName: "file"), completion: .file())
  var file: String

  func run(on screen: StoreScreen) async throws {
    let question: StyledText = "Replace all notes of this device with those of \(file)?"
    guard try force || screen.console.confirm(question, for: "replacing the store") else {
      return try screen.console.write("Nothing was changed.\n", to: .notice)
    }
    await screen.store.restore(from: file)
    let state = screen.store.state
    if let error = state.phase.failure?.error as? MaintenanceError {
      throw CommandFailure(error, restoringDevice: file)
    }
    try state.phase.check()
    guard let restored = state.restored else { return }
    var text: StyledText = "Restored \(.count(restored.contents.notes, "note")) from \(file)."
    if let replaced = restored.replaced { text += "  \(.dim, "The previous store is in \(replaced)")" }
    text += "\n"
    if restored.hasSynced {
      text += "The next sync also deletes what was deleted since the backup, unless: notesctl sync --keep-deleted\n"
    }
    try screen.console.write(text, to: .notice)
    try screen.report(damaged: restored.contents.damaged, in: file)
  }
}

struct StoreRebuildCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "rebuild", abstract: "Rebuild the store's indexes, and remove unused space.",
    discussion: """
      EXAMPLES:
        notesctl store rebuild

      No note is changed. It mends an index that 'notesctl doctor' reports, makes the file as small \
      as it can be, and removes what may be left of deleted texts and attachments. It needs free \
      space of twice the size of the store.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<StoreScreen>()

  var needs: CommandNeeds { .existingStore }

  func run(on screen: StoreScreen) async throws {
    try await screen.store.run { await $0.rebuild() }
    try screen.console.write("Rebuilt the store.\n", to: .notice)
  }
}
