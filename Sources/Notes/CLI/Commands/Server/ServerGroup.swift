import ArgumentParser

struct ServerGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "server",
    abstract: "Look after a server: its accounts, its store, its backups.",
    discussion: """
      EXAMPLES:
        notesctl server user add ada
        notesctl server user list

      These commands work on the server's store, on the machine where it is, also while the server \\
      runs.
      """,
    subcommands: commands + groups)

  static let commands: [any NotesctlCommand.Type] = []
  static let groups: [any NotesctlGroup.Type] = [ServerUserGroup.self]
  static let usual: (any NotesctlCommand.Type)? = nil
}
