import NotesDomain
import NotesViewModels

/// What the commands share that are about the files of notes.
struct AttachmentScreen: Sendable {
  let attachments: AttachmentsViewModel
  let clock: any WallClock
  let console: any Console

  init(attachments: AttachmentsViewModel, clock: any WallClock, console: any Console) {
    self.attachments = attachments
    self.clock = clock
    self.console = console
  }

  /// Runs an action, and shows how far it is with its bytes.
  ///
  /// - Parameters:
  ///   - verb: What is done, as in `Attaching`.
  ///   - action: The action.
  @MainActor func follow(_ verb: String, _ action: () async -> Void) async throws {
    let attachments = attachments
    let progress = ProgressLine.follow(verb, countsBytes: true, console: console, clock: clock) {
      let state = attachments.state
      let isOver = state.phase == .done || state.phase.failure != nil
      return ProgressLine.Progress(finished: state.finished, total: state.total, isOver: isOver)
    }
    await action()
    await progress?.value
    if let failure = attachments.state.phase.failure { throw failure }
  }

  /// Says what changed, and how to take it back.
  ///
  /// - Parameter line: What was done, without the full stop.
  @MainActor func report(_ line: StyledText) throws {
    guard let note = attachments.state.note else { return }
    guard attachments.state.hasChanged else {
      return try console.write("“\(note.title)” was so already.\n", to: .notice)
    }
    try console.write(line + ".  \(.dim, "Undo: notesctl undo")\n", to: .notice)
  }
}
