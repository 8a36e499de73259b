import Logging
import NotesDomain
import NotesFronts
import NotesHosting
import ServiceLifecycle
import UnixSignals
import Wiring
import WiringServiceLifecycle

/// The HTTP server as a host of sync: builds the server's graph, and runs it until a signal stops it.
struct HTTPHost: SyncHost {
  /// Creates the ports. Called when the server starts, since it opens the store.
  let ports: @Sendable () throws -> HTTPServerPorts
  let settings: HTTPServerSettings
  let signals: any StopSignals
  var limits = ProcessLimits.system
  var output: any LogOutput = StandardErrorLogOutput()

  /// The time for the last messages to other nodes, and the last refused attempts.
  private static let farewell = Duration.seconds(5)

  func serve(onReady: @escaping @Sendable ([String]) -> Void) async throws(HostError) {
    limits.set()
    do {
      let certificate = try settings.certificate.map { try ServerCertificate($0) }
      let module = ServerComponentsModule(settings: settings, output: output)
      let ports = try ports()
      let graph = try Plan(ServerComponents.self, modules: [ports, module]).build()
      defer {
        for omission in graph.root.sampler.finish() { graph.root.log.server.log(omission) }
        graph.root.log.flush()
      }
      if let certificate, certificate.end < ports.wallClock.now() {
        graph.root.log.server.warning(
          "the certificate has expired, so that no device connects", metadata: ["end": "\(certificate.end.iso8601)"])
      }
      let application = try buildApplication(graph, certificate: certificate, onReady: onReady)
      try await run(graph, HTTPService(application: application, address: settings.listen))
      await flush(ports, graph.root.accounts)
      await ports.vaults.consolidate()
    } catch let error as HostError {
      throw error
    } catch let error as StoreError {
      throw .store(error)
    } catch let error as GraphRunError {
      throw error.failures.lazy.compactMap { $0.error as? HostError }.first ?? .failed(detail: "\(error)")
    } catch is CancellationError {
      // A second signal, or the caller, cancelled the run on purpose.
    } catch {
      throw .failed(detail: "\(error)")
    }
  }

  /// Sends the messages to other nodes that wait, and writes the attempts that were refused since the signal, unless the database
  /// takes too long.
  private func flush(_ ports: HTTPServerPorts, _ accounts: any AccountService) async {
    await withTaskGroup { group in
      group.addTask {
        await ports.messenger.flush()
        await accounts.writeAuditLog()
      }
      group.addTask { try? await ports.clock.sleep(for: Self.farewell) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Runs the services. The first signal announces the shutdown, by `/readyz`, and then shuts them down gracefully; the
  /// second cancels them.
  private func run(_ graph: Graph<ServerComponents>, _ service: HTTPService) async throws {
    let logger = graph.root.log.frameworks
    var configuration = ServiceGroupConfiguration(
      services: [GraphService(graph, logger: logger), service], logger: logger)
    configuration.maximumGracefulShutdownDuration = settings.gracePeriod
    let group = ServiceGroup(configuration: configuration)
    let requests = await signals.requests()
    try await withThrowingTaskGroup(of: Ending.self) { tasks in
      tasks.addTask {
        try await group.run()
        return .stopped
      }
      let (announcements, announcement) = AsyncStream<Void>.makeStream()
      tasks.addTask {
        var count = 0
        for await _ in requests {
          count += 1
          if count > 1 { return .cancelled }
          announcement.yield()
        }
        return .signalsEnded
      }
      tasks.addTask { [shutdown = graph.root.shutdown, clock = graph.root.clock, delay = settings.announcement] in
        for await _ in announcements {
          shutdown.event.fire()
          // Meanwhile monitors and proxies learn it, and look elsewhere.
          try? await clock.sleep(for: delay)
          await group.triggerGracefulShutdown()
        }
        return .signalsEnded
      }
      while let ending = try await tasks.next() {
        if ending != .signalsEnded { tasks.cancelAll() }
      }
    }
  }

  /// The reason why one of the tasks of a run ended.
  private enum Ending: Sendable { case stopped, cancelled, signalsEnded }
}

/// The signals that stop a server.
protocol StopSignals: Sendable {
  /// Returns a stream with an element for each signal; signals before the first iteration are buffered.
  func requests() async -> AsyncStream<Void>
}

/// `SIGTERM`, which service managers send, and `SIGINT`, which is Ctrl-C.
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
