import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct AttachmentsPruneCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    _superCommandName: "notesctl attachments",
    abstract: "Forget the files that no note has, nor had.",
    discussion: """
      EXAMPLES:
        notesctl attachments prune

      What a note in the trash has stays, and what an undo could bring back: a file goes when the \
      last note that ever had it was purged, and nobody had to do with it for a day. The store does not become smaller; what comes next \
      takes the space.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AttachmentScreen>()

  func run(on screen: AttachmentScreen) async throws {
    await screen.attachments.prune()
    if let failure = screen.attachments.state.phase.failure { throw failure }
    let removed = screen.attachments.state.removed
    guard removed.count > 0 else {
      return try screen.console.write("There is nothing to forget.\n", to: .notice)
    }
    try screen.console.write(
      "Forgot \(Plural.files(removed.count)), \(ByteText.of(removed.bytes)).\n", to: .notice)
  }
}
