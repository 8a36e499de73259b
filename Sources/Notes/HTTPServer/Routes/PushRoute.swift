import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesWire

/// Takes a batch of changes.
struct PushRoute: Route {
  static let endpoint = WireEndpoint.push

  let call: Call
  let principal: Principal
  let admission: Admission
  let body: BodyReader
  let gate: DecodingGate
  let service: any SyncService
  let figures: ServerFigures

  func answer() async throws(RequestFailure) -> Response {
    let bytes = try await body.bytes(of: call.request, limit: WireLimit.push)
    let batch: PushBatch
    do {
      batch = try await gate.decode(bytes) { (bytes) throws(WireProblem) in
        try WireFormat.decodePushBatch(bytes, limit: WireLimit.push)
      }
    } catch {
      throw RequestFailure(from: error)
    }
    try await admission.confirm()
    let reply: PushReply
    do throws(ServiceError) {
      // A large batch is compared with its fingerprint, which takes as long as reading it.
      reply = try await AsideExecutor.run(if: bytes.count > DecodingGate.smallBytes) { () async throws(ServiceError) in
        try await service.push(batch, to: principal.vault)
      }
    } catch {
      throw RequestFailure(from: error)
    }
    if case .results(let results) = reply { figures.count(results) }
    return Response(message: WireFormat.encode(reply, to: batch), status: WireFormat.status(of: reply))
  }
}
