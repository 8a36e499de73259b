import ArgumentParser

struct ServerUserGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "user",
    _superCommandName: "notesctl server",
    abstract: "Say who may keep notes on a server.",
    discussion: """
      EXAMPLES:
        notesctl server user
        notesctl server user add ada
        notesctl server user password ada
        notesctl server user remove ada

      Without a subcommand the accounts are listed.
      """,
    subcommands: subcommands, defaultSubcommand: usual)

  static let commands: [any NotesctlCommand.Type] = [
    ServerUserListCommand.self, ServerUserAddCommand.self, ServerUserPasswordCommand.self,
    ServerUserRemoveCommand.self,
  ]
  static let usual: (any NotesctlCommand.Type)? = ServerUserListCommand.self
}
