import CoreMetrics
import Logging
import NotesDomain
import NotesHosting
import ServiceLifecycle
import Wiring
import WiringServiceLifecycle

/// The server's graph: the routes, and what they and the middleware need. The ports are bound by ``HTTPServerPorts``.
struct ServerComponentsModule: Module {
  static var includes: [any Module] { [RouteModule()] }

  let settings: HTTPServerSettings
  var output: any LogOutput = StandardErrorLogOutput()

  func configure(_ binder: inout Binder) {
    binder.bind(HTTPServerSettings.self, to: settings)
    binder.bind(PeerNetworks.self) { [settings] in
      PeerNetworks(isBehindProxy: settings.isBehindProxy, proxies: settings.trustedProxies)
    }
    binder.bind(ServerBudgets.init).scoped(.singleton)
    binder.bind(PeerResolver.self, to: PeerResolver(proxies: settings.trustedProxies))
    binder.bind((any LogOutput).self) { [output, settings] (wallClock: any WallClock, metrics: ServerMetrics) in
      LogQueue(output, limit: settings.budgets.host.logLines, dropped: metrics.droppedLines) { dropped in
        settings.logFormat.line(of: [
          ("time", wallClock.now().iso8601), ("level", "warning"), ("message", "lines were dropped"),
          ("count", "\(dropped)"),
        ])
      }
    }.scoped(.singleton)
    binder.bind(LogSampler.self, to: LogSampler(settings.budgets))
    binder.bind(Stopwatch.init).scoped(.singleton)
    binder.bind(ServerLog.init).scoped(.singleton)
    binder.bind(ShutdownSignal.init).scoped(.singleton)
    binder.bind(ReadinessCheck.init).scoped(.singleton)
    binder.bind(ServerComponents.init)
    binder.service(AuditLogWriter.init)
    binder.service(NodeMessageReceiver.init)
    binder.service(DatabaseEventLogger.init)
    configureMetrics(&binder)
  }

  private func configureMetrics(_ binder: inout Binder) {
    binder.bind(ServerMetrics.init).scoped(.singleton)
    guard let address = settings.metricsListen else {
      binder.bind((any MetricsFactory).self, to: NOOPMetricsHandler.instance)
      return
    }
    binder.bind(MetricRegistry.init).scoped(.singleton)
    binder.bind((any MetricsFactory).self) { (registry: MetricRegistry) in registry }
    binder.bind(DatabaseMetrics.init).scoped(.singleton)
    binder.service {
      (
        registry: MetricRegistry, database: DatabaseMetrics, budgets: ServerBudgets, networks: PeerNetworks,
        log: ServerLog
      ) in
      MetricsApplication(
        registry: registry, database: database, address: address, budgets: budgets, networks: networks,
        logger: log.frameworks)
    }
  }
}

/// The root of the server's graph: what ``buildApplication(_:certificate:onReady:)`` and the router need.
struct ServerComponents: Sendable {
  let routes: [RouteRegistration]
  let accounts: any AccountService
  let readiness: ReadinessCheck
  let shutdown: ShutdownSignal
  let settings: HTTPServerSettings
  let peers: PeerResolver
  let networks: PeerNetworks
  let budgets: ServerBudgets
  let randomness: any Randomness
  let clock: any Clock<Duration>
  let uptime: Stopwatch
  let metrics: ServerMetrics
  let log: ServerLog
  let sampler: LogSampler
}

/// Writes refused attempts to the log once a minute, and when the server stops.
struct AuditLogWriter: Service {
  static let interval = Duration.seconds(60)

  let accounts: any AccountService
  let clock: any Clock<Duration>

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while (try? await clock.sleep(for: Self.interval)) != nil { await accounts.writeAuditLog() }
    }
    await accounts.writeAuditLog()
  }
}

/// Ends waits that the messages of other nodes concern.
struct NodeMessageReceiver: Service {
  let messenger: any NodeMessenger
  let watching: any WatchService
  let revocations: RevocationNotifier
  let clock: any Clock<Duration>

  /// The number of long polls that end together after a gap, and the time until the next ones do: their devices ask again.
  static let portion = 100
  static let pause = Duration.milliseconds(100)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        for await message in messenger.messages() {
          switch message {
          case .change(let vault): watching.wake(vault)
          case .revocation(let device): revocations.notify(device)
          case .gap:
            let devices = revocations.devices
            group.addTask { await end(devices) }
            watching.wake(nil)
          }
        }
        group.cancelAll()
      }
    }
  }

  /// Ends the long polls of devices, in portions: each may be of a device that was signed out.
  private func end(_ devices: [SignedInDeviceID]) async {
    var devices = devices[...]
    while !devices.isEmpty {
      for device in devices.prefix(Self.portion) { revocations.notify(device) }
      devices = devices.dropFirst(Self.portion)
      guard !devices.isEmpty, (try? await clock.sleep(for: Self.pause)) != nil else { return }
    }
  }
}

/// Logs the events of the database.
struct DatabaseEventLogger: Service {
  let database: any DatabaseMonitor
  let log: ServerLog

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await event in database.events() {
        switch event {
        case .listening: log.server.info("listening to other nodes")
        case .listeningFailed(let error):
          log.server.warning("cannot listen to other nodes", metadata: ["error": "\(error)"])
        case .openToAllRoles:
          log.server.warning("any role can connect to the database and stop its writes: REVOKE CONNECT … FROM PUBLIC")
        case .messagesMissing:
          log.server.warning("messages of other nodes do not arrive: for a pooler, set store-direct")
        }
      }
    }
  }
}

/// The signal that the server shuts down, at which long polls return.
final class ShutdownSignal: Sendable {
  let event = OneShotEvent()
}
