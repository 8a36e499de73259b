import ArgumentParser

struct AttachmentsGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "attachments",
    abstract: "Look at the files of notes, and have them back.",
    discussion: """
      EXAMPLES:
        notesctl attachments
        notesctl attachments 019a0c3e
        notesctl attachments get 019a0c3e plan.pdf --output ~/plan.pdf
        notesctl attachments prune

      Files are attached with 'notesctl attach', and taken off with 'notesctl detach'. Without a \
      subcommand they are listed.
      """,
    subcommands: subcommands, defaultSubcommand: usual)

  static let commands: [any NotesctlCommand.Type] = [
    AttachmentsListCommand.self, AttachmentsGetCommand.self, AttachmentsPruneCommand.self,
  ]
  static let usual: (any NotesctlCommand.Type)? = AttachmentsListCommand.self
  static let usualTakesNote = true
}
