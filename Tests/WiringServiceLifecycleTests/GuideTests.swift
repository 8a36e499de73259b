import Logging
import ServiceLifecycle
import Synchronization
import Testing
import Wiring
import WiringServiceLifecycle

// The code of `docs/wiring-lifecycle.md`, which has each piece between `// guide:` and `// end`.

// guide: services
final class Outbox: Service {
  private let connection: Connection

  init(connection: Connection) { self.connection = connection }

  func run() async throws {
    try await gracefulShutdown()
    connection.note("outbox empty")
  }
}

final class Newsletter: Service {
  private let outbox: Outbox
  private let connection: Connection

  init(outbox: Outbox, connection: Connection) { (self.outbox, self.connection) = (outbox, connection) }

  func run() async throws {
    try await gracefulShutdown()
    connection.note("newsletter done")
  }
}

struct MailModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Connection.init).scoped(.singleton)
      .onStart { connection in connection.note("connected") }
      .onStop { connection in connection.note("disconnected") }
    binder.service(Newsletter.init)
    binder.service(Outbox.init)
  }
}
// end

/// A connection with a log of events.
final class Connection: Sendable {
  private let entries = Mutex<[String]>([])
  var log: [String] { entries.withLock(\.self) }
  func note(_ entry: String) { entries.withLock { $0.append(entry) } }
}

struct GuideTests {
  @Test func `the example runs in the documented order`() async throws {
    let graph = try Plan(Connection.self, modules: [MailModule()]).build()
    let logger = Logger(label: "mail") { _ in SwiftLogNoOpLogHandler() }
    // guide: group
    let group = ServiceGroup(services: [GraphService(graph, logger: logger)], logger: logger)
    // end
    await group.triggerGracefulShutdown()
    try await group.run()
    #expect(graph.root.log == ["connected", "newsletter done", "outbox empty", "disconnected"])
  }

  @Test func `a service with another binding is contributed`() async throws {
    let bound = Bindings { binder in
      binder.bind(Connection.init).scoped(.singleton)
      // guide: contribute
      binder.bind((any Mailer).self, Outbox.init).scoped(.singleton)
      binder.contribute(to: (any Service).self) { (mailer: any Mailer) in mailer }
      // end
    }
    let graph = try Plan((any Mailer).self, modules: [bound]).build()
    #expect(try await graph.services().count == 1)
  }

  /// Compiled only, because it waits for a signal.
  static func main() async throws {
    // guide: main
    let graph = try Plan(Connection.self, modules: [MailModule()]).build()
    try await graph.run(logger: Logger(label: "mail"))
    // end
  }
}

protocol Mailer: Service {}
extension Outbox: Mailer {}
