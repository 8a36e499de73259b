import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NotesDomain

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
    case ConnectionFailure.refused: "nobody listens at \(server)"
    case ConnectionFailure.reset, ConnectionFailure.brokenPipe: "\(server.host) closed the connection"
    case ConnectionFailure.timedOut: "\(server.host) does not answer"
    case ConnectionFailure.noRoute, ConnectionFailure.noNetwork: "there is no way to \(server.host)"
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
