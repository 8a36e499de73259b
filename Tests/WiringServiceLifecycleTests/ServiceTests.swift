import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import Testing
import UnixSignals
import Wiring
import WiringServiceLifecycle

/// The events of a test, in order.
private final class Log: Sendable {
  private let entries = Mutex<[String]>([])
  var all: [String] { entries.withLock(\.self) }
  func add(_ entry: String) { entries.withLock { $0.append(entry) } }
}

private struct TestError: Error, CustomStringConvertible {
  let description: String
}

/// A service that runs until shutdown, and logs it.
private final class Mail: Service {
  let log: Log
  init(log: Log) { self.log = log }
  func run() async throws {
    try await gracefulShutdown()
    log.add("mail stopped")
  }
}

/// A service that depends on the mail, and ends the whole run at once.
private final class Shop: Service {
  let log: Log
  let ending: Ending
  init(mail: Mail, log: Log, ending: Ending) { (self.log, self.ending) = (log, ending) }
  func run() async throws {
    try await ending.end()
    try await gracefulShutdown()
    log.add("shop stopped")
  }
}

/// The action by which a service ends the run.
private final class Ending: Sendable {
  private let body: @Sendable () async throws -> Void
  init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }
  func end() async throws { try await body() }
}

private final class Line: Sendable {}

private struct ShopModule: Module {
  let log: Log
  let ending: Ending

  func configure(_ binder: inout Binder) {
    binder.bind(Log.self, to: log)
    binder.bind(Ending.self, to: ending)
    binder.bind(Line.init).scoped(.singleton)
      .onStart { [log] _ in log.add("line started") }
      .onStop { [log] _ in log.add("line stopped") }
    binder.service(Shop.init)
    binder.service(Mail.init)
  }
}

private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

@Suite struct ServiceTests {
  private let log = Log()

  /// Runs a graph as a service of a group, which ends without a signal.
  private func run(
    modules: [any Module] = [], ending: @escaping @Sendable (ServiceGroup) async throws -> Void
  ) async throws {
    let group = Mutex<ServiceGroup?>(nil)
    let module = ShopModule(
      log: log, ending: Ending { if let group = group.withLock(\.self) { try await ending(group) } })
    let graph = try Plan(Line.self, modules: [module] + modules).build()
    let serviceGroup = ServiceGroup(services: [GraphService(graph, logger: logger)], logger: logger)
    group.withLock { $0 = serviceGroup }
    try await serviceGroup.run()
  }

  @Test func `services are listed after their dependencies, in any order of declaration`() async throws {
    let graph = try Plan(Line.self, modules: [ShopModule(log: log, ending: Ending {})]).build()
    let services = try await graph.services()
    #expect(services.map { "\(type(of: $0))" } == ["Mail", "Shop"])
    #expect(try graph.resolve(Mail.self) === services[0] as AnyObject)
  }

  @Test func `a run starts the graph, shuts services down in reverse, and stops the graph`() async throws {
    try await run { await $0.triggerGracefulShutdown() }
    #expect(log.all == ["line started", "shop stopped", "mail stopped", "line stopped"])
  }

