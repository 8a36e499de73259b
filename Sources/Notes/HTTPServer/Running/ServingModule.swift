import NotesDomain
import Wiring

/// The server's own graph: its layers, its routes, and what they need, of which the ports come from the program's graph.
struct ServingModule: Module {
  static var includes: [any Module] { [RouteModule()] }

  let ports: HTTPServerPorts
  let settings: HTTPServerSettings

  func configure(_ binder: inout Binder) {
    binder.bind((any SyncService).self, to: ports.sync)
    binder.bind((any AccountService).self, to: ports.accounts)
    binder.bind((any VaultAdministration).self, to: ports.vaults)
    binder.bind((any Randomness).self, to: ports.randomness)
    binder.bind((any MonotonicClock).self, to: ports.clock)

    binder.bind(HTTPServerSettings.self, to: settings)
    binder.bind(BodyLimits.self, to: settings.body)
    binder.bind(PeerRule.self, to: PeerRule(proxies: settings.trustedProxies))
    binder.bind(BodyReader.init)
    binder.bind(Shutdown.init).scoped(.singleton)
    binder.bind(Readiness.init)
    binder.bind(Serving.init)

    binder.contribute(to: (any RequestLayer).self, IdentityLayer.init)
    binder.contribute(to: (any RequestLayer).self, FailureLayer.init)
    binder.contribute(to: (any RequestLayer).self, LimitLayer.init)
  }
}
