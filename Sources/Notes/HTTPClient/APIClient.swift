import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NotesDomain
import NotesHTTPAPI

/// Asks one question and waits for the whole answer, within limits of time and length. It tries once.
struct APIClient: Sendable {
  private let connections: HTTPClientPool
  private let settings: HTTPClientSettings

  init(connections: HTTPClientPool, settings: HTTPClientSettings) {
    self.connections = connections
    self.settings = settings
  }

  /// Asks a question.
  ///
  /// - Parameter question: The question.
  /// - Returns: The answer, whatever its status.
  func response(to question: APIRequest) async throws(TransportError) -> APIResponse {
    guard question.server.isEncrypted || question.server.isLoopback else {
      throw .misconfigured(detail: "\(question.server) is not encrypted")
    }
    let client = try connections.client(for: question.longPolling == nil ? .requests : .longPolling)
    do {
      let response = try await client.execute(request(question), timeout: .milliseconds(limit(question)))
      return try await answer(response, to: question)
    } catch let error as TransportError {
      throw error
    } catch {
      throw TransportError(interruption: error, server: question.server, isCancelled: Task.isCancelled)
    }
  }

  private func request(_ question: APIRequest) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: question.url)
    request.method = HTTPMethod(rawValue: question.route.endpoint.method.rawValue)
    request.headers.add(name: "User-Agent", value: settings.userAgent)
    request.headers.add(name: "Accept-Encoding", value: "identity")
    if let token = question.token {
      request.headers.add(name: APIHeader.authorization, value: BearerAuthorization.encode(token))
    }
    for field in question.fields { request.headers.add(name: field.name, value: field.value) }
    if let body = question.body {
      request.headers.add(name: "Content-Type", value: body.type.rawValue)
      request.body = .bytes(ByteBuffer(bytes: body.bytes))
    }
    return request
  }

  /// How long the beginning of the answer may take, in milliseconds: until the request is sent, and has been thought about.
  private func limit(_ question: APIRequest) -> Int64 {
    let thinking = question.longPolling.map { $0 + settings.listenGrace } ?? settings.idleTimeout
    return Int64(settings.connectTimeout + thinking + time(for: question.body?.bytes.count ?? 0))
  }

  /// How long some bytes may take, in milliseconds.
  private func time(for bytes: Int) -> Int {
    bytes * 1000 / max(1, settings.minimumBytesPerSecond)
  }

  private func answer(_ response: HTTPClientResponse, to question: APIRequest) async throws -> APIResponse {
    let encoding = response.headers["Content-Encoding"]
    guard encoding.allSatisfy({ $0.lowercased() == "identity" }) else {
      throw TransportError.undecodable(detail: "the answer is compressed, which was not asked for")
    }
    let status = Int(response.status.code)
    let isFailure = status >= 300
    let body: [UInt8]
    do {
      body = try await bytes(
        of: response, limit: isFailure ? Self.reasonLimit : question.limit,
        hasNone: question.route.endpoint == .blobProgress)
    } catch  where isFailure && !Task.isCancelled && !Self.hasMeaning(status) {
      // The status alone says enough; what should explain it may be anything.
      body = []
    }
    return APIResponse(status: status, fields: response.headers, body: body)
  }

  /// The most bytes of an answer that is only there to explain a status.
  private static let reasonLimit = 65_536

  /// Whether the body of an answer says more than its status.
  private static func hasMeaning(_ status: Int) -> Bool { [409, 410, 422].contains(status) }

  /// The body: neither longer nor slower than it may be.
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
      guard elapsed <= .milliseconds(Int64(settings.responseTimeout + time(for: bytes.count))) else {
        throw TransportError.unreachable(detail: "the answer came too slowly")
      }
    }
    return bytes
  }
}

/// A request to a server.
struct APIRequest {
  /// Where the server is.
  let server: ServerAddress
  /// What is asked.
  let route: APIRoute
  /// The part of the address behind the `?`.
  var query: String?
  /// For whom it speaks; `nil` before a device has signed in.
  var token: DeviceToken?
  /// Fields beside those that every request has.
  var fields: [(name: String, value: String)] = []
  /// The message, or the bytes of a blob.
  var body: (type: MessageContentType, bytes: [UInt8])?
  /// The most bytes of the answer.
  var limit = MessageLimits.message
  /// How long the server is asked to wait before it answers, in milliseconds; `nil` when it is to answer at once.
  var longPolling: Int?

  /// The whole address.
  var url: String {
    server.description + route.path + (query.map { "?" + $0 } ?? "")
  }
}

/// What a server answered.
struct APIResponse {
  /// The status.
  let status: Int
  /// The fields in front of the body.
  let fields: HTTPHeaders
  /// The body: all of it where the status says that the request was understood, as much as is of use otherwise.
  let body: [UInt8]

  /// The value of a field; `nil` when it is missing, or stands there twice.
  func field(_ name: String) -> String? {
    let values = fields[name]
    return values.count == 1 ? values.first : nil
  }

  /// The body, when it says that it is of a type.
  func content(_ type: MessageContentType) throws(TransportError) -> [UInt8] {
    let found = field("Content-Type")
    guard found.flatMap({ MessageContentType($0) }) == type else {
      throw .undecodable(detail: "the answer is no \(type.rawValue); is there a server for notes at this address?")
    }
    return body
  }

  /// Reads the message in it.
  func message<Reply>(_ decode: ([UInt8]) throws(MessageDecodingError) -> Reply) throws(TransportError) -> Reply {
    let bytes = try content(.json)
    do throws(MessageDecodingError) {
      return try decode(bytes)
    } catch {
      throw TransportError(error)
    }
  }

  /// What the server gives as its reason; `nil` when it gives none that this program knows.
  func error() throws(TransportError) -> APIError? {
    guard field("Content-Type").flatMap({ MessageContentType($0) }) == .json else { return nil }
    do throws(MessageDecodingError) {
      return try MessageFormat.decodeError(body, limit: MessageLimits.message)
    } catch .unsupportedProtocol(let found, let supported) {
      throw .unsupportedProtocol(found: found, supported: supported)
    } catch {
      return nil
    }
  }

  /// Why there is nothing else to read from the answer.
  ///
  /// - Parameter server: Who answered.
  func failure(of server: ServerAddress) -> TransportError {
    do throws(TransportError) {
      return TransportError(
        status: status, error: try error(), retryAfter: field(APIHeader.retryAfter).flatMap(RetryAfterHeader.decode),
        location: field("Location"), server: server)
    } catch {
      return error
    }
  }
}