  @Test func `when a service fails, the graph stops, and the error names the service`() async throws {
    let error = await #expect(throws: GraphRunError.self) {
      try await run { _ in throw TestError(description: "no customers") }
    }
    #expect(log.all.last == "line stopped")
    #expect(error?.failures.map(\.subject) == ["Shop"])
    #expect(error?.failures.first?.location?.fileID == "WiringServiceLifecycleTests/ServiceTests.swift")
    #expect(error?.description.contains("  run   Shop (WiringServiceLifecycleTests/ServiceTests.swift:") == true)
    #expect(error?.description.hasSuffix("): no customers") == true)
  }

  @Test func `failures of the run and of the stop are reported together`() async throws {
    let broken = Bindings { binder in
      binder.bind(Int.self) { 1 }.scoped(.singleton).onStart { _ in }
        .onStop { _ in throw TestError(description: "stuck") }
    }
    let error = await #expect(throws: GraphRunError.self) {
      try await run(modules: [broken]) { _ in throw TestError(description: "no customers") }
    }
    #expect(error?.failures.map(\.phase) == [.run, .stop])
    #expect(error?.failures.map { "\($0.subject): \($0.error)" } == ["Shop: no customers", "Int: stuck"])
  }

  @Test func `when a start hook fails, no service runs`() async throws {
    let broken = Bindings { binder in
      binder.bind(Int.self) { 1 }.scoped(.singleton).onStart { _ in throw TestError(description: "stuck") }
    }
    let error = await #expect(throws: GraphRunError.self) {
      try await run(modules: [broken]) { group in
        Issue.record("a service ran")
        await group.triggerGracefulShutdown()
      }
    }
    #expect(error?.failures.map(\.phase) == [.start])
  }

  @Test func `a shutdown during the start cancels the hook, and stops what was started`() async throws {
    let shutdown = Mutex<(@Sendable () async -> Void)?>(nil)
    let slow = Bindings { [log] binder in
      binder.bind(Int.self) { (_: Line) in 1 }.scoped(.singleton).onStart { _ in
        await shutdown.withLock(\.self)?()
        try await Task.sleep(for: .seconds(3600))
      }
      binder.bind(Bool.self) { (_: Int) in true }.scoped(.singleton).onStart { _ in log.add("later") }
      binder.bind(Log.self, to: log)
      binder.bind(Line.init).scoped(.singleton)
        .onStart { _ in log.add("line started") }.onStop { _ in log.add("line stopped") }
    }
    let graph = try Plan(Line.self, modules: [slow]).build()
    let group = ServiceGroup(services: [GraphService(graph, logger: logger)], logger: logger)
    shutdown.withLock { $0 = { await group.triggerGracefulShutdown() } }
    try await group.run()
    #expect(log.all == ["line started", "line stopped"])
  }

  @Test func `a signal during the start stops what was started`() async throws {
    let slow = Bindings { [log] binder in
      binder.bind(Line.init).scoped(.singleton)
        .onStart { _ in log.add("line started") }.onStop { _ in log.add("line stopped") }
      binder.bind(Int.self) { (_: Line) in 1 }.scoped(.singleton).onStart { _ in
        kill(getpid(), SIGUSR1)
        try await Task.sleep(for: .seconds(3600))
      }
    }
    let graph = try Plan(Line.self, modules: [slow]).build()
    try await graph.run(logger: logger, gracefulShutdownSignals: [.sigusr1])
    #expect(log.all == ["line started", "line stopped"])
  }

  @Test func `hooks run outside of the group, so that a shutdown does not reach what they start`() async throws {
    let task = Mutex<Task<String, Never>?>(nil)
    let hooked = Bindings { [log] binder in
      binder.bind(Line.init).scoped(.singleton)
        .onStart { _ in
          task.withLock { $0 = Task { Task.isShuttingDownGracefully ? "reached" : "not reached" } }
        }
        .onStop { _ in log.add(Task.isShuttingDownGracefully ? "reached" : "not reached") }
    }
    let graph = try Plan(Line.self, modules: [hooked]).build()
    let run = Task { try await graph.run(logger: logger, gracefulShutdownSignals: [.sigusr2]) }
    while task.withLock({ $0 == nil }) { await Task.yield() }
    kill(getpid(), SIGUSR2)
    try await run.value
    #expect(log.all == ["not reached"])
  }

  @Test func `a run whose services cannot be created stops what exists`() async throws {
    let broken = Bindings { [log] binder in
      binder.bind(Line.init).scoped(.singleton).onStop { _ in log.add("line stopped") }
      binder.bind(Log.self, to: log)
      binder.bind(Int.self, to: 1)
      binder.contribute(to: (any Service).self) { (_: Line) throws -> any Service in
        throw TestError(description: "no service")
      }
    }
    let graph = try Plan(Int.self, modules: [broken]).build()
    await #expect(throws: TestError.self) { try await graph.run(logger: logger) }
    #expect(log.all == ["line stopped"])
  }

  @Test func `a run that is cancelled during a start hook ends with a cancellation`() async throws {
    let started = Mutex(false)
    let slow = Bindings { [log] binder in
      binder.bind(Line.init).scoped(.singleton)
        .onStart { _ in log.add("line started") }.onStop { _ in log.add("line stopped") }
      binder.bind(Int.self) { (_: Line) in 1 }.scoped(.singleton).onStart { _ in
        started.withLock { $0 = true }
        try await Task.sleep(for: .seconds(3600))
      }
    }
    let graph = try Plan(Line.self, modules: [slow]).build()
    let run = Task { try await graph.run(logger: logger, gracefulShutdownSignals: []) }
    while !started.withLock(\.self) { await Task.yield() }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(log.all == ["line started", "line stopped"])
  }

  @Test(arguments: [false, true])
  func `a service has the conditions of its binding`(applies: Bool) async throws {
    let conditional = Bindings { [log] binder in
      binder.bind(Int.self, to: 1)
      binder.bind(Log.self, to: log)
      binder.service(Mail.init).when(applies, "there is mail")
    }
    let graph = try Plan(Int.self, modules: [conditional]).build()
    #expect(try await graph.services().count == (applies ? 1 : 0))
  }

  @Test func `a default service is no service when another one has its key`() async throws {
    let two = Bindings { [log] binder in
      binder.bind(Int.self, to: 1)
      binder.bind(Log.self, to: log)
      binder.service(Mail.init).byDefault()
      binder.service(Mail.init)
    }
    #expect(try await Plan(Int.self, modules: [two]).build().services().count == 1)
  }

  @Test func `a service may have a qualified key`() async throws {
    let two = Bindings { [log] binder in
      binder.bind(Int.self, to: 1)
      binder.bind(Log.self, to: log)
      binder.service(Mail.init)
      binder.service(Mail.init).named(Key("second"))
    }
    let services = try await Plan(Int.self, modules: [two]).build().services()
    #expect(services.count == 2)
    #expect(services.first as? Mail !== services.last as? Mail)
  }

  @Test func `a service that returns before shutdown ends the run`() async throws {
    struct Brief: Service { func run() {} }
    let brief = Bindings { binder in
      binder.bind(Int.self, to: 1)
      binder.contribute(to: (any Service).self) { Brief() as any Service }
    }
    let graph = try Plan(Int.self, modules: [brief]).build()
    let error = await #expect(throws: GraphRunError.self) {
      try await graph.run(logger: logger, gracefulShutdownSignals: [])
    }
    #expect(error?.failures.map(\.subject) == ["Brief"])
    #expect(error?.failures.first?.error is GraphRunError.EarlyReturnError)
  }

  @Test func `a graph without services runs until shutdown`() async throws {
    let hooked = Bindings { [log] binder in
      binder.bind(Int.self) { 1 }.scoped(.singleton).onStart { _ in log.add("started") }
        .onStop { _ in log.add(Task.isShuttingDownGracefully ? "stopped" : "stopped early") }
    }
    let graph = try Plan(Int.self, modules: [hooked]).build()
    let group = ServiceGroup(services: [GraphService(graph, logger: logger)], logger: logger)
    let run = Task { try await group.run() }
    // Enough yields for a graph that does not wait to stop.
    for _ in 0..<10_000 { await Task.yield() }
    await group.triggerGracefulShutdown()
    try await run.value
    #expect(log.all == ["started", "stopped"])
  }

  @Test func `a cancelled run stops the graph`() async throws {
    let graph = try Plan(Line.self, modules: [ShopModule(log: log, ending: Ending {})]).build()
    let task = Task { try await graph.run(logger: logger, gracefulShutdownSignals: []) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.all.last == "line stopped")
  }

  @Test func `an inner graph runs only its own services`() async throws {
    let outer = try Plan(Line.self, modules: [ShopModule(log: log, ending: Ending {})]).build()
    let inner = try outer.child(Int.self, modules: [Bindings { $0.bind(Int.self, to: 1) }]).build()
    #expect(try await inner.services().isEmpty)
  }
}
