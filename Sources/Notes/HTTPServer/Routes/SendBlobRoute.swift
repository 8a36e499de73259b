import CoreMetrics
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesWire

/// Takes a piece of a blob.
struct SendBlobRoute: Route {
  static let endpoint = WireEndpoint.sendBlob

  let call: Call
  let principal: Principal
  let admission: Admission
  let body: BodyReader
  let service: any BlobService
  let figures: ServerFigures

  func answer() async throws(RequestFailure) -> Response {
    guard case .sendBlob(let digest, _) = call.route else { throw RequestFailure(.notFound) }
    guard let place = call.request.headers[.contentRange].flatMap({ WireContentRange($0) }) else {
      throw RequestFailure(.badRequest, detail: "Content-Range is missing, or is none")
    }
    let bytes = try await body.bytes(of: call.request, limit: BlobPiece.mostBytes)
    guard let piece = place.piece(of: digest, bytes) else {
      throw RequestFailure(.malformed, detail: "the body has another length than Content-Range says")
    }
    try await admission.confirm()
    let reply: BlobReply
    do throws(ServiceError) {
      reply = try await AsideExecutor.run { () async throws(ServiceError) in
        try await service.receive(piece, in: principal.vault)
      }
    } catch {
      throw RequestFailure(from: error)
    }
    figures.bytesReceived.increment(by: bytes.count)
    return Response(message: WireFormat.encode(reply), status: WireFormat.status(of: reply))
  }
}
