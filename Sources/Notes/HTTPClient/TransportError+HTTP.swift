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
  /// Creates the error of a response with an error of the server.
  ///
  /// - Parameter retryAfter: The demanded wait.
  init(_ error: APIError, retryAfter: Duration?) {
    let reason = error.code.rawValue + (error.detail.map { ": \($0)" } ?? "")
    switch error.code {
    case .unauthorized, .badCredentials: self = .unauthorized
    case .notFound, .wrongMethod: self = .misaddressed(detail: reason)
    case .tooLarge, .malformed: self = .refused(detail: reason)
    case .unsupportedProtocol: self = .unsupportedProtocol(found: nil, supported: MessageFormat.version)
    case .rateLimited: self = .rateLimited(retryAfter: retryAfter)
    case .tooSlow, .failed, .unavailable, .overQuota: self = .unavailable(detail: reason, retryAfter: retryAfter)
    // What the route does not have, or what this program never sends.
    case .badRequest, .unknownDevice, .epoch, .staleBatch, .deviceForked, .tooManyDevices, .resync, .targetTooLong,
      .unsupportedType, .badRange, .shortPassword, .commonPassword, .namePassword, .mismatch, .headersTooLarge:
      self = .undecodable(detail: "an unexpected \(reason)")
    }
  }

  /// Creates the error of an unsuccessful response without an error of the server, as a proxy or another program sends it.
  ///
  /// - Parameters:
  ///   - retryAfter: The demanded wait.
  ///   - location: The value of the `Location` header.
  init(unexplained status: Int, retryAfter: Duration?, location: String?, server: ServerAddress) {
    switch status {
    case 300..<400:
      self = .misaddressed(
        detail: "\(server.host) redirects to \(Self.target(location)), which notesctl does not follow")
    case 408, 425, 500..<600: self = .unavailable(detail: "status \(status)", retryAfter: retryAfter)
    case 429: self = .rateLimited(retryAfter: retryAfter)
    case 200, 400..<500: self = .misaddressed(detail: "status \(status)")
    default: self = .undecodable(detail: "an unexpected status \(status)")
    }
  }

  /// Returns the host of a redirect. The rest of the URL may contain anything, also secrets.
  private static func target(_ location: String?) -> String {
    guard let location else { return "another address" }
    if location.begins(with: "/"), !location.begins(with: "//") { return "another path" }
    let rest =
      location.utf8.split(separator: "//".utf8, maxSplits: 1, omittingEmptySubsequences: false).last ?? "".utf8[...]
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
    return host.isEmpty || host.count > 260 ? "another address" : String(Substring(host))
  }
}

extension TransportError {
  /// Creates the error of a request without a response, from an error of the HTTP client.
  ///
  /// - Parameter isCancelled: Whether the task was cancelled.
  init(interruption error: any Error, server: ServerAddress, isCancelled: Bool) {
    self =
      switch error {
      case _ where isCancelled, is CancellationError: .unreachable(detail: "the request was cancelled")
      case let error as NIOConnectionError:
        // One error for each address of the host.
        error.connectionErrors.last.map {
          TransportError(interruption: $0.error, server: server, isCancelled: isCancelled)
        } ?? .unreachable(detail: "cannot resolve host \(server.host)")
      case NIOSSLError.unableToValidateCertificate: .untrusted(host: server.host)
      case NIOSSLError.handshakeFailed(let reason) where "\(reason)".contains("CERTIFICATE_VERIFY_FAILED"):
        .untrusted(host: server.host)
      // Without CA certificates, TLS fails at once, without a reason.
      case BoringSSLError.unknownError(let reasons) where reasons.isEmpty:
        .misconfigured(detail: "this machine has no CA certificates to verify the server; install ca-certificates")
      case is HTTPParserError: .undecodable(detail: "not an HTTP response, or cut off")
      default: .unreachable(detail: Self.description(of: error, server))
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
    case let error as HTTPClientError: description(of: error, server)
    case let error as IOError: description(of: error, server)
    case NIOSSLError.handshakeFailed(let reason) where "\(reason)".contains("WRONG_VERSION_NUMBER"):
      "\(server.host) does not use TLS on this port; is the port right?"
    case NIOSSLError.uncleanShutdown: "\(server.host) closed the connection"
    case let error as NIOSSLError: "TLS with \(server.host) failed: \(error)"
    case let error as NIOSSLExtraError:
      error == .failedToValidateHostname
        ? "the certificate of \(server.host) is for another name" : "TLS failed: \(error)"
    case is BoringSSLError: "TLS failed: \(error)"
    case is ChannelError: "the connection to \(server.host) failed"
    default: "the connection to \(server.host) failed: \(type(of: error))"
    }
  }

  private static func description(of error: IOError, _ server: ServerAddress) -> String {
    switch error.errnoCode {
    case ECONNREFUSED: "connection refused at \(server)"
    case ECONNRESET, EPIPE: "\(server.host) closed the connection"
    case ETIMEDOUT: "\(server.host) does not respond"
    case EHOSTUNREACH, ENETUNREACH: "no route to \(server.host)"
    default: "the connection to \(server.host) failed (error \(error.errnoCode))"
    }
  }
}
