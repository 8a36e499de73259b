import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NotesDomain
import NotesHTTPAPI

/// Why a request is not done, as the answer says it.
struct RequestFailure: Error, Sendable, Hashable {
  /// What the answer says.
  let error: APIError
  /// When to try again, in milliseconds from now; `nil` when nothing is known of it.
  var retryAfter: Int?
  /// The methods that there are, where the one that was used is not.
  var allowed: [APIMethod] = []
  /// What the store says of itself, for the log alone; `nil` when it is not the store that failed.
  var cause: StoreError?

  /// Says one thing. What other errors say is turned into it by `init(from:)`, which has a label since both have a case of
  /// the name `unauthorized`.
  init(_ code: APIErrorCode, detail: String? = nil, retryAfter: Int? = nil) {
    error = APIError(code, detail: detail)
    self.retryAfter = retryAfter
  }

  init(_ error: APIError) {
    self.error = error
  }

  init(from problem: MessageDecodingError) {
    error = APIError(problem)
  }

  init(from problem: RouteMatchError) {
    switch problem {
    case .unknownPath: error = APIError(.notFound)
    case .wrongMethod(let methods):
      error = APIError(.wrongMethod)
      allowed = methods
    }
  }

  init(from failure: ServiceError) {
    switch failure {
    case .store(let error): self.init(from: error)
    case .malformed(let detail): self.init(.malformed, detail: detail)
    case .tooLarge(let limit): self.init(.tooLarge, detail: "more than \(limit) bytes")
    case .unknownVault: self.init(.notFound)
    }
  }

  init(from failure: AccountError) {
    switch failure {
    case .badCredentials: self.init(.badCredentials)
    case .unauthorized, .unknownAccount: self.init(.unauthorized)
    case .rateLimited(let milliseconds):
      self.init(.rateLimited)
      retryAfter = milliseconds
    case .unknownDevice: self.init(.unknownDevice)
    case .tooManyDevices: self.init(.tooManyDevices)
    case .accountExists, .weakPassword: self.init(.malformed)
    case .noMemory:
      self.init(.unavailable)
      retryAfter = Self.pause
    case .store(let error): self.init(from: error)
    }
  }

  /// The store's own words name files: they are for the log, not for whoever asks.
  init(from failure: StoreError) {
    cause = failure
    switch failure {
    case .locked, .diskFull:
      error = APIError(.unavailable)
      retryAfter = Self.pause
    case .notAStore, .corrupt, .newerVersion, .readOnly, .permissionDenied, .cannotCreate, .failed, .exists:
      error = APIError(.failed)
    }
  }

  /// How long to stay away from a server that cannot serve, in milliseconds.
  static let pause = 5000
}

extension Response {
  /// An answer with a message of ``MessageFormat``.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - status: The status.
  init(message bytes: [UInt8], status: Int = 200) {
    self.init(
      status: HTTPResponse.Status(code: status),
      headers: [.contentType: MessageContentType.json.rawValue],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// The answer that says why a request was not done.
  init(_ failure: RequestFailure) {
    self.init(message: MessageFormat.encode(failure.error), status: failure.error.code.status)
    if let milliseconds = failure.retryAfter {
      headers[.retryAfter] = RetryAfterHeader.encode(milliseconds: milliseconds)
    }
    if !failure.allowed.isEmpty { headers[.allow] = failure.allowed.map(\.rawValue).joined(separator: ", ") }
    if failure.error.code == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
  }
}
