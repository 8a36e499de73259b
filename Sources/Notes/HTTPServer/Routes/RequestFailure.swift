import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NotesDomain
import NotesHTTPAPI
import NotesHosting

/// An error of a request, as its response reports it.
struct RequestFailure: Error, Sendable, Hashable {
  let error: APIError
  /// The time after which a retry makes sense; `nil` if unknown.
  var retryAfter: Duration?
  /// The methods of the path, if the request has another one.
  var allowed: [APIMethod] = []
  /// The store's error, for the log only, since it names files.
  var cause: StoreError?

  /// The retry time of a server that cannot serve. Devices take more than half a minute as an end.
  static let pause = Duration.seconds(5)
  /// A budget is spent: the server is busy, or the account is.
  static let spent = RequestFailure(.unavailable, retryAfter: pause)

  init(_ code: APIErrorCode, detail: String? = nil, retryAfter: Duration? = nil) {
    error = APIError(code, detail: detail)
    self.retryAfter = retryAfter
  }

  private init(_ error: APIError) { self.error = error }

  /// Translates an error of a port or a decoder.
  ///
  /// - Returns: `nil` for an unexpected error.
  init?(_ error: any Error) {
    switch error {
    case let error as RequestFailure: self = error
    case let error as ServiceError: self.init(error)
    case let error as AccountError: self.init(error)
    case let error as StoreError: self.init(error)
    case let error as MessageDecodingError: self.init(APIError(error))
    case let error as RouteMatchError: self.init(error)
    default: return nil
    }
  }

  private init(_ error: ServiceError) {
    switch error {
    case .store(let error): self.init(error)
    case .malformed(let detail): self.init(.malformed, detail: detail)
    case .tooLarge(let limit): self.init(.tooLarge, detail: "more than \(limit) bytes")
    case .needsMemory: self = .spent
    case .unknownVault: self.init(.notFound)
    case .unauthorized: self.init(APIErrorCode.unauthorized)
    }
  }

  private init(_ error: AccountError) {
    switch error {
    case .badCredentials: self.init(APIErrorCode.badCredentials)
    case .unauthorized, .unknownAccount: self.init(APIErrorCode.unauthorized)
    case .rateLimited(let wait): self.init(.rateLimited, retryAfter: wait)
    case .unknownDevice: self.init(APIErrorCode.unknownDevice)
    case .tooManyDevices: self.init(APIErrorCode.tooManyDevices)
    case .accountExists: self.init(APIErrorCode.malformed)
    case .weakPassword(let weakness): self.init(APIErrorCode(weakness))
    case .outOfMemory, .abandoned: self.init(.unavailable, retryAfter: Self.pause)
    case .store(let error): self.init(error)
    }
  }

  private init(_ error: StoreError) {
    switch error {
    case .locked, .diskFull, .unreachable, .restored: self.init(.unavailable, retryAfter: Self.pause)
    // As of a primary that becomes a standby, until another one takes its place.
    case .readOnly(let path) where DatabaseAddress.isMeant(by: path): self.init(.unavailable, retryAfter: Self.pause)
    case .missing, .notAStore, .corrupt, .foreignLog, .newerVersion, .readOnly, .permissionDenied, .cannotCreate,
      .failed, .exists, .exceeds:
      self.init(APIErrorCode.failed)
    }
    cause = error
  }

  private init(_ error: RouteMatchError) {
    switch error {
    case .unknownPath: self.init(.notFound)
    case .wrongMethod(let methods):
      self.init(APIErrorCode.wrongMethod)
      allowed = methods
    }
  }
}

extension Response {
  /// Creates a response with a message of ``MessageFormat``.
  init(message bytes: [UInt8], status: Int = 200) {
    self.init(
      status: HTTPResponse.Status(code: status),
      headers: [.contentType: MessageContentType.json.rawValue],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// Creates a response whose bytes count as used until the connection has taken them.
  ///
  /// - Parameter lease: What was expected, which is resized to the actual size.
  /// - Throws: ``RequestFailure`` with the code `unavailable` if they are too many.
  init(bytes: [UInt8], _ type: MessageContentType, status: Int, lease: BudgetLease) throws {
    guard lease.resize(to: bytes.count) else { throw RequestFailure.spent }
    self.init(
      status: HTTPResponse.Status(code: status), headers: [.contentType: type.rawValue],
      body: ResponseBody(bytes, lease: lease))
  }

  init(_ failure: RequestFailure) {
    self.init(message: MessageFormat.encode(failure.error), status: failure.error.code.status)
    if let wait = failure.retryAfter { headers[.retryAfter] = RetryAfterHeader.encode(wait) }
    if !failure.allowed.isEmpty { headers[.allow] = failure.allowed.map(\.rawValue).joined(separator: ", ") }
    if failure.error.code == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
  }
}

extension ResponseBody {
  /// The size of a part of a large response. A connection takes the next one when it has sent most of the last.
  static let partBytes = 65_536

  /// Creates a body whose lease is released when the last part was written, or when the connection has failed.
  ///
  /// A large body is written in parts, each a copy, so that only parts are in the buffers of the connection.
  init(_ bytes: [UInt8], lease: BudgetLease) {
    guard bytes.count > Self.partBytes else {
      // It fits into the buffer that each connection has.
      self.init(byteBuffer: ByteBuffer(bytes: bytes))
      return
    }
    self.init(contentLength: bytes.count) { writer in
      defer { lease.release() }
      var start = 0
      while start < bytes.count {
        let end = min(start + Self.partBytes, bytes.count)
        try await writer.write(ByteBuffer(bytes: bytes[start..<end]))
        start = end
      }
      try await writer.finish(nil)
    }
  }
}
