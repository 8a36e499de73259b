import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NotesDomain
import NotesWire

/// Asks one question and waits for the whole answer, within limits of time and length. It tries once.
struct HTTPExchange: Sendable {
  private let connections: HTTPConnections
  private let settings: HTTPClientSettings

  init(connections: HTTPConnections, settings: HTTPClientSettings) {
    self.connections = connections
    self.settings = settings
  }

  /// Asks a question.
  ///
  /// - Parameter question: The question.
  /// - Returns: The answer, whatever its status.
  func answer(to question: HTTPQuestion) async throws(TransportError) -> HTTPAnswer {
    guard question.server.isEncrypted || question.server.isLoopback else {
      throw .misconfigured(detail: "\(question.server) is not encrypted")
    }
    let client = try connections.client(for: question.listening == nil ? .asking : .listening)
    do {
      let response = try await client.execute(request(question), timeout: .milliseconds(limit(question)))
      return try await answer(response, to: question)
    } catch let error as TransportError {
      throw error
    } catch {
      throw TransportError(interruption: error, server: question.server, isCancelled: Task.isCancelled)
    }
  }

  private func request(_ question: HTTPQuestion) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: question.url)
    request.method = HTTPMethod(rawValue: question.route.endpoint.method.rawValue)
    request.headers.add(name: "User-Agent", value: settings.userAgent)
    request.headers.add(name: "Accept-Encoding", value: "identity")
    if let token = question.token {
      request.headers.add(name: WireHeader.authorization, value: WireAuthorization.encode(token))
    }
    for field in question.fields { request.headers.add(name: field.name, value: field.value) }
    if let body = question.body {
      request.headers.add(name: "Content-Type", value: body.type.rawValue)
      request.body = .bytes(ByteBuffer(bytes: body.bytes))
    }
    return request
  }

  /// How long the beginning of the answer may take, in milliseconds: until the request is sent, and has been thought about.
  private func limit(_ question: HTTPQuestion) -> Int64 {
    let thinking = question.listening.map { $0 + settings.listeningGrace } ?? settings.idling
    return Int64(settings.connecting + thinking + time(for: question.body?.bytes.count ?? 0))
  }

  /// How long some bytes may take, in milliseconds.
  private func time(for bytes: Int) -> Int {
    bytes * 1000 / max(1, settings.slowestBytes)
  }

  private func answer(_ response: HTTPClientResponse, to question: HTTPQuestion) async throws -> HTTPAnswer {
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
    return HTTPAnswer(status: status, fields: response.headers, body: body)
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
      guard elapsed <= .milliseconds(Int64(settings.answering + time(for: bytes.count))) else {
        throw TransportError.unreachable(detail: "the answer came too slowly")
      }
    }
    return bytes
  }
}
