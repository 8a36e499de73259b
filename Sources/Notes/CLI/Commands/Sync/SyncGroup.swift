import ArgumentParser

struct SyncGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Bring notes to your other devices, and theirs here.",
    discussion: """
      EXAMPLES:
        notesctl sync
        notesctl sync --mock-network /tmp/server.sqlite
        notesctl sync status
        notesctl sync watch --every 300

      Without a subcommand it syncs now; 'notesctl help sync now' shows the options. Notes that \
      were edited on two devices are merged. Where both changed the same lines, both texts are \
      kept, in two notes: see 'notesctl conflicts'.
      """,
    subcommands: subcommands, defaultSubcommand: usual)

  static let commands: [any NotesctlCommand.Type] = [
    SyncNowCommand.self, SyncStatusCommand.self, SyncWatchCommand.self,
  ]
  static let usual: (any NotesctlCommand.Type)? = SyncNowCommand.self
}
