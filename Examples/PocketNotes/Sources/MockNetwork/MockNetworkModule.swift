import Core
import Wiring

/// Binds the server to the one in the process. It needs ``NetworkConditions`` and, to remember anything, a ``ServerFile``.
package struct MockNetworkModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.requires(NetworkConditions.self)
    binder.bind(MockServer.init).scoped(.singleton)
    binder.bind((any NoteServer).self, MockNetwork.init).scoped(.singleton).external("the network")
  }
}
