import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NotesDomain
import NotesHTTPAPI

/// Sends one request and receives the whole response, within limits of time and length. Never retries.
struct APIClient: Sendable {
  /// The maximum number of bytes of a body that only explains a status.
  private static let reasonLimit = 65_536

  let connections: HTTPClientPool
  let settings: HTTPClientSettings

  /// Sends a request. Returns the response, whatever its status.
  func response(to request: APIRequest) async throws(TransportError) -> APIResponse {
    guard request.server.isEncrypted || request.server.isLoopback else {
      throw .misconfigured(detail: "\(request.server) is not encrypted")
    }
    let client = try connections.client(for: request.purpose)
    do {
      let response = try await client.execute(httpRequest(request), timeout: TimeAmount(timeout(of: request)))
      return try await receive(response, to: request)
    } catch let error as TransportError {
      throw error
    } catch {
      throw TransportError(interruption: error, server: request.server, isCancelled: Task.isCancelled)
    }
  }

  private func httpRequest(_ request: APIRequest) -> HTTPClientRequest {
    var http = HTTPClientRequest(url: request.url)
    http.method = HTTPMethod(rawValue: request.route.endpoint.method.rawValue)
    http.headers.add(name: "User-Agent", value: settings.userAgent)
    http.headers.add(name: "Accept-Encoding", value: "identity")
    if let token = request.token {
      http.headers.add(name: APIHeader.authorization, value: BearerAuthorization.encode(token))
    }
    for field in request.fields { http.headers.add(name: field.name, value: field.value) }
    if let body = request.body {
      http.headers.add(name: "Content-Type", value: body.type.rawValue)
      http.body = .bytes(ByteBuffer(bytes: body.bytes))
    }
    return http
  }

  /// Returns the time until the response must begin.
  private func timeout(of request: APIRequest) -> Duration {
    let processing = request.listenTimeout.map { $0 + settings.listenGrace } ?? settings.idleTimeout
    return settings.connectTimeout + processing + settings.time(for: request.body?.bytes.count ?? 0)
  }

  private func receive(_ response: HTTPClientResponse, to request: APIRequest) async throws -> APIResponse {
    let encoding = response.headers["Content-Encoding"]
    guard encoding.allSatisfy({ $0.lowercased() == "identity" }) else {
      throw TransportError.undecodable(detail: "unexpected Content-Encoding header")
    }
    let status = Int(response.status.code)
    let isFailure = status >= 300
    let body: [UInt8]
    do {
      body = try await bytes(
        of: response, limit: isFailure ? Self.reasonLimit : request.limit,
        hasNone: request.route.endpoint == .blobProgress)
    } catch {
      // Without the body, it is unknown whether the server refuses the request or something else answers. Of other failures the
      // status suffices, and the explanation may be anything.
      let type = response.headers["Content-Type"].first.flatMap { MessageContentType($0) }
      let isMeaningful = 400..<500 ~= status && type == .json
      guard isFailure, !Task.isCancelled, !isMeaningful else { throw error }
      body = []
    }
    return APIResponse(status: status, fields: response.headers, body: body)
  }

  /// Receives a body that is neither longer nor slower than allowed.
  private func bytes(of response: HTTPClientResponse, limit: Int, hasNone: Bool) async throws -> [UInt8] {
    if !hasNone, let declared = response.headers.first(name: "Content-Length").flatMap({ Int($0) }), declared > limit {
      throw TransportError.oversized(limit: limit)
    }
    let start = NIODeadline.now()
    var bytes: [UInt8] = []
    for try await piece in response.body {
      guard bytes.count + piece.readableBytes <= limit else { throw TransportError.oversized(limit: limit) }
      bytes.append(contentsOf: piece.readableBytesView)
      let elapsed = NIODeadline.now() - start
      guard elapsed <= TimeAmount(settings.responseTimeout + settings.time(for: bytes.count)) else {
        throw TransportError.unreachable(detail: "the response was too slow")
      }
    }
    return bytes
  }
}

/// A request to a server.
struct APIRequest {
  /// The length of a body from which on a slow link may need more time for it than for a response, in bytes.
  private static let uploadBytes = 65_536

  let server: ServerAddress
  let route: APIRoute
  /// The part of the URL after the `?`.
  var query: String?
  /// The token of the device; `nil` before it has signed in.
  var token: DeviceToken?
  /// The header fields beside those of every request.
  var fields: [(name: String, value: String)] = []
  /// The message, or the bytes of a blob.
  var body: (type: MessageContentType, bytes: [UInt8])?
  /// The maximum number of bytes of the response.
  var limit = MessageLimits.message
  /// The time for which the server may delay its response; `nil` for an immediate response.
  var listenTimeout: Duration?

  /// The client that sends the request.
  var purpose: HTTPClientPool.Purpose {
    if listenTimeout != nil { return .longPolling }
    return body.map { $0.bytes.count >= Self.uploadBytes } ?? false ? .uploads : .requests
  }

  /// The complete URL.
  var url: String {
    server.description + route.path + (query.map { "?" + $0 } ?? "")
  }
}

/// A response of a server.
struct APIResponse {
  let status: Int
  let fields: HTTPHeaders
  /// The body. That of an error may be empty.
  let body: [UInt8]

  /// Returns the value of a header field; `nil` when it is missing or repeated.
  func field(_ name: String) -> String? {
    let values = fields[name]
    return values.count == 1 ? values.first : nil
  }

  private var contentType: MessageContentType? { field("Content-Type").flatMap { MessageContentType($0) } }

  /// Returns the body if it has a content type.
  func content(_ type: MessageContentType) throws(TransportError) -> [UInt8] {
    guard contentType == type else {
      throw .misaddressed(detail: "the response is not \(type.rawValue)")
    }
    return body
  }

  /// Decodes the message in the body.
  func message<Reply>(_ decode: ([UInt8]) throws -> Reply) throws(TransportError) -> Reply {
    let bytes = try content(.json)
    do {
      return try decode(bytes)
    } catch let error as MessageDecodingError {
      throw TransportError(error)
    } catch {
      throw .undecodable(detail: "\(error)")
    }
  }

  /// Whether the server says that it does not have what was requested. Its answer to a request for the header has no document.
  var isNotFound: Bool {
    guard status == APIErrorCode.notFound.status, contentType == .json else { return false }
    return body.isEmpty || (try? error())?.code == .notFound
  }

  /// Decodes the server's error; `nil` when there is none that this program knows, or when it contradicts the status.
  func error() throws(TransportError) -> APIError? {
    guard contentType == .json else { return nil }
    do {
      let error = try MessageFormat.decodeError(body, limit: MessageLimits.message)
      return error?.code.status == status ? error : nil
    } catch .unsupportedProtocol(let found, let supported) {
      throw .unsupportedProtocol(found: found, supported: supported)
    } catch {
      return nil
    }
  }

  /// Converts an unsuccessful response to an error.
  func failure(of server: ServerAddress) -> TransportError {
    let retryAfter = field(APIHeader.retryAfter).flatMap(RetryAfterHeader.decode)
    do {
      if let error = try error() { return TransportError(error, retryAfter: retryAfter) }
      return TransportError(
        unexplained: status, retryAfter: retryAfter, location: field("Location"), server: server)
    } catch {
      return error
    }
  }
}
