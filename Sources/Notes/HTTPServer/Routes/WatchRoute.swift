import CoreMetrics
import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesHTTPAPI
import NotesHosting
import Synchronization

/// A long poll: responds when the vault changes, or after the requested time.
struct WatchRoute: Route {
  static let endpoint = APIEndpoint.watch

  let scope: RequestScope
  let principal: Principal
  let tokenValidation: TokenValidation
  let service: any WatchService
  let budgets: ServerBudgets
  let shutdown: ShutdownSignal
  let revocations: RevocationNotifier
  let metrics: ServerMetrics

  func respond() async throws -> Response {
    let request = try MessageFormat.decodeWatchRequest(scope.query)
    // Otherwise the device would ask again and again, at once.
    guard !shutdown.event.hasFired else { throw RequestFailure.spent }
    guard let lease = budgets.watchers.lease(1, for: .account(principal.account)) else {
      throw RequestFailure(.rateLimited, retryAfter: RequestFailure.pause)
    }
    defer { lease.release() }
    metrics.watchers.increment()
    defer { metrics.watchers.decrement() }
    let revocation = revocations.subscribe(to: principal.device)
    defer { revocations.unsubscribe(revocation, of: principal.device) }
    // After subscribing, so that no revocation is missed in between.
    try await tokenValidation.validate()
    let disconnected = await scope.connection.disconnected()
    let reply = try await watch(request, until: [disconnected, shutdown.event, revocation])
    try await tokenValidation.validate()
    return Response(message: MessageFormat.encode(reply))
  }

  /// Watches the vault; an event ends the wait at once.
  private func watch(_ request: WatchRequest, until events: [OneShotEvent]) async throws -> WatchReply {
    let watch = Task { [service, vault = principal.vault] in try await service.watch(request, in: vault) }
    let listeners = events.map { event in event.addListener { watch.cancel() } }
    defer { for (event, listener) in zip(events, listeners) { event.removeListener(listener) } }
    return try await withTaskCancellationHandler {
      try await watch.value
    } onCancel: {
      watch.cancel()
    }
  }
}

/// The long polls to end when their device is revoked.
///
/// It covers revocations by this process and by other nodes. After one by another process, such as an operator's command on
/// a file, a long poll ends by its timeout.
final class RevocationNotifier: Sendable {
  private let subscriptions = Mutex<[SignedInDeviceID: [OneShotEvent]]>([:])

  init() {}

  /// Returns an event that fires when a device is revoked.
  ///
  /// The caller must pass it to ``unsubscribe(_:of:)``.
  func subscribe(to device: SignedInDeviceID) -> OneShotEvent {
    let event = OneShotEvent()
    subscriptions.withLock { $0[device, default: []].append(event) }
    return event
  }

  func unsubscribe(_ event: OneShotEvent, of device: SignedInDeviceID) {
    subscriptions.withLock { subscriptions in
      subscriptions[device]?.removeAll { $0 === event }
      if subscriptions[device]?.isEmpty == true { subscriptions[device] = nil }
    }
  }

  func notify(_ device: SignedInDeviceID) { fire(subscriptions.withLock { $0.removeValue(forKey: device) } ?? []) }

  /// The devices with a long poll.
  var devices: [SignedInDeviceID] { subscriptions.withLock { Array($0.keys) } }

  /// Fires events outside of the lock, since a listener may unsubscribe.
  private func fire(_ events: [OneShotEvent]) { for event in events { event.fire() } }
}
