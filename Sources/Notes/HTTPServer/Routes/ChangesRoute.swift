import CoreMetrics
import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesWire

/// Gives a page of what has changed.
struct ChangesRoute: Route {
  static let endpoint = WireEndpoint.changes

  let call: Call
  let principal: Principal
  let service: any SyncService
  let figures: ServerFigures

  func answer() async throws(RequestFailure) -> Response {
    let question: ChangesRequest
    do { question = try WireFormat.decodeChangesRequest(call.query) } catch { throw RequestFailure(from: error) }
    do throws(ServiceError) {
      if question.limit <= Self.smallPage { return try await answer(to: question) }
      return try await AsideExecutor.run { () async throws(ServiceError) in try await answer(to: question) }
    } catch {
      throw RequestFailure(from: error)
    }
  }

  /// A page of so many items is read and written in a part of a millisecond.
  private static let smallPage = 100

  private func answer(to question: ChangesRequest) async throws(ServiceError) -> Response {
    let reply = try await service.changes(question, in: principal.vault)
    if case .page(let page) = reply { figures.items.increment(by: page.items.count) }
    return Response(message: WireFormat.encode(reply), status: WireFormat.status(of: reply))
  }
}
