import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NotesDomain
import NotesHTTPAPI

/// An error of a request, as its response reports it.
struct RequestFailure: Error, Sendable, Hashable {
  let error: APIError
  /// The time after which a retry makes sense; `nil` if unknown.
  var retryAfter: Duration?
  /// The methods of the path, if the request has another one.
  var allowed: [APIMethod] = []
  /// The store's error, for the log only, since it names files.
  var cause: StoreError?

  /// The retry time of a server that cannot serve.
  static let pause = Duration.seconds(5)

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
    case .unknownVault: self.init(.notFound)
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
    case .outOfMemory: self.init(.unavailable, retryAfter: Self.pause)
    case .store(let error): self.init(error)
    }
  }

  private init(_ error: StoreError) {
    switch error {
    case .locked, .diskFull: self.init(.unavailable, retryAfter: Self.pause)
    case .notAStore, .corrupt, .foreignLog, .newerVersion, .readOnly, .permissionDenied, .cannotCreate, .failed,
      .exists:
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

  init(_ failure: RequestFailure) {
    self.init(message: MessageFormat.encode(failure.error), status: failure.error.code.status)
    if let wait = failure.retryAfter { headers[.retryAfter] = RetryAfterHeader.encode(wait) }
    if !failure.allowed.isEmpty { headers[.allow] = failure.allowed.map(\.rawValue).joined(separator: ", ") }
    if failure.error.code == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
  }
}
