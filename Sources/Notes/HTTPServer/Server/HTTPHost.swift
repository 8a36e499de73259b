import Logging
import NotesDomain
import ServiceLifecycle
import UnixSignals
import Wiring
import WiringServiceLifecycle

/// A server that devices reach over HTTP: makes the graph of the routes, and runs it until somebody asks it to stop.
struct HTTPHost: SyncHost {
  /// What is served: made only then, since the store is opened for it.
  let ports: @Sendable () throws -> HTTPServerPorts
  let settings: HTTPServerSettings
  let signals: any StopSignals
  var coreDumps: any CoreDumps = SystemCoreDumps()
  var output: any LogOutput = StandardErrorLogOutput()

  func serve(onReady: @escaping @Sendable ([String]) -> Void) async throws(HostError) {
    coreDumps.disable()
    do {
      let encryption = try settings.certificate.map { files throws(HostError) in try ServerCertificate(files) }
      let module = ServerComponentsModule(ports: try ports(), settings: settings, output: output)
      let graph = try await Plan(ServerComponents.self, modules: [module]).build()
      try await run(graph, HTTPApplication(graph, encryption: encryption, onReady: onReady))
    } catch let error as HostError {
      throw error
    } catch let error as StoreError {
      throw .store(error)
    } catch let error as GraphRunError {
      throw error.failures.lazy.compactMap { $0.error as? HostError }.first ?? .failed(detail: "\(error)")
    } catch is CancellationError {
      // Somebody was in a hurry, or the caller was: what was asked for is done.
    } catch {
      throw .failed(detail: "\(error)")
    }
  }

  /// Runs the services until the first request to stop, and lets them finish; at the second one ends at once.
  private func run(_ graph: Graph<ServerComponents>, _ application: HTTPApplication) async throws {
    let logger = graph.root.log.frameworks
    var configuration = ServiceGroupConfiguration(
      services: [GraphService(graph, logger: logger), application], logger: logger)
    configuration.maximumGracefulShutdownDuration = .milliseconds(graph.root.settings.graceMilliseconds)
    let group = ServiceGroup(configuration: configuration)
    let requests = await signals.requests()
    try await withThrowingTaskGroup(of: Ending.self) { tasks in
      tasks.addTask {
        try await group.run()
        return .stopped
      }
      tasks.addTask {
        var count = 0
        for await _ in requests {
          count += 1
          if count > 1 { return .hurried }
          await group.triggerGracefulShutdown()
        }
        return .silent
      }
      while let ending = try await tasks.next() {
        if ending != .silent { tasks.cancelAll() }
      }
    }
  }

  /// Why one of the two tasks of a run ended.
  private enum Ending: Sendable {
    /// The services ended.
    case stopped
    /// Somebody asked to stop a second time.
    case hurried
    /// Nobody will ask any more.
    case silent
  }
}

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
