import NotesDomain
package import NotesFronts
import Synchronization

/// A front that stops as soon as a test lets it.
///
/// ```swift
/// let host = FakeWebHost()
/// host.stop { await browser.waitForOpening() }
/// ```
package final class FakeWebHost: WebHost {
  private struct State {
    var addresses: [String?] = []
    var failure: HostError?
    var stop: @Sendable () async -> Void = {}
  }

  private let state = Mutex(State())

  /// The reported address.
  package let address = "http://127.0.0.1:8378/?token=0123"

  package init() {}

  /// The addresses of all calls.
  package var addresses: [String?] { state.withLock { $0.addresses } }

  /// The error that every call throws; `nil` for none.
  package var failure: HostError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// Serves until a closure returns.
  package func stop(when stop: @escaping @Sendable () async -> Void) {
    state.withLock { $0.stop = stop }
  }

  package func serve(on address: String?, onReady: @escaping @Sendable (String) -> Void) async throws(HostError) {
    if let failure { throw failure }
    let stop = state.withLock { state in
      state.addresses.append(address)
      return state.stop
    }
    onReady(self.address)
    await stop()
  }
}

/// A browser that records the addresses.
package final class FakeBrowserOpener: BrowserOpener {
  private let state = Mutex((isAvailable: true, opened: [String]()))
  private let openings = AsyncStream<Void>.makeStream()

  package init() {}

  /// Whether there is a browser.
  package var isAvailable: Bool {
    get { state.withLock { $0.isAvailable } }
    set { state.withLock { $0.isAvailable = newValue } }
  }

  /// The addresses of all calls.
  package var opened: [String] { state.withLock { $0.opened } }

  /// Waits for a call.
  package func waitForOpening() async { _ = await openings.stream.first { _ in true } }

  package func open(_ address: String) async -> Bool {
    defer { openings.continuation.yield() }
    return state.withLock { state in
      state.opened.append(address)
      return state.isAvailable
    }
  }
}
