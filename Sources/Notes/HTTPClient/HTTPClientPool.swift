import AsyncHTTPClient
import NIOCore
import NIOSSL
import NotesDomain
import Synchronization

/// The HTTP clients, created on first use and shut down with the last reference to the pool.
///
/// There are several, since timeouts belong to a client.
final class HTTPClientPool: Sendable {
  /// The purpose of a client.
  enum Purpose: Sendable, Hashable {
    /// Requests that are sent at once, and whose responses are immediate.
    case requests
    /// Requests with long bodies. The client waits for the response from the time at which it passes the body to the system,
    /// and a slow link carries the body for minutes from then on.
    case uploads
    /// Requests that wait for a change.
    case longPolling
  }

  private let settings: HTTPClientSettings
  private let clients = Mutex<[Purpose: HTTPClient]>([:])

  init(settings: HTTPClientSettings) {
    self.settings = settings
  }

  deinit {
    let clients = clients.withLock { $0 }
    // Each client exists until its last connection is closed.
    for client in clients.values { client.shutdown { _ in } }
  }

  /// Returns the client for a purpose.
  func client(for purpose: Purpose) throws(TransportError) -> HTTPClient {
    if let client = clients.withLock({ $0[purpose] }) { return client }
    let configuration = try configuration(for: purpose)
    return clients.withLock { clients in
      if let client = clients[purpose] { return client }
      let client = HTTPClient(configuration: configuration)
      clients[purpose] = client
      return client
    }
  }

  private func configuration(for purpose: Purpose) throws(TransportError) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: try tls(), redirectConfiguration: .disallow,
      timeout: .init(
        connect: TimeAmount(settings.connectTimeout), read: TimeAmount(settings.readTimeout(for: purpose)),
        write: TimeAmount(settings.idleTimeout)),
      decompression: .disabled)
    // Callers decide about retries.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.httpVersion = .http1Only
    configuration.http1_1ConnectionDebugInitializer = ResponseStatusCheck.add(to:)
    return configuration
  }

  /// Returns a configuration that always verifies certificates, and always trusts those of the system.
  private func tls() throws(TransportError) -> TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    guard let path = settings.certificateFile else { return configuration }
    do {
      let certificates = try NIOSSLCertificate.fromPEMFile(path)
      guard !certificates.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
      configuration.additionalTrustRoots = [.certificates(certificates)]
    } catch {
      throw .misconfigured(detail: "cannot read certificates from \(path)")
    }
    return configuration
  }
}
