import Synchronization
import Wiring

// A server with a scope for each request: what the request is, and what its handlers share, lives as long as it.

/// What is known of a request.
struct RequestInfo: Sendable {
  let number: Int
  let name: String
}

/// Counts visits, for the whole server.
actor VisitorBook {
  private var visits: [String: Int] = [:]

  func visit(_ name: String) -> Int {
    visits[name, default: 0] += 1
    return visits[name, default: 0]
  }
}

/// Numbers what happens in one request: everything in its scope gets the same one.
final class RequestLog: Sendable {
  private let request: RequestInfo
  private let sink: any LogSink
  private let count = Atomic(0)

  init(request: RequestInfo, sink: any LogSink) {
    (self.request, self.sink) = (request, sink)
  }

  func note(_ line: String) {
    let number = count.add(1, ordering: .relaxed).newValue
    sink.write("request \(request.number), line \(number): \(line)")
  }
}

/// Where the lines of the log go.
protocol LogSink: Sendable {
  func write(_ line: String)
}

struct StandardOutput: LogSink {
  func write(_ line: String) { print(line) }
}

/// Answers one request.
final class GreetingHandler: Sendable {
  private let request: RequestInfo
  private let visits: VisitCounter
  private let log: RequestLog

  init(request: RequestInfo, visits: VisitCounter, log: RequestLog) {
    (self.request, self.visits, self.log) = (request, visits, log)
  }

  func answer() async -> String {
    log.note("a visit by \(request.name)")
    return "Hello, \(request.name). This is visit \(await visits.count()).\n"
  }
}

/// Counts a visit, and says so in the log of the request.
final class VisitCounter: Sendable {
  private let request: RequestInfo
  private let book: VisitorBook
  private let log: RequestLog

  init(request: RequestInfo, book: VisitorBook, log: RequestLog) {
    (self.request, self.book, self.log) = (request, book, log)
  }

  func count() async -> Int {
    let visit = await book.visit(request.name)
    log.note("the visit's number is \(visit)")
    return visit
  }
}

extension CustomScope where Context == RequestInfo {
  static var request: Self { CustomScope("request") }
}

/// The routes.
final class Greetings: Sendable {
  private let open: ScopeOpener<RequestInfo, GreetingHandler>
  private let requests = Atomic(0)

  init(open: ScopeOpener<RequestInfo, GreetingHandler>) {
    self.open = open
  }

  /// Answers in a scope of its own, which ends with the answer.
  func answer(to name: String) async throws -> String {
    let number = requests.add(1, ordering: .relaxed).newValue
    return try await open(RequestInfo(number: number, name: name)).root.answer()
  }
}

struct ServerModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any LogSink).self, StandardOutput.init)
    binder.bind(VisitorBook.init).scoped(.singleton)
    binder.bind(Greetings.init).scoped(.singleton)

    binder.scope(.request)
    binder.bind(RequestLog.init).scoped(in: .request)
    binder.bind(VisitCounter.init).scoped(in: .request)
    binder.bind(GreetingHandler.init).scoped(in: .request)
  }
}
