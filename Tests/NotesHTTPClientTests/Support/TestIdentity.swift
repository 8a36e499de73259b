import Foundation
import NIOSSL

/// A certificate with its key, for tests only.
struct TestIdentity: Sendable {
  let certificate: String
  let key: String

  /// For 127.0.0.1 and localhost, from 2020 to 2120.
  static let loopback = TestIdentity(
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIBczCCARmgAwIBAgIBATAKBggqhkjOPQQDAjAaMRgwFgYDVQQDDA9ub3RlcyB0
      ZXN0IGdvb2QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBoxGDAW
      BgNVBAMMD25vdGVzIHRlc3QgZ29vZDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
      BGyA05PxD/Uh0qurVhTRU7gnAJCgOpbLmA3Jh0prMNvIYfoQqFJO3KacQfAEbu9o
      XwboqsEKj2gz4I0uQG2YlnijTjBMMBoGA1UdEQQTMBGHBH8AAAGCCWxvY2FsaG9z
      dDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBRvir6X6Maz2OykHJBeB1PI1xI6
      1jAKBggqhkjOPQQDAgNIADBFAiEA7k54EoypzqB11v/IUIjb7pWyTHY2Fub6j3Mi
      xSH5+W8CIEBC1sOmjVERxorbLfvZboZKVQPrwPxusBSoE8lz8Snx
      -----END CERTIFICATE-----

      """,
    key: """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCdxOnuytsHjluucd
      wGDE+OElnh5yakjD9j6JfQ8Np+OhRANCAARsgNOT8Q/1IdKrq1YU0VO4JwCQoDqW
      y5gNyYdKazDbyGH6EKhSTtymnEHwBG7vaF8G6KrBCo9oM+CNLkBtmJZ4
      -----END PRIVATE KEY-----

      """)

  /// For other.example.
  static let other = TestIdentity(
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIBczCCARmgAwIBAgIBATAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBBub3RlcyB0
      ZXN0IG90aGVyMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAbMRkw
      FwYDVQQDDBBub3RlcyB0ZXN0IG90aGVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
      QgAE687D2a0yS6GP7rsMN0ZraUPvu9kk2V4htvJ2pjXvQ/uLLMwn9qRKFQ2NbY9w
      vVTCLNXmV3xMfqKSWBt9Uk/3CqNMMEowGAYDVR0RBBEwD4INb3RoZXIuZXhhbXBs
      ZTAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBTN93I5vpXnT5NOO2ny/TJbSlJn
      ODAKBggqhkjOPQQDAgNIADBFAiASVKA+0ZjQGuBDOwWlq/+DjTcocktOsUIkzYzp
      QR+u8QIhAK/1q3Qrz9FmCZern6jR4rnIi1qE8htvplyAHIacSx6L
      -----END CERTIFICATE-----

      """,
    key: """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoj0LSSS1uMqeaa1g
      X9Z1k2kqypFxq2pa5NT/OH0fxhuhRANCAATrzsPZrTJLoY/uuww3RmtpQ++72STZ
      XiG28namNe9D+4sszCf2pEoVDY1tj3C9VMIs1eZXfEx+opJYG31ST/cK
      -----END PRIVATE KEY-----

      """)

  /// The TLS configuration of a server.
  func serverConfiguration() throws -> TLSConfiguration {
    .makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)))
  }

  /// Calls a function with the path of a file that contains the certificate.
  func withFile(_ body: (String) async throws -> Void) async throws {
    let path = NSTemporaryDirectory() + "notesctl-\(UUID().uuidString).pem"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(certificate.utf8).write(to: URL(fileURLWithPath: path))
    try await body(path)
  }
}
