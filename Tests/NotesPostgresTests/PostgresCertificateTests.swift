import NotesTestSupport
import Testing

@testable import NotesPostgres

/// Connections over the network of this machine to a database with a certificate for `localhost`, which it signed itself.
@Suite("The certificates of databases") struct PostgresCertificateTests {
  private static let starting = Task {
    try PostgresCluster(
      settings: ["listen_addresses = '\(address)'", "ssl = on"],
      preparation: """
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj /CN=localhost \
          -addext subjectAltName=DNS:localhost -keyout server.key -out server.crt 2>/dev/null
        """)
  }

  /// An address of this machine on which nothing else listens.
  private static let address = "127.\(Int.random(in: 1...254)).\(Int.random(in: 1...254)).\(Int.random(in: 1...254))"

  private let cluster: PostgresCluster

  init() async throws { cluster = try await Self.starting.value }

  /// Connects to the database by a name. Returns whether the connection is encrypted.
  private func connect(to host: String = "localhost", _ parameters: String) throws -> Bool? {
    let text = "postgres://notes@\(host)/postgres?hostaddr=\(Self.address)&\(parameters)"
    return try PostgresConnection(PostgresAddress(text, environment: [:]))
      .first("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()") { $0.bool(0) }
  }

  private var trusted: String { "sslmode=verify-full&sslrootcert=\(cluster.folder)/data/server.crt" }

  @Test func `a certificate for the name, by a trusted authority, is accepted`() throws {
    #expect(try connect(trusted) == true)
  }

  @Test func `a certificate by an unknown authority is refused`() throws {
    let error = #expect(throws: PostgresError.self) { try connect("sslmode=verify-full") }
    #expect("\(String(describing: error))".contains("certificate"))
  }

  @Test func `a certificate for another name is refused`() throws {
    let error = #expect(throws: PostgresError.self) { try connect(to: "db.example.org", trusted) }
    #expect("\(String(describing: error))".contains("db.example.org"))
  }

  @Test func `a connection that need only be encrypted is, without a known certificate`() throws {
    #expect(try connect("sslmode=require") == true)
  }
}
