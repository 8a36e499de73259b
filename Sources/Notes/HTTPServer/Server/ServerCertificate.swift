import Foundation
import NIOSSL
import NotesDomain

/// A certificate with its key, as connections are encrypted by it.
struct ServerCertificate: Sendable {
  /// TLS 1.2 or newer, with the certificate.
  let configuration: TLSConfiguration

  /// Reads a certificate and its key.
  ///
  /// - Parameter files: Where they are.
  /// - Throws: ``HostError`` when they cannot be read, do not belong together, or others can read the key.
  init(_ files: CertificateFiles) throws(HostError) {
    try Self.checkSecrecy(of: files.key)
    let chain: [NIOSSLCertificate]
    do { chain = try NIOSSLCertificate.fromPEMFile(files.certificate) } catch {
      throw .certificate(path: files.certificate, detail: "it is not there, or no certificate in PEM")
    }
    guard !chain.isEmpty else { throw .certificate(path: files.certificate, detail: "there is no certificate in it") }
    let key: NIOSSLPrivateKey
    do { key = try NIOSSLPrivateKey(file: files.key, format: .pem) } catch {
      throw .certificate(path: files.key, detail: "it is not there, or no key in PEM without a password")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    // Now, rather than with the first connection.
    do { _ = try NIOSSLContext(configuration: configuration) } catch {
      throw .certificate(path: files.key, detail: "it is not the key of \(files.certificate)")
    }
    self.configuration = configuration
  }

  private static func checkSecrecy(of path: String) throws(HostError) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue
    else { throw .certificate(path: path, detail: "it is not there, or may not be read") }
    guard mode & 0o077 == 0 else {
      throw .certificate(path: path, detail: "other users of this machine may read it; do: chmod 600 \(path)")
    }
  }
}
