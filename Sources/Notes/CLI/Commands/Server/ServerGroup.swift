import ArgumentParser

struct ServerGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "server",
    abstract: "Look after a server: its accounts, its store, its backups.",
    discussion: """
      EXAMPLES:
        notesctl server user add ada
        notesctl server health
        notesctl server stats
        notesctl server backup notes-2026-11-21.sqlite

      These commands work on the server's store, on the machine where it is; all but restore also \
      while the server runs. Only health asks the server itself.
      """,
    subcommands: subcommands)

  static let commands: [any NotesctlCommand.Type] = [
    ServerHealthCommand.self, ServerStatsCommand.self, ServerPurgeCommand.self, ServerBackupCommand.self,
    ServerRestoreCommand.self,
  ]
  static let groups: [any NotesctlGroup.Type] = [ServerUserGroup.self]
  static let usual: (any NotesctlCommand.Type)? = nil
}
