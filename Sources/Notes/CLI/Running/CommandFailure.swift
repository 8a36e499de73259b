/// A failure in words: what happened, what to do about it, and how the program ends.
struct CommandFailure: Error, Sendable, Hashable {
  /// What happened, and why, without a full stop.
  let message: StyledText
  /// What to do about it, a line each.
  let hints: [StyledText]
  /// How the program ends.
  let status: ExitStatus

  init(_ message: StyledText, hints: [StyledText] = [], status: ExitStatus) {
    self.message = message
    self.hints = hints
    self.status = status
  }
}
