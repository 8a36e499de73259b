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
    let reply: ChangesReply
    do { reply = try await service.changes(question, in: principal.vault) } catch { throw RequestFailure(from: error) }
    if case .page(let page) = reply { figures.items.increment(by: page.items.count) }
    return Response(message: WireFormat.encode(reply), status: WireFormat.status(of: reply))
  }
}
