import CoreMetrics
import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesWire

/// Answers when something has changed, or nothing for long enough.
struct WatchRoute: Route {
  static let endpoint = WireEndpoint.watch

  let call: Call
  let principal: Principal
  let admission: Admission
  let service: any WatchService
  let watchers: WatcherCount
  let shutdown: Shutdown
  let revocations: Revocations
  let figures: ServerFigures

  func answer() async throws(RequestFailure) -> Response {
    let question: WatchRequest
    do { question = try WireFormat.decodeWatchRequest(call.query) } catch { throw RequestFailure(from: error) }
    guard watchers.enter(principal.account) else {
      throw RequestFailure(.rateLimited, retryAfter: WatcherCount.pause)
    }
    defer { watchers.leave(principal.account) }
    figures.watchers.increment()
    defer { figures.watchers.decrement() }
    let revocation = revocations.occasion(of: principal.device)
    defer { revocations.forget(revocation, of: principal.device) }
    // Only now: a revocation before the line above was not heard.
    try await admission.confirm()
    let departure = await call.connection.departure()
    let reply = try await reply(to: question, unless: [departure, shutdown.occasion, revocation])
    try await admission.confirm()
    return Response(message: WireFormat.encode(reply))
  }

  /// The reply; at once when the server stops, when nobody is there to read it, or when nobody may read it any more.
  private func reply(
    to question: WatchRequest, unless occasions: [Occasion]
  ) async throws(RequestFailure) -> WatchReply {
    let (service, vault) = (service, principal.vault)
    let watch = Task { () async -> Result<WatchReply, RequestFailure> in
      do throws(ServiceError) {
        return .success(try await service.watch(question, in: vault))
      } catch {
        return .failure(RequestFailure(from: error))
      }
    }
    let listeners = occasions.map { occasion in occasion.listen { watch.cancel() } }
    defer { for (occasion, listener) in zip(occasions, listeners) { occasion.forget(listener) } }
    return try await withTaskCancellationHandler {
      await watch.value
    } onCancel: {
      watch.cancel()
    }.get()
  }
}
