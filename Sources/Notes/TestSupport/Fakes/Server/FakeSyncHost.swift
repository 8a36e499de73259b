public import NotesDomain
import Synchronization

/// A server that serves nobody, and says that it does.
///
/// ```swift
/// let host = FakeSyncHost()
/// host.failure = .cannotListen(address: "127.0.0.1:1", detail: "permission denied")
/// ```
public final class FakeSyncHost: SyncHost, HostConfiguration {
  private struct State {
    var served = 0
    var failure: HostError?
    var settings: [HostSetting] = []
  }

  private let state = Mutex(State())

  /// Where it says that it listens.
  public let address = "http://127.0.0.1:8377"

  /// Creates a server with the usual settings.
  public init() {}

  /// How often it served.
  public var served: Int { state.withLock { $0.served } }

  /// What every call throws from now on; `nil` to work again.
  public var failure: HostError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The settings that differ from the usual ones.
  public var given: [HostSetting] {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  /// Is ready, and has nothing to do.
  public func serve(onReady: @escaping @Sendable ([String]) -> Void) async throws(HostError) {
    if let failure { throw failure }
    state.withLock { $0.served += 1 }
    onReady([address])
  }

  /// Where it says that it listens, on this machine.
  public func localAddress() throws(HostError) -> String {
    if let failure { throw failure }
    return given.first { $0.name == .listen }?.value ?? address
  }

  /// All settings: those that were given, and no value for the others.
  public func settings() throws(HostError) -> [HostSetting] {
    if let failure { throw failure }
    return HostSettingName.allCases.map { name in
      given.first { $0.name == name } ?? HostSetting(name: name, value: nil, origin: .standard)
    }
  }
}
