import Synchronization

/// Output that goes through a pager if it is long, and else to a stream.
///
/// If the pager cannot be started, all of the output goes to the stream, with what was written to the pager before.
final class PagedOutput: Sendable {
  private struct State: Sendable {
    var running: RunningPager?
    /// Whether the pager could not be started.
    var hasFailed = false
    /// Whether that was reported.
    var isReported = false
  }

  /// A running pager, and what was written to it, in case it cannot be started.
  private struct RunningPager: Sendable {
    let pager: Pager
    let interrupts = IgnoredInterrupts()
    var written: [UInt8] = []
  }

  private let command: String?
  private let stream: FileDescriptor
  private let isLong: @Sendable ([UInt8]) -> Bool
  private let state = Mutex(State())

  /// Creates the output.
  ///
  /// - Parameters:
  ///   - command: The command of the pager; `nil` for none.
  ///   - stream: The stream that the output is for.
  ///   - isLong: Returns whether output is for the pager.
  init(pager command: String?, stream: FileDescriptor, isLong: @escaping @Sendable ([UInt8]) -> Bool) {
    self.command = command
    self.stream = stream
    self.isLong = isLong
  }

  /// Writes bytes to the pager, which is started when they are long, or to the stream.
  func write(_ bytes: [UInt8]) throws(ConsoleError) {
    let input = state.withLock { state -> FileDescriptor? in
      if state.running == nil, !state.hasFailed, let command, isLong(bytes) {
        state.running = Pager(command: command).map { RunningPager(pager: $0) }
        state.hasFailed = state.running == nil
      }
      state.running?.written += bytes
      return state.running?.pager.input
    }
    guard let input else { return try stream.write(bytes) }
    do throws(ConsoleError) {
      try input.write(bytes)
    } catch {
      // Its reader has seen enough, or there is none: then the bytes are in the stream by now.
      if try end() { throw error }
    }
  }

  /// Waits for the end of the pager. If it could not be started, what was written to it goes to the stream.
  ///
  /// - Returns: Whether the pager could be started, or was not needed.
  @discardableResult
  func end() throws(ConsoleError) -> Bool {
    let ended = state.withLock { state -> RunningPager? in
      defer { state.running = nil }
      return state.running
    }
    guard let ended else { return true }
    // Until then Ctrl-C is for the pager.
    let hasRun = withExtendedLifetime(ended) { ended.pager.close() }
    guard !hasRun else { return true }
    state.withLock { $0.hasFailed = true }
    try stream.write(ended.written)
    return false
  }

  /// Returns the command of the pager if it could not be started; `nil` if it could, or if that was returned before.
  func unreportedFailure() -> String? {
    state.withLock { state -> String? in
      guard state.hasFailed, !state.isReported else { return nil }
      state.isReported = true
      return command
    }
  }
}
