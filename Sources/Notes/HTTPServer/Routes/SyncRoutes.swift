import CoreMetrics
import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesHTTPAPI

/// Takes a batch of changes.
struct PushRoute: Route {
  static let endpoint = APIEndpoint.push

  let scope: RequestScope
  let principal: Principal
  let tokenValidation: TokenValidation
  let body: BodyReader
  let semaphore: DecodingSemaphore
  let service: any SyncService
  let metrics: ServerMetrics

  func answer() async throws(RequestFailure) -> Response {
    let bytes = try await body.bytes(of: scope.request, limit: MessageLimits.push)
    let batch: PushBatch
    do {
      batch = try await semaphore.decode(bytes) { (bytes) throws(MessageDecodingError) in
        try MessageFormat.decodePushBatch(bytes, limit: MessageLimits.push)
      }
    } catch {
      throw RequestFailure(from: error)
    }
    try await tokenValidation.validate()
    let reply: PushReply
    do throws(ServiceError) {
      reply = try await push(batch, isLarge: bytes.count > DecodingSemaphore.smallBytes)
    } catch {
      throw RequestFailure(from: error)
    }
    if case .results(let results) = reply { metrics.count(results) }
    return Response(message: MessageFormat.encode(reply, to: batch), status: MessageFormat.status(of: reply))
  }

  /// The fingerprint of a large batch takes as long as reading it.
  private func push(_ batch: PushBatch, isLarge: Bool) async throws(ServiceError) -> PushReply {
    guard isLarge else { return try await service.push(batch, to: principal.vault) }
    return try await OffloadExecutor.run { () async throws(ServiceError) in
      try await service.push(batch, to: principal.vault)
    }
  }
}

/// Gives a page of what has changed.
struct ChangesRoute: Route {
  static let endpoint = APIEndpoint.changes

  let scope: RequestScope
  let principal: Principal
  let service: any SyncService
  let metrics: ServerMetrics

  func answer() async throws(RequestFailure) -> Response {
    let question: ChangesRequest
    do { question = try MessageFormat.decodeChangesRequest(scope.query) } catch { throw RequestFailure(from: error) }
    do throws(ServiceError) {
      if question.limit <= Self.smallPage { return try await answer(to: question) }
      return try await OffloadExecutor.run { () async throws(ServiceError) in try await answer(to: question) }
    } catch {
      throw RequestFailure(from: error)
    }
  }

  /// A page of so many items is read and written in a part of a millisecond.
  private static let smallPage = 100

  private func answer(to question: ChangesRequest) async throws(ServiceError) -> Response {
    let reply = try await service.changes(question, in: principal.vault)
    if case .page(let page) = reply { metrics.items.increment(by: page.items.count) }
    return Response(message: MessageFormat.encode(reply), status: MessageFormat.status(of: reply))
  }
}
