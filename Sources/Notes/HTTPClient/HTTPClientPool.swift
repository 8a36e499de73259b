import AsyncHTTPClient
import NIOCore
import NIOSSL
import NotesDomain
import Synchronization

/// The connections to servers, made when they are first needed and closed with the last reference to them.
///
/// There are two pools, since a time limit belongs to a pool: one for questions that are answered at once, one for those that
/// wait for a change.
final class HTTPClientPool: Sendable {
  /// What a connection is for.
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
    // The client lives on until its last connection is closed.
    for client in clients.values { client.shutdown { _ in } }
  }

  /// The connections for a purpose.
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
    let reading =
      switch purpose {
      case .requests: settings.idleTimeout
      case .longPolling: settings.maximumListenTimeout + settings.listenGrace
      }
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: try tls(), redirectConfiguration: .disallow,
      timeout: .init(
        connect: .milliseconds(Int64(settings.connectTimeout)), read: .milliseconds(Int64(reading)),
        write: .milliseconds(Int64(settings.idleTimeout))),
      decompression: .disabled)
    // Another try is the business of whoever asks, who also knows how often.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.httpVersion = .http1Only
    return configuration
  }

  /// Certificates are always verified; the system's own are never left out.
  private func tls() throws(TransportError) -> TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    guard let path = settings.certificateFile else { return configuration }
    do {
      let certificates = try NIOSSLCertificate.fromPEMFile(path)
      guard !certificates.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
      configuration.additionalTrustRoots = [.certificates(certificates)]
    } catch {
      throw .misconfigured(detail: "there are no certificates to be read in \(path)")
    }
    return configuration
  }
}
