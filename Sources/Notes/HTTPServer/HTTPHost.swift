import Logging
import NotesDomain
import ServiceLifecycle
import Wiring
import WiringServiceLifecycle

/// A server that devices reach over HTTP: makes the graph of the routes, and runs it until somebody asks it to stop.
struct HTTPHost: SyncHost {
  /// What is served: made only then, since the store is opened for it.
  let ports: @Sendable () throws -> HTTPServerPorts
  let settings: HTTPServerSettings
  let signals: any StopSignals
  var cores: any CoreFiles = SystemCoreFiles()
  var output: any LogOutput = StandardErrorOutput()

  func serve(onReady: @escaping @Sendable ([String]) -> Void) async throws(HostError) {
    cores.forbid()
    do {
      let encryption = try settings.certificate.map { files throws(HostError) in try Encryption(files) }
      let module = ServingModule(ports: try ports(), settings: settings, output: output)
      let graph = try await Plan(Serving.self, modules: [module]).build()
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
  private func run(_ graph: Graph<Serving>, _ application: HTTPApplication) async throws {
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
