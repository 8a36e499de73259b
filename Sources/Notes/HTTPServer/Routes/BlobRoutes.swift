import CoreMetrics
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NotesDomain
import NotesHTTPAPI

/// Gives a piece of a blob.
struct BlobRoute: Route {
  static let endpoint = APIEndpoint.blob

  let scope: RequestScope
  let principal: Principal
  let service: any BlobService
  let metrics: ServerMetrics

  func answer() async throws(RequestFailure) -> Response {
    guard case .blob(let digest, _) = scope.route else { throw RequestFailure(.notFound) }
    let range = try range()
    let piece: BlobPiece?
    do throws(ServiceError) {
      piece = try await OffloadExecutor.run { () async throws(ServiceError) in
        try await service.piece(of: digest, from: range.offset, limit: range.count, in: principal.vault)
      }
    } catch {
      throw RequestFailure(from: error)
    }
    guard let piece else { throw RequestFailure(.notFound) }
    guard let place = ContentRangeHeader(piece) else {
      // Behind the end. The size tells a device that what it holds is no beginning of this.
      var response = Response(RequestFailure(.badRange))
      response.headers[.contentRange] = ContentRangeHeader.beyondEnd(ofSize: piece.size)
      return response
    }
    metrics.bytesSent.increment(by: piece.bytes.count)
    return Response(
      status: HTTPResponse.Status(code: MessageFormat.status(of: piece)),
      headers: [.contentType: MessageContentType.bytes.rawValue, .contentRange: place.text],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: piece.bytes)))
  }

  /// What is asked for; without a word about it, as much as there is in one piece.
  private func range() throws(RequestFailure) -> (offset: Int, count: Int) {
    guard let field = scope.request.headers[.range] else { return (0, BlobPiece.maximumBytes) }
    guard let range = ByteRangeHeader(field) else { throw RequestFailure(.badRequest, detail: "Range is none") }
    return (range.offset, min(range.count, BlobPiece.maximumBytes))
  }
}

/// Takes a piece of a blob.
struct SendBlobRoute: Route {
  static let endpoint = APIEndpoint.sendBlob

  let scope: RequestScope
  let principal: Principal
  let tokenValidation: TokenValidation
  let body: BodyReader
  let service: any BlobService
  let metrics: ServerMetrics

  func answer() async throws(RequestFailure) -> Response {
    guard case .sendBlob(let digest, _) = scope.route else { throw RequestFailure(.notFound) }
    guard let place = scope.request.headers[.contentRange].flatMap({ ContentRangeHeader($0) }) else {
      throw RequestFailure(.badRequest, detail: "Content-Range is missing, or is none")
    }
    let bytes = try await body.bytes(of: scope.request, limit: BlobPiece.maximumBytes)
    guard let piece = place.piece(of: digest, bytes) else {
      throw RequestFailure(.malformed, detail: "the body has another length than Content-Range says")
    }
    try await tokenValidation.validate()
    let reply: BlobUploadReply
    do throws(ServiceError) {
      reply = try await OffloadExecutor.run { () async throws(ServiceError) in
        try await service.receive(piece, in: principal.vault)
      }
    } catch {
      throw RequestFailure(from: error)
    }
    metrics.bytesReceived.increment(by: bytes.count)
    return Response(message: MessageFormat.encode(reply), status: MessageFormat.status(of: reply))
  }
}

/// Says how much of a blob is there.
struct BlobProgressRoute: Route {
  static let endpoint = APIEndpoint.blobProgress

  let scope: RequestScope
  let principal: Principal
  let service: any BlobService

  func answer() async throws(RequestFailure) -> Response {
    guard case .blobProgress(let digest, _) = scope.route else { throw RequestFailure(.notFound) }
    let progress: BlobProgress?
    do { progress = try await service.progress(of: digest, in: principal.vault) } catch {
      throw RequestFailure(from: error)
    }
    guard let progress else { throw RequestFailure(.notFound) }
    var response = Response(status: .ok)
    response.headers.set(APIHeader.blobReceived, to: "\(progress.received)")
    response.headers.set(APIHeader.blobSize, to: "\(progress.size)")
    return response
  }
}

extension HTTPFields {
  /// Sets a field that HTTP itself does not know.
  ///
  /// - Parameters:
  ///   - name: The field; one that is no name is not set.
  ///   - value: The value.
  mutating func set(_ name: String, to value: String) {
    if let name = HTTPField.Name(name) { self[name] = value }
  }
}
