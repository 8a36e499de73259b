import CoreMetrics
import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesHTTPAPI

/// Receives a batch of changes from a device.
struct PushRoute: Route {
  static let endpoint = APIEndpoint.push

  let scope: RequestScope
  let principal: Principal
  let tokenValidation: TokenValidation
  let body: BodyReader
  let semaphore: DecodingSemaphore
  let service: any SyncService
  let metrics: ServerMetrics

  func respond() async throws -> Response {
    let bytes = try await body.bytes(of: scope.request, limit: MessageLimits.push)
    let batch = try await semaphore.decode(bytes) { try MessageFormat.decodePushBatch($0, limit: MessageLimits.push) }
    try await tokenValidation.validate()
    let reply = try await push(batch, isLarge: bytes.count > DecodingSemaphore.smallBytes)
    if case .results(let results) = reply { metrics.count(results) }
    return Response(message: MessageFormat.encode(reply, to: batch), status: MessageFormat.status(of: reply))
  }

  /// Pushes a batch, off the event loop if it is large: hashing it takes as long as decoding.
  private func push(_ batch: PushBatch, isLarge: Bool) async throws -> PushReply {
    guard isLarge else { return try await service.push(batch, to: principal.vault) }
    return try await OffloadExecutor.run { try await service.push(batch, to: principal.vault) }
  }
}

/// Sends a page of changes to a device.
struct ChangesRoute: Route {
  static let endpoint = APIEndpoint.changes

  let scope: RequestScope
  let principal: Principal
  let service: any SyncService
  let metrics: ServerMetrics

  /// The page size up to which a page is read and encoded on the event loop, in a fraction of a millisecond.
  private static let smallPage = 100

  func respond() async throws -> Response {
    let request = try MessageFormat.decodeChangesRequest(scope.query)
    if request.limit <= Self.smallPage { return try await respond(to: request) }
    return try await OffloadExecutor.run { try await respond(to: request) }
  }

  private func respond(to request: ChangesRequest) async throws -> Response {
    let reply = try await service.changes(request, in: principal.vault)
    if case .page(let page) = reply { metrics.items.increment(by: page.items.count) }
    return Response(message: MessageFormat.encode(reply), status: MessageFormat.status(of: reply))
  }
}
