import CoreMetrics
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NotesDomain
import NotesWire

/// Gives a piece of a blob.
struct BlobRoute: Route {
  static let endpoint = WireEndpoint.blob

  let call: Call
  let principal: Principal
  let service: any BlobService
  let figures: ServerFigures

  func answer() async throws(RequestFailure) -> Response {
    guard case .blob(let digest, _) = call.route else { throw RequestFailure(.notFound) }
    let range = try range()
    let piece: BlobPiece?
    do throws(ServiceError) {
      piece = try await AsideExecutor.run { () async throws(ServiceError) in
        try await service.piece(of: digest, from: range.offset, limit: range.count, in: principal.vault)
      }
    } catch {
      throw RequestFailure(from: error)
    }
    guard let piece else { throw RequestFailure(.notFound) }
    guard let place = WireContentRange(piece) else {
      // Behind the end. The size tells a device that what it holds is no beginning of this.
      var response = Response(RequestFailure(.badRange))
      response.headers[.contentRange] = WireContentRange.beyondEnd(ofSize: piece.size)
      return response
    }
    figures.bytesSent.increment(by: piece.bytes.count)
    return Response(
      status: HTTPResponse.Status(code: WireFormat.status(of: piece)),
      headers: [.contentType: WireContentType.bytes.rawValue, .contentRange: place.text],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: piece.bytes)))
  }

  /// What is asked for; without a word about it, as much as there is in one piece.
  private func range() throws(RequestFailure) -> (offset: Int, count: Int) {
    guard let field = call.request.headers[.range] else { return (0, BlobPiece.mostBytes) }
    guard let range = WireByteRange(field) else { throw RequestFailure(.badRequest, detail: "Range is none") }
    return (range.offset, min(range.count, BlobPiece.mostBytes))
  }
}
