import AsyncHTTPClient
import NIOCore
import NIOSSL
import NotesDomain
import Synchronization

/// The HTTP clients, created on first use and shut down with the last reference to the pool.
///
/// There are two, since timeouts belong to a client: one for immediate responses, and one for requests that wait for a change.
final class HTTPClientPool: Sendable {
  /// The purpose of a client.
  enum Purpose: Sendable, Hashable {
    case requests
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
    let readTimeout =
      switch purpose {
      case .requests: settings.idleTimeout
      case .longPolling: settings.maximumListenTimeout + settings.listenGrace
      }
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: try tls(), redirectConfiguration: .disallow,
      timeout: .init(
        connect: TimeAmount(settings.connectTimeout), read: TimeAmount(readTimeout),
        write: TimeAmount(settings.idleTimeout)),
      decompression: .disabled)
    // Callers decide about retries.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.httpVersion = .http1Only
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
