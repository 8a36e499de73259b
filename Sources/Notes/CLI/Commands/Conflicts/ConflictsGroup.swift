import ArgumentParser

struct ConflictsGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "Settle what sync could not merge.",
    discussion: """
      EXAMPLES:
        notesctl conflicts
        notesctl conflicts show 019a0c3e
        notesctl conflicts resolve 019a0c3e --keep theirs
        notesctl conflicts resolve 019a0c3e --edit

      When the same lines of a note were changed here and elsewhere, the note has the text of the \
      others, and yours is kept in a note of its own, the copy. Both are ordinary notes, and \
      nothing has to be settled at once. Without a subcommand the conflicts are listed.
      """,
    subcommands: subcommands, defaultSubcommand: usual)

  static let commands: [any NotesctlCommand.Type] = [
    ConflictsListCommand.self, ConflictsShowCommand.self, ConflictsResolveCommand.self,
  ]
  static let usual: (any NotesctlCommand.Type)? = ConflictsListCommand.self
}
