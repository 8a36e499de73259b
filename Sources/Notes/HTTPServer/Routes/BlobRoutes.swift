import CoreMetrics
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesHTTPAPI
import NotesHosting

/// Sends a piece of a blob to a device.
struct BlobRoute: Route {
  static let endpoint = APIEndpoint.blob

  let scope: RequestScope
  let principal: Principal
  let budgets: ServerBudgets
  let service: any BlobService
  let metrics: ServerMetrics

  func respond() async throws -> Response {
    guard case .blob(let digest, _) = scope.route else { throw RequestFailure(.notFound) }
    let (offset, limit) = range
    let lease = try await budgets.lease(limit, of: budgets.responseBytes, for: principal.account)
    let piece = try await budgets.compute(for: principal.account) {
      try await service.piece(of: digest, from: offset, limit: limit, in: principal.vault)
    }
    guard let piece else { throw RequestFailure(.notFound) }
    guard let range = ContentRangeHeader(piece) else {
      // Beyond the end. The size shows the device that its part does not belong to this blob.
      var response = Response(RequestFailure(.badRange))
      response.headers[.contentRange] = ContentRangeHeader.unsatisfied(size: piece.size)
      return response
    }
    metrics.bytesSent.increment(by: piece.bytes.count)
    var response = try Response(bytes: piece.bytes, .bytes, status: MessageFormat.status(of: piece), lease: lease)
    response.headers[.contentRange] = range.text
    return response
  }

  /// The requested range. Without one, or with one that is not supported, which is ignored (RFC 9110, section 14.2), the
  /// largest piece from the start.
  private var range: (offset: Int, limit: Int) {
    guard let range = scope.request.headers[.range].flatMap({ ByteRangeHeader($0) }) else {
      return (0, BlobPiece.maximumBytes)
    }
    return (range.offset, min(range.count, BlobPiece.maximumBytes))
  }
}

/// Receives a piece of a blob from a device.
struct SendBlobRoute: Route {
  static let endpoint = APIEndpoint.sendBlob

  let scope: RequestScope
  let principal: Principal
  let tokenValidation: TokenValidation
  let body: BodyReader
  let budgets: ServerBudgets
  let service: any BlobService
  let metrics: ServerMetrics

  func respond() async throws -> Response {
    guard case .sendBlob(let digest, _) = scope.route else { throw RequestFailure(.notFound) }
    guard let range = scope.request.headers[.contentRange].flatMap({ ContentRangeHeader($0) }) else {
      throw RequestFailure(.badRequest, detail: "missing or invalid Content-Range header")
    }
    let message = try await body.message(
      of: scope.request, on: scope.connection, limit: BlobPiece.maximumBytes, account: principal.account)
    defer { message.release() }
    guard let piece = range.piece(of: digest, message.bytes) else {
      throw RequestFailure(.malformed, detail: "the length of the body does not match Content-Range")
    }
    try await tokenValidation.validate()
    // With the last piece the server reads the earlier ones again, which may be larger than it.
    var memory: BudgetLease?
    if piece.isLast, piece.offset > 0 {
      let earlier = min(piece.offset, BlobPiece.maximumBytes)
      memory = try await budgets.lease(earlier, of: budgets.requestBytes, for: principal.account)
    }
    defer { memory?.release() }
    let reply = try await budgets.compute(for: principal.account) {
      try await service.receive(piece, in: VaultAccess(principal.vault, token: scope.token))
    }
    metrics.count(reply, to: piece)
    return Response(message: MessageFormat.encode(reply), status: MessageFormat.status(of: reply))
  }
}

/// Reports how much of a blob the server has received.
struct BlobProgressRoute: Route {
  static let endpoint = APIEndpoint.blobProgress

  let scope: RequestScope
  let principal: Principal
  let service: any BlobService

  func respond() async throws -> Response {
    guard case .blobProgress(let digest, _) = scope.route,
      let progress = try await service.progress(of: digest, in: principal.vault)
    else { throw RequestFailure(.notFound) }
    var response = Response(status: .ok)
    response.headers.set(APIHeader.blobReceived, to: "\(progress.received)")
    response.headers.set(APIHeader.blobSize, to: "\(progress.size)")
    // What a GET without a range would send.
    if progress.isComplete { response.headers[.contentLength] = "\(min(progress.size, BlobPiece.maximumBytes))" }
    return response
  }
}

extension HTTPFields {
  /// Sets a field that HTTP does not define. Does nothing if the name is invalid.
  fileprivate mutating func set(_ name: String, to value: String) {
    if let name = HTTPField.Name(name) { self[name] = value }
  }
}
