import CoreMetrics
import Logging
import NotesDomain
import Wiring
import WiringServiceLifecycle

/// The server's own graph: its layers, its routes, and what they need, of which the ports come from the program's graph.
struct ServingModule: Module {
  static var includes: [any Module] { [RouteModule()] }

  let ports: HTTPServerPorts
  let settings: HTTPServerSettings
  var output: any LogOutput = StandardErrorOutput()

  func configure(_ binder: inout Binder) {
    configurePorts(&binder)
    configureFigures(&binder)

    binder.bind(HTTPServerSettings.self, to: settings)
    binder.bind(BodyLimits.self, to: settings.body)
    binder.bind(PeerRule.self, to: PeerRule(proxies: settings.trustedProxies))
    binder.bind((any LogOutput).self, to: output)
    binder.bind(ServerLog.init).scoped(.singleton)
    binder.bind(Shutdown.init).scoped(.singleton)
    binder.bind(Readiness.init)
    binder.bind(Serving.init)

    // The outermost first.
    binder.contribute(to: (any RequestLayer).self, IdentityLayer.init)
    binder.contribute(to: (any RequestLayer).self, AccessLogLayer.init)
    binder.contribute(to: (any RequestLayer).self, FigureLayer.init)
    binder.contribute(to: (any RequestLayer).self, FailureLayer.init)
    binder.contribute(to: (any RequestLayer).self, LimitLayer.init)
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
    binder.bind(ServerFigures.init).scoped(.singleton)
    guard let address = settings.metricsListen else {
      binder.bind((any MetricsFactory).self, to: NOOPMetricsHandler.instance)
      return
    }
    binder.bind(FigureRegistry.init).scoped(.singleton)
    binder.bind((any MetricsFactory).self) { (registry: FigureRegistry) in registry }
    binder.service { (registry: FigureRegistry, log: ServerLog) in
      FigureApplication(registry: registry, address: address, logger: log.frameworks)
    }
  }
}
