import CoreMetrics
import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesHTTPAPI
import Synchronization

/// Answers when something has changed, or nothing for long enough.
struct WatchRoute: Route {
  static let endpoint = APIEndpoint.watch

  let scope: RequestScope
  let principal: Principal
  let tokenValidation: TokenValidation
  let service: any WatchService
  let watchers: WatcherLimiter
  let shutdown: ShutdownSignal
  let revocations: RevocationNotifier
  let metrics: ServerMetrics

  func answer() async throws(RequestFailure) -> Response {
    let question: WatchRequest
    do { question = try MessageFormat.decodeWatchRequest(scope.query) } catch { throw RequestFailure(from: error) }
    guard watchers.acquire(principal.account) else {
      throw RequestFailure(.rateLimited, retryAfter: WatcherLimiter.pause)
    }
    defer { watchers.release(principal.account) }
    metrics.watchers.increment()
    defer { metrics.watchers.decrement() }
    let revocation = revocations.event(of: principal.device)
    defer { revocations.unsubscribe(revocation, of: principal.device) }
    // Only now: a revocation before the line above was not heard.
    try await tokenValidation.validate()
    let disconnected = await scope.connection.disconnected()
    let reply = try await reply(to: question, unless: [disconnected, shutdown.event, revocation])
    try await tokenValidation.validate()
    return Response(message: MessageFormat.encode(reply))
  }

  /// The reply; at once when the server stops, when nobody is there to read it, or when nobody may read it any more.
  private func reply(
    to question: WatchRequest, unless events: [OneShotEvent]
  ) async throws(RequestFailure) -> WatchReply {
    let (service, vault) = (service, principal.vault)
    let watch = Task { () async -> Result<WatchReply, RequestFailure> in
      do throws(ServiceError) {
        return .success(try await service.watch(question, in: vault))
      } catch {
        return .failure(RequestFailure(from: error))
      }
    }
    let listeners = events.map { event in event.addListener { watch.cancel() } }
    defer { for (event, listener) in zip(events, listeners) { event.removeListener(listener) } }
    return try await withTaskCancellationHandler {
      await watch.value
    } onCancel: {
      watch.cancel()
    }.get()
  }
}

/// How many requests of each account wait for a change, so that one account cannot have all connections.
final class WatcherLimiter: Sendable {
  /// How long to stay away when there are too many, in milliseconds.
  static let pause = 5000

  private let limit: Int
  private let counts = Mutex<[AccountName: Int]>([:])

  /// Creates a count.
  ///
  /// - Parameter settings: How many there may be.
  init(settings: HTTPServerSettings) {
    limit = settings.maximumWatchers
  }

  /// How many wait, in all accounts.
  var total: Int { counts.withLock { $0.values.reduce(0, +) } }

  /// Counts one more.
  ///
  /// - Returns: Whether it may wait.
  func acquire(_ account: AccountName) -> Bool {
    counts.withLock { counts in
      let count = counts[account, default: 0]
      guard count < limit else { return false }
      counts[account] = count + 1
      return true
    }
  }

  /// Counts one less.
  func release(_ account: AccountName) {
    counts.withLock { counts in
      let count = counts[account, default: 0] - 1
      counts[account] = count > 0 ? count : nil
    }
  }
}

/// Tells those who wait for a change that their device was revoked by this process. Whoever is revoked by another one, such
/// as an operator's command, finds out when the wait is over.
final class RevocationNotifier: Sendable {
  private let expected = Mutex<[SignedInDeviceID: [OneShotEvent]]>([:])

  /// Creates it, with nobody waiting.
  init() {}

  /// How many wait.
  var count: Int { expected.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// When a device is revoked, from now on.
  ///
  /// - Returns: What happens then; to be handed to ``unsubscribe(_:of:)``.
  func event(of device: SignedInDeviceID) -> OneShotEvent {
    let event = OneShotEvent()
    expected.withLock { $0[device, default: []].append(event) }
    return event
  }

  /// Forgets who waits.
  ///
  /// - Parameters:
  ///   - occasion: What ``subscribe(to:)`` returned.
  ///   - device: The device.
  func unsubscribe(_ event: OneShotEvent, of device: SignedInDeviceID) {
    expected.withLock { expected in
      expected[device]?.removeAll { $0 === event }
      if expected[device]?.isEmpty == true { expected[device] = nil }
    }
  }

  /// Tells everybody who waits that a device was revoked.
  func tell(_ device: SignedInDeviceID) {
    let events = expected.withLock { $0.removeValue(forKey: device) } ?? []
    // Without the lock: who is told may do anything.
    for event in events { event.fire() }
  }
}
