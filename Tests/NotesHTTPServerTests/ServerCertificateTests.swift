import Foundation
import NIOSSL
import NotesDomain
import NotesFronts
import Testing

@testable import NotesHTTPServer

struct ServerCertificateTests {
  /// A folder with a self-signed certificate, its key, and another key.
  private struct Files {
    let folder: String

    init() throws {
      folder = FileManager.default.temporaryDirectory.path + "/tls-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try write(Self.certificate, to: "certificate.pem", mode: 0o644)
      try write(Self.key, to: "key.pem", mode: 0o600)
    }

    func path(_ name: String) -> String { folder + "/" + name }

    func write(_ text: String, to name: String, mode: Int) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
    }

    func serverCertificate(certificate: String = "certificate.pem", key: String = "key.pem") throws -> ServerCertificate
    {
      try ServerCertificate(CertificateFiles(certificate: path(certificate), key: path(key)))
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    // Created for this test, valid for a century, used nowhere else.
    static let certificate = """
      -----BEGIN CERTIFICATE-----
      MIIBmjCCAUGgAwIBAgIUBCZ7stZ+6Opr6Bl9FGRNqW1EdSUwCgYIKoZIzj0EAwIw
      FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE2NDMzOVoYDzIxMjYxMDI4
      MTY0MzM5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
      PQMBBwNCAARFbvyINf5yJzbTUO54bun/er+NorsZdPkc1AWxdVfvn0z5vVHG41tV
      mww6DLHazsaFyCGNbSurqSnIF2uAJeDRo28wbTAdBgNVHQ4EFgQUa8Fpk6xE2oZZ
      d1JLT/+13FFq5iIwHwYDVR0jBBgwFoAUa8Fpk6xE2oZZd1JLT/+13FFq5iIwDwYD
      VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
      zj0EAwIDRwAwRAIgQ1zoYccp602dkTss3Hn/PBtTbe2z55bLLIhPUbNRNWACIB0P
      JsTu8pOsO1qTAWloFPeDsie/B7OYdy4kadDRREnr
      -----END CERTIFICATE-----
      """

    static let key = """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkuw2pmj33fA6CFRt
      E7IWblbXB0UiuBLCtM+FEywnaPyhRANCAARFbvyINf5yJzbTUO54bun/er+NorsZ
      dPkc1AWxdVfvn0z5vVHG41tVmww6DLHazsaFyCGNbSurqSnIF2uAJeDR
      -----END PRIVATE KEY-----
      """

    static let otherKey = """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQguF2WMhqo9Z8WTpcC
      H3KoTEmuGENIJqVUrfRsaQFeVI2hRANCAARKjsF50ZXdBYqo1jfsO6W/fr5inQfq
      StoNLWmdwx4SX0d62kMgb6ymyO6L1Pt+XBtce11bvbhJL5U2lZ3+dzP3
      -----END PRIVATE KEY-----
      """
  }

  @Test func `a certificate and its key configure TLS 1.2 or newer`() throws {
    let files = try Files()
    defer { files.remove() }
    let certificate = try files.serverCertificate()
    #expect(certificate.configuration.minimumTLSVersion == .tlsv12)
    #expect(certificate.configuration.certificateChain.count == 1)
  }

  @Test func `the end of a certificate is known`() throws {
    let files = try Files()
    defer { files.remove() }
    #expect(try files.serverCertificate().end == Timestamp(iso8601: "2126-10-28T16:43:39Z"))
  }

  @Test func `every cipher suite has an ephemeral key and authenticated encryption`() throws {
    let files = try Files()
    defer { files.remove() }
    let weak: Set<NIOTLSCipher> = [
      .TLS_RSA_WITH_AES_128_CBC_SHA, .TLS_RSA_WITH_AES_256_CBC_SHA, .TLS_RSA_WITH_AES_128_GCM_SHA256,
      .TLS_RSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, .TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA,
      .TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, .TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA,
    ]
    let suites = try files.serverCertificate().configuration.cipherSuiteValues
    #expect(suites.contains(.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256))
    #expect(weak.isDisjoint(with: suites))
  }

  @Test func `a key that other users can read is rejected`() throws {
    let files = try Files()
    defer { files.remove() }
    try files.write(Files.key, to: "open.pem", mode: 0o640)
    let error = #expect(throws: HostError.self) { try files.serverCertificate(key: "open.pem") }
    guard case .certificate(files.path("open.pem"), let detail)? = error else { return #expect(Bool(false)) }
    #expect(detail.contains("chmod 600"))
  }

  @Test func `a link to a key is as secret as the file it leads to`() throws {
    let files = try Files()
    defer { files.remove() }
    try files.write(Files.key, to: "open.pem", mode: 0o640)
    for (link, target) in [("secret", "key.pem"), ("open", "open.pem")] {
      try FileManager.default.createSymbolicLink(atPath: files.path(link), withDestinationPath: target)
    }
    _ = try files.serverCertificate(key: "secret")
    #expect(throws: HostError.self) { try files.serverCertificate(key: "open") }
  }

  @Test func `a missing file, an invalid one and a key that does not match are errors`() throws {
    let files = try Files()
    defer { files.remove() }
    try files.write("nothing", to: "nothing.pem", mode: 0o600)
    try files.write(Files.otherKey, to: "other.pem", mode: 0o600)
    let cases = [
      ("missing.pem", "key.pem", "missing.pem"), ("certificate.pem", "missing.pem", "missing.pem"),
      ("nothing.pem", "key.pem", "nothing.pem"), ("certificate.pem", "nothing.pem", "nothing.pem"),
      ("certificate.pem", "other.pem", "other.pem"),
    ]
    for (certificate, key, culprit) in cases {
      let error = #expect(throws: HostError.self) { try files.serverCertificate(certificate: certificate, key: key) }
      guard case .certificate(let path, _)? = error else { return #expect(Bool(false), "\(culprit)") }
      #expect(path == files.path(culprit))
    }
  }
}
