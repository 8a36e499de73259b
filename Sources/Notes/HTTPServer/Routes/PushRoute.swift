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
      reply = try await push(batch, isLarge: bytes.count > DecodingGate.smallBytes)
    } catch {
      throw RequestFailure(from: error)
    }
    if case .results(let results) = reply { figures.count(results) }
    return Response(message: WireFormat.encode(reply, to: batch), status: WireFormat.status(of: reply))
  }

  /// The fingerprint of a large batch takes as long as reading it.
  private func push(_ batch: PushBatch, isLarge: Bool) async throws(ServiceError) -> PushReply {
    guard isLarge else { return try await service.push(batch, to: principal.vault) }
    return try await AsideExecutor.run { () async throws(ServiceError) in
      try await service.push(batch, to: principal.vault)
    }
  }
}
