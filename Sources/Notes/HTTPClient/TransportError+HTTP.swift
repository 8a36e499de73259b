import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NotesDomain
import NotesHTTPAPI

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension TransportError {
  /// Creates the error of an unsuccessful response.
  ///
  /// - Parameters:
  ///   - error: The server's error; `nil` when there is none that is known.
  ///   - retryAfter: The demanded wait.
  ///   - location: The value of the `Location` header.
  init(status: Int, error: APIError?, retryAfter: Duration?, location: String?, server: ServerAddress) {
    let reason = error.map { "\($0.code.rawValue)\($0.detail.map { ": \($0)" } ?? "")" } ?? "status \(status)"
    switch status {
    case 300..<400:
      self = .refused(detail: "\(server.host) redirects to \(Self.target(location)), which notesctl does not follow")
    case 401: self = .unauthorized
    case 408, 425: self = .unavailable(detail: reason, retryAfter: retryAfter)
    case 429: self = .rateLimited(retryAfter: retryAfter)
    case 404 where error == nil:
      self = .refused(detail: "there is no notes server at this address (status 404)")
    case 400..<500 where Self.isProtocol(status): self = .undecodable(detail: "an unexpected \(reason)")
    case 400..<500: self = .refused(detail: reason)
    case 500..<600: self = .unavailable(detail: reason, retryAfter: retryAfter)
    default: self = .undecodable(detail: "an unexpected status \(status)")
    }
  }

  /// Whether a status is one of the sync protocol, which no other route has.
  private static func isProtocol(_ status: Int) -> Bool { status == 409 || status == 410 }

  /// Returns the host of a redirect. The rest of the URL may contain anything, also secrets.
  private static func target(_ location: String?) -> String {
    guard let location else { return "another address" }
    if location.hasPrefix("/"), !location.hasPrefix("//") { return "another path" }
    let rest = location.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false).last ?? ""
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return host.isEmpty || host.utf8.count > 260 ? "another address" : String(host)
  }
}

extension TransportError {
  /// Creates the error of a request without a response, from an error of the HTTP client.
  ///
  /// - Parameter isCancelled: Whether the task was cancelled.
  init(interruption error: any Error, server: ServerAddress, isCancelled: Bool) {
    guard !isCancelled, !(error is CancellationError) else {
      self = .unreachable(detail: "the request was cancelled")
      return
    }
    guard !Self.isAboutTrust(error) else {
      self = .untrusted(host: server.host)
      return
    }
    guard !Self.isAboutMissingAuthorities(error) else {
      self = .misconfigured(
        detail: "this machine has no CA certificates to verify the server; install ca-certificates")
      return
    }
    switch error {
    case let error as HTTPClientError: self = .unreachable(detail: Self.description(of: error, server))
    case is HTTPParserError: self = .undecodable(detail: "not an HTTP response, or cut off")
    default: self = .unreachable(detail: Self.description(of: error, server))
    }
  }

  /// Whether an error says that the server's certificate is not trusted.
  private static func isAboutTrust(_ error: any Error) -> Bool {
    switch error {
    case NIOSSLError.handshakeFailed(let reason): "\(reason)".contains("CERTIFICATE_VERIFY_FAILED")
    case NIOSSLError.unableToValidateCertificate: true
    case let error as NIOConnectionError: error.connectionErrors.last.map { isAboutTrust($0.error) } ?? false
    default: false
    }
  }

  /// Whether an error says that the system has no CA certificates: TLS then fails at once, without a reason.
  private static func isAboutMissingAuthorities(_ error: any Error) -> Bool {
    switch error {
    case BoringSSLError.unknownError(let reasons): reasons.isEmpty
    case let error as NIOConnectionError:
      error.connectionErrors.last.map { isAboutMissingAuthorities($0.error) } ?? false
    default: false
    }
  }

  private static func description(of error: HTTPClientError, _ server: ServerAddress) -> String {
    switch error {
    case .connectTimeout, .getConnectionFromPoolTimeout: "\(server.host) does not respond"
    case .tlsHandshakeTimeout: "\(server.host) does not complete the TLS handshake"
    case .readTimeout, .deadlineExceeded: "\(server.host) took too long to respond"
    case .writeTimeout: "\(server.host) took too long to receive the request"
    case .remoteConnectionClosed: "\(server.host) closed the connection"
    default: error.shortDescription.lowercased()
    }
  }

  private static func description(of error: any Error, _ server: ServerAddress) -> String {
    switch error {
    case let error as NIOConnectionError: description(of: error, server)
    case let error as IOError: description(of: error, server)
    case let error as NIOSSLError: description(of: error, server)
    case let error as NIOSSLExtraError:
      error == .failedToValidateHostname
        ? "the certificate of \(server.host) is for another name" : "TLS failed: \(error)"
    case is BoringSSLError: "TLS failed: \(error)"
    case is ChannelError: "the connection to \(server.host) failed"
    default: "the connection to \(server.host) failed: \(type(of: error))"
    }
  }

  private static func description(of error: NIOConnectionError, _ server: ServerAddress) -> String {
    if let failure = error.connectionErrors.last { return description(of: failure.error, server) }
    return "cannot resolve host \(server.host)"
  }

  private static func description(of error: IOError, _ server: ServerAddress) -> String {
    switch error.errnoCode {
    case SocketErrno.refused: "connection refused at \(server)"
    case SocketErrno.reset, SocketErrno.brokenPipe: "\(server.host) closed the connection"
    case SocketErrno.timedOut: "\(server.host) does not respond"
    case SocketErrno.noRoute, SocketErrno.noNetwork: "no route to \(server.host)"
    default: "the connection to \(server.host) failed (error \(error.errnoCode))"
    }
  }

  private static func description(of error: NIOSSLError, _ server: ServerAddress) -> String {
    switch error {
    case .handshakeFailed(let reason) where "\(reason)".contains("WRONG_VERSION_NUMBER"):
      "\(server.host) does not use TLS on this port; is the port right?"
    case .uncleanShutdown: "\(server.host) closed the connection"
    default: "TLS with \(server.host) failed: \(error)"
    }
  }
}

/// The system's error numbers for failed connections.
enum SocketErrno {
  static let refused = ECONNREFUSED
  static let reset = ECONNRESET
  static let brokenPipe = EPIPE
  static let timedOut = ETIMEDOUT
  static let noRoute = EHOSTUNREACH
  static let noNetwork = ENETUNREACH
}
