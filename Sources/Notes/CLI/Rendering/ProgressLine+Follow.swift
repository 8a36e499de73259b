import NotesDomain
import Observation

extension ProgressLine {
  /// Shows how far an observable action is, until it is over.
  ///
  /// - Parameters:
  ///   - verb: What is done, as in `Importing`.
  ///   - countsBytes: Whether what is counted are bytes.
  ///   - console: Where to show it; on anything but a terminal nothing is shown.
  ///   - clock: The time, for what is left of it.
  ///   - progress: How far it is, read from a view-model's state.
  /// - Returns: The task that follows; `nil` when there is nobody to show it to.
  @MainActor
  static func follow(
    _ verb: String, countsBytes: Bool = false, console: any Console, clock: any WallClock,
    progress: @escaping @MainActor @Sendable () -> Progress
  ) -> Task<Void, Never>? {
    guard console.traits(of: .error).isTerminal else { return nil }
    return Task {
      var line = ProgressLine(verb, countsBytes: countsBytes, console: console, clock: clock)
      for await progress in Observations({ progress() }) {
        if progress.isOver { break }
        line.show(progress.finished, of: progress.total)
      }
      line.clear()
    }
  }

  /// How far something is.
  struct Progress: Sendable {
    let finished: Int
    let total: Int
    let isOver: Bool
  }
}
