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
  /// Says what a status means that is no answer to the question.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - error: The server's reason; `nil` when it gave none that is known.
  ///   - retryAfter: When to try again, in milliseconds from now, if it says so.
  ///   - location: Where it sends to, if it does.
  ///   - server: Who answered.
  init(status: Int, error: APIError?, retryAfter: Int?, location: String?, server: ServerAddress) {
    let reason = error.map { "\($0.code.rawValue)\($0.detail.map { ": \($0)" } ?? "")" } ?? "status \(status)"
    switch status {
    case 300..<400:
      self = .refused(detail: "\(server.host) sends to \(Self.target(location)), and notesctl follows nobody")
    case 401: self = .unauthorized
    case 408, 425: self = .unavailable(detail: reason, retryAfter: retryAfter)
    case 429: self = .rateLimited(retryAfter: retryAfter)
    case 404 where error == nil:
      self = .refused(detail: "there is no server for notes at this address (status 404)")
    case 400..<500 where Self.isProtocol(status): self = .undecodable(detail: "an unexpected \(reason)")
    case 400..<500: self = .refused(detail: reason)
    case 500..<600: self = .unavailable(detail: reason, retryAfter: retryAfter)
    default: self = .undecodable(detail: "an unexpected status \(status)")
    }
  }

  /// Whether a status is for answers that sync has a meaning for; where it comes unasked, the server is confused.
  private static func isProtocol(_ status: Int) -> Bool { status == 409 || status == 410 }

  /// The host that a server sends to: the rest of the address may hold anything.
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
  /// Says in plain words why there was no answer.
  ///
  /// - Parameters:
  ///   - error: What the network's libraries threw.
  ///   - server: Who was asked.
  ///   - isCancelled: Whether nobody waits for the answer any more.
  init(interruption error: any Error, server: ServerAddress, isCancelled: Bool) {
    guard !isCancelled, !(error is CancellationError) else {
      self = .unreachable(detail: "the request was given up")
      return
    }
    guard !Self.isAboutTrust(error) else {
      self = .untrusted(host: server.host)
      return
    }
    guard !Self.isAboutMissingAuthorities(error) else {
      self = .misconfigured(
        detail: "this machine has no certificates of authorities to check the server's by; install ca-certificates")
      return
    }
    switch error {
    case let error as HTTPClientError: self = .unreachable(detail: Self.words(for: error, server))
    case is HTTPParserError: self = .undecodable(detail: "it is no answer of HTTP, or cut off")
    default: self = .unreachable(detail: Self.words(for: error, server))
    }
  }

  /// Whether an error says that nobody vouches for the server.
  private static func isAboutTrust(_ error: any Error) -> Bool {
    switch error {
    case NIOSSLError.handshakeFailed(let reason): "\(reason)".contains("CERTIFICATE_VERIFY_FAILED")
    case NIOSSLError.unableToValidateCertificate: true
    case let error as NIOConnectionError: error.connectionErrors.last.map { isAboutTrust($0.error) } ?? false
    default: false
    }
  }

  /// Whether an error says that the system's certificates are not there: TLS then fails before it begins, without a reason.
  private static func isAboutMissingAuthorities(_ error: any Error) -> Bool {
    switch error {
    case BoringSSLError.unknownError(let reasons): reasons.isEmpty
    case let error as NIOConnectionError:
      error.connectionErrors.last.map { isAboutMissingAuthorities($0.error) } ?? false
    default: false
    }
  }

  private static func words(for error: HTTPClientError, _ server: ServerAddress) -> String {
    switch error {
    case .connectTimeout, .getConnectionFromPoolTimeout: "\(server.host) does not answer"
    case .tlsHandshakeTimeout: "\(server.host) does not answer in TLS"
    case .readTimeout, .deadlineExceeded: "\(server.host) took too long to answer"
    case .writeTimeout: "\(server.host) took too long to listen"
    case .remoteConnectionClosed: "\(server.host) closed the connection"
    default: error.shortDescription.lowercased()
    }
  }

  private static func words(for error: any Error, _ server: ServerAddress) -> String {
    switch error {
    case let error as NIOConnectionError: words(for: error, server)
    case let error as IOError: words(for: error, server)
    case let error as NIOSSLError: words(for: error, server)
    case let error as NIOSSLExtraError:
      error == .failedToValidateHostname
        ? "the certificate of \(server.host) is for another name" : "TLS failed: \(error)"
    case is BoringSSLError: "TLS failed: \(error)"
    case is ChannelError: "the connection to \(server.host) failed"
    default: "the connection to \(server.host) failed: \(type(of: error))"
    }
  }

  private static func words(for error: NIOConnectionError, _ server: ServerAddress) -> String {
    if let failure = error.connectionErrors.last { return words(for: failure.error, server) }
    return "there is no host of the name \(server.host)"
  }

  private static func words(for error: IOError, _ server: ServerAddress) -> String {
    switch error.errnoCode {
    case SocketErrno.refused: "nobody listens at \(server)"
    case SocketErrno.reset, SocketErrno.brokenPipe: "\(server.host) closed the connection"
    case SocketErrno.timedOut: "\(server.host) does not answer"
    case SocketErrno.noRoute, SocketErrno.noNetwork: "there is no way to \(server.host)"
    default: "the connection to \(server.host) failed (error \(error.errnoCode))"
    }
  }

  private static func words(for error: NIOSSLError, _ server: ServerAddress) -> String {
    switch error {
    case .handshakeFailed(let reason) where "\(reason)".contains("WRONG_VERSION_NUMBER"):
      "\(server.host) does not speak TLS there; is the port right?"
    case .uncleanShutdown: "\(server.host) closed the connection"
    default: "TLS with \(server.host) failed: \(error)"
    }
  }
}

/// The system's numbers for what can be wrong with a connection.
enum SocketErrno {
  static let refused = ECONNREFUSED
  static let reset = ECONNRESET
  static let brokenPipe = EPIPE
  static let timedOut = ETIMEDOUT
  static let noRoute = EHOSTUNREACH
  static let noNetwork = ENETUNREACH
}
