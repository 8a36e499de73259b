import Foundation
import NIOSSL
import NotesDomain
import NotesFronts

/// A certificate with its key.
struct ServerCertificate: Sendable {
  /// The TLS configuration: the certificate, and TLS 1.2 or newer.
  let configuration: TLSConfiguration
  /// The time from which a certificate of the chain is no longer valid.
  let end: Timestamp

  /// The cipher suites for TLS 1.2: those with an ephemeral key and authenticated encryption, as TLS 1.3 has only. Neither
  /// a stolen key nor a padding oracle reveals recorded traffic.
  private static let cipherSuites: [NIOTLSCipher] = [
    .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
    .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
    .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
  ]

  /// Reads a certificate and its key.
  ///
  /// - Throws: ``HostError`` if a file cannot be read, if the key does not match, or if other users can read the key.
  init(_ files: CertificateFiles) throws {
    try Self.checkSecrecy(of: files.key)
    guard let chain = try? NIOSSLCertificate.fromPEMFile(files.certificate) else {
      throw HostError.certificate(
        path: files.certificate, detail: "the file does not exist or is not a certificate in PEM format")
    }
    guard !chain.isEmpty else {
      throw HostError.certificate(path: files.certificate, detail: "the file contains no certificate")
    }
    guard let key = try? NIOSSLPrivateKey(file: files.key, format: .pem) else {
      throw HostError.certificate(
        path: files.key, detail: "the file does not exist or is not a key in PEM format without a passphrase")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    configuration.cipherSuiteValues = Self.cipherSuites
    configuration.applicationProtocols = ["http/1.1"]
    // Checks that the key matches now, rather than at the first connection.
    do { _ = try NIOSSLContext(configuration: configuration) } catch {
      throw HostError.certificate(path: files.key, detail: "the key does not match \(files.certificate)")
    }
    self.configuration = configuration
    end = Timestamp(millisecondsSince1970: Int64(chain.map(\.notValidAfter).min() ?? 0) * 1000)
  }

  private static func checkSecrecy(of path: String) throws {
    // A link can be read by all, as those that certbot makes; its file counts.
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: file),
      let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue
    else { throw HostError.certificate(path: path, detail: "the file does not exist or cannot be read") }
    guard mode & 0o077 == 0 else {
      throw HostError.certificate(path: path, detail: "other users can read the key; run: chmod 600 \(file)")
    }
  }
}
