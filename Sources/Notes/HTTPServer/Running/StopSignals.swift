import UnixSignals

/// What tells a server to stop.
protocol StopSignals: Sendable {
  /// A value each time somebody asks it to; those that come before the first one is waited for are not lost.
  func requests() async -> AsyncStream<Void>
}

/// `SIGTERM`, as service managers send it, and `SIGINT`, which is Ctrl-C.
struct SystemStopSignals: StopSignals {
  func requests() async -> AsyncStream<Void> {
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    let (stream, requests) = AsyncStream<Void>.makeStream()
    let forwarding = Task {
      for await _ in signals { requests.yield() }
      requests.finish()
    }
    requests.onTermination = { _ in forwarding.cancel() }
    return stream
  }
}
