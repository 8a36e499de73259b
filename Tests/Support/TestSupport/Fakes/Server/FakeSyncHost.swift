import NotesDomain
package import NotesFronts
import Synchronization

/// A server that returns at once.
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

  /// The reported address.
  package let address = "http://127.0.0.1:8377"

  package init() {}

  /// The number of calls of ``serve(onReady:)``.
  package var served: Int { state.withLock { $0.served } }

  /// The error that every call throws; `nil` for none.
  package var failure: HostError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The settings with values.
  package var given: [HostSetting] {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  package func serve(onReady: @escaping @Sendable ([String]) -> Void) async throws(HostError) {
    if let failure { throw failure }
    state.withLock { $0.served += 1 }
    onReady([address])
  }

  package func localAddress() throws(HostError) -> String {
    if let failure { throw failure }
    return given.first { $0.name == .listen }?.value ?? address
  }

  package func settings() throws(HostError) -> [HostSetting] {
    if let failure { throw failure }
    return HostSettingName.allCases.map { name in
      given.first { $0.name == name } ?? HostSetting(name: name, value: nil, origin: .standard)
    }
  }
}
