import NotesDomain
import NotesHTTPServer
import NotesTestSupport
import Wiring

/// Where nobody reads.
private struct NoLog: LogOutput {
  func write(_ line: String) {}
}

/// What the server of a road has around its routes.
struct ServerSide: Module {
  let account: OneAccount

  func configure(_ binder: inout Binder) {
    binder.bind(HTTPServerOptions.self, to: HTTPServerOptions(flags: [.listen: "127.0.0.1:0", .logLevel: "error"]))
    // A history breaks its store again and again, and says so itself.
    binder.bind((any LogOutput).self, to: NoLog())
    binder.bind((any AccountService).self, to: account)
    binder.bind((any ServerStore).self, to: InMemoryServerStore())
    binder.bind((any Randomness).self, to: SeededRandomness(seed: 1))
    binder.bind((any WallClock).self, to: FixedClock())
    binder.bind((any Sleeper).self, to: RecordingSleeper())
    binder.bind((any MonotonicClock).self, to: FixedMonotonicClock())
  }
}
