import CoreMetrics
import Logging
import NotesDomain
import Wiring
import WiringServiceLifecycle

/// The server's own graph: its layers, its routes, and what they need, of which the ports come from the program's graph.
struct ServerComponentsModule: Module {
  static var includes: [any Module] { [RouteModule()] }

  let ports: HTTPServerPorts
  let settings: HTTPServerSettings
  var output: any LogOutput = StandardErrorLogOutput()

  func configure(_ binder: inout Binder) {
    configurePorts(&binder)
    configureFigures(&binder)

    binder.bind(HTTPServerSettings.self, to: settings)
    binder.bind(BodyLimits.self, to: settings.body)
    binder.bind(PeerResolver.self, to: PeerResolver(proxies: settings.trustedProxies))
    binder.bind((any LogOutput).self, to: output)
    binder.bind(ServerLog.init).scoped(.singleton)
    binder.bind(ShutdownSignal.init).scoped(.singleton)
    binder.bind(ReadinessCheck.init)
    binder.bind(ServerComponents.init)

    // The outermost first.
    binder.contribute(to: (any RequestMiddleware).self, RequestIDMiddleware.init)
    binder.contribute(to: (any RequestMiddleware).self, AccessLogMiddleware.init)
    binder.contribute(to: (any RequestMiddleware).self, RequestMetricsMiddleware.init)
    binder.contribute(to: (any RequestMiddleware).self, ErrorMiddleware.init)
    binder.contribute(to: (any RequestMiddleware).self, RequestLimitMiddleware.init)
  }

  private func configurePorts(_ binder: inout Binder) {
    binder.bind((any SyncService).self, to: ports.sync)
    binder.bind((any AccountService).self, to: ports.accounts)
    binder.bind((any WatchService).self, to: ports.watching)
    binder.bind((any BlobService).self, to: ports.blobs)
    binder.bind((any VaultAdministration).self, to: ports.vaults)
    binder.bind((any Randomness).self, to: ports.randomness)
    binder.bind((any MonotonicClock).self, to: ports.clock)
    binder.bind((any WallClock).self, to: ports.times)
  }

  private func configureFigures(_ binder: inout Binder) {
    binder.bind(ServerMetrics.init).scoped(.singleton)
    guard let address = settings.metricsListen else {
      binder.bind((any MetricsFactory).self, to: NOOPMetricsHandler.instance)
      return
    }
    binder.bind(MetricRegistry.init).scoped(.singleton)
    binder.bind((any MetricsFactory).self) { (registry: MetricRegistry) in registry }
    binder.service { (registry: MetricRegistry, log: ServerLog) in
      MetricsApplication(registry: registry, address: address, logger: log.frameworks)
    }
  }
}

/// What a server is made of besides its routes' own needs: the root of the graph that lives as long as the server does.
struct ServerComponents: Sendable {
  /// The layers around the routes, the outermost first.
  let layers: [any RequestMiddleware]
  /// The table of routes.
  let routes: [RouteRegistration]
  /// Who knows for whom a token speaks.
  let accounts: any AccountService
  /// Whether it can serve.
  let readiness: ReadinessCheck
  /// That it is about to stop.
  let shutdown: ShutdownSignal
  /// Where its log goes.
  let log: ServerLog
  /// How it listens.
  let settings: HTTPServerSettings
}

/// Whether the server can serve: the store answers, and nobody has told it to stop.
struct ReadinessCheck: Sendable {
  let vaults: any VaultAdministration
  let shutdown: ShutdownSignal

  func isReady() async -> Bool {
    if shutdown.hasBegun { return false }
    // The cheapest question there is: how much is in a vault that need not be there.
    return (try? await vaults.size(of: .main)) != nil
  }
}

/// That the server is about to stop: those who wait for something that may never come answer then.
final class ShutdownSignal: Sendable {
  /// When it begins.
  let event = OneShotEvent()

  /// Whether the server is about to stop.
  var hasBegun: Bool { event.hasFired }

  /// Tells everybody.
  func begin() { event.fire() }
}
