package import NotesDomain
import Synchronization

/// A server that serves nobody, and says that it does.
///
/// ```swift
/// let host = FakeSyncHost()
/// host.failure = .cannotListen(address: "127.0.0.1:1", detail: "permission denied")
/// ```
package final class FakeSyncHost: SyncHost, HostConfiguration {
  private struct State {
    var served = 0
    var failure: HostError?
    var settings: [HostSetting] = []
  }

  private let state = Mutex(State())

  /// Where it says that it listens.
  package let address = "http://127.0.0.1:8377"

  /// Creates a server with the usual settings.
  package init() {}

  /// How often it served.
  package var served: Int { state.withLock { $0.served } }

  /// What every call throws from now on; `nil` to work again.
  package var failure: HostError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The settings that differ from the usual ones.
  package var given: [HostSetting] {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  /// Is ready, and has nothing to do.
  package func serve(onReady: @escaping @Sendable ([String]) -> Void) async throws(HostError) {
    if let failure { throw failure }
    state.withLock { $0.served += 1 }
    onReady([address])
  }

  /// Where it says that it listens, on this machine.
  package func localAddress() throws(HostError) -> String {
    if let failure { throw failure }
    return given.first { $0.name == .listen }?.value ?? address
  }

  /// All settings: those that were given, and no value for the others.
  package func settings() throws(HostError) -> [HostSetting] {
    if let failure { throw failure }
    return HostSettingName.allCases.map { name in
      given.first { $0.name == name } ?? HostSetting(name: name, value: nil, origin: .standard)
    }
  }
}
