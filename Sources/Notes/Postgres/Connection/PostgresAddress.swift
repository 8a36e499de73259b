import CPostgres
import Foundation
import NotesDomain
import NotesHosting

/// The address of a database, in one of libpq's forms: `postgres://user@host/name?sslmode=require`, or
/// `postgres:///name?host=/run/postgresql` for a socket
/// (<https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING>).
package struct PostgresAddress: Sendable, Hashable {
  /// The address without its query, for messages and metrics. Never contains a password.
  package let name: String
  /// The parameters for libpq, in the order in which it gets them.
  private let parameters: [Parameter]

  private struct Parameter: Sendable, Hashable {
    let keyword: String
    let value: String
  }

  /// The limits of time for what servers do, the level of the warning that a standby has not confirmed a commit, and no
  /// just-in-time compilation, by the names of PostgreSQL's settings.
  ///
  /// As long as a growing table has no statistics, PostgreSQL expects many rows for each key, and compiles the statement,
  /// which takes longer than running it.
  static let settings = [
    ("statement_timeout", "30s"), ("lock_timeout", "10s"), ("idle_in_transaction_session_timeout", "20s"),
    ("client_min_messages", "warning"), ("jit", "off"),
  ]

  /// A setting without a meaning for PostgreSQL, which is sent with the options to find out whether they have arrived.
  static let marker = "notesctl.options"

  /// Whether the address has options of its own.
  let hasOptions: Bool

  /// Checks an address.
  ///
  /// A connection that loses its network is given up within twenty seconds, so that a node does not wait for hours. A remote
  /// server must have a certificate for its name, unless the address says otherwise by `sslmode`.
  ///
  /// - Parameters:
  ///   - text: The address.
  ///   - environment: The variables of the process. libpq reads its own ones, such as `PGPASSFILE`, by itself.
  /// - Throws: ``PostgresError/invalidAddress(detail:)`` also for an address with a password: arguments and variables are seen
  ///   by others. libpq reads passwords from `~/.pgpass`, a service file, or `PGPASSWORD`. The error never quotes the address.
  init(_ text: String, environment: [String: String]) throws(PostgresError) {
    do { _ = try DatabaseAddress(text) } catch { throw .invalidAddress(detail: error.detail) }
    let given = try Self.parse(text)
    for keyword in ["password", "sslpassword"] where given[keyword] != nil {
      throw .invalidAddress(detail: DatabaseAddressError.password.detail)
    }
    func value(_ keyword: String, variable: String? = nil) -> String? {
      given[keyword] ?? environment[variable ?? "PG" + keyword.uppercased()]
    }
    let hosts = [value("host"), value("hostaddr")]
    let isLocal = value("service") == nil && hosts.allSatisfy(Self.isLocal)
    var parameters = [Parameter(keyword: "dbname", value: text)]
    // What follows the address overrides it.
    func add(_ keyword: String, _ value: String) { parameters.append(Parameter(keyword: keyword, value: value)) }
    func addDefault(_ keyword: String, _ standard: String, variable: String? = nil) {
      if value(keyword, variable: variable) == nil { add(keyword, standard) }
    }
    addDefault("fallback_application_name", "notesctl")
    addDefault("connect_timeout", "5", variable: "PGCONNECT_TIMEOUT")
    addDefault("tcp_user_timeout", "15000")
    addDefault("keepalives_idle", "5")
    addDefault("keepalives_interval", "5")
    addDefault("keepalives_count", "3")
    // Of several hosts, the one that can be written: the others are its standbys.
    if hosts.contains(where: { $0?.contains(",") == true }) {
      addDefault("target_session_attrs", "read-write", variable: "PGTARGETSESSIONATTRS")
    }
    let mode = value("sslmode") ?? (isLocal ? "" : "verify-full")
    if !isLocal { addDefault("sslmode", mode) }
    // With certificates to trust, libpq verifies in every mode.
    if mode.hasPrefix("verify-"), let bundle = Self.certificateBundle(environment) {
      addDefault("sslrootcert", bundle)
    }
    add("client_encoding", "UTF8")
    // The options of the address come last, so that they count. Those of a service would be replaced: it keeps them, and each
    // transaction has the settings.
    let own = value("service") == nil ? value("options") : given["options"]
    hasOptions = own != nil
    if hasOptions || value("service") == nil {
      let options = (Self.settings + [(Self.marker, "kept")]).map { "-c \($0)=\($1)" } + [own].compactMap(\.self)
      add("options", options.joined(separator: " "))
    }
    self.parameters = parameters
    let user = given["user"].map { "\($0)@" } ?? ""
    // Of several hosts, each has a port, which may be empty.
    let port = given["port"].flatMap { $0.allSatisfy { $0 == "," } ? nil : ":\($0)" } ?? ""
    let host = hosts.lazy.compactMap(\.self).first ?? ""
    name = "postgres://\(user)\(host)\(port)/\(value("dbname", variable: "PGDATABASE") ?? value("service") ?? "")"
  }

  /// Calls a closure with the keywords and values for libpq, which end with NULL.
  func withKeywords<Result>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let keywords = parameters.map { strdup($0.keyword) }
    let values = parameters.map { strdup($0.value) }
    defer { for text in keywords + values { free(text) } }
    return body(
      keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil])
  }

  /// Returns the parameters in an address, by keyword.
  private static func parse(_ text: String) throws(PostgresError) -> [String: String] {
    let libpq = try Libpq.functions()
    var reason: UnsafeMutablePointer<CChar>?
    guard let options = libpq.PQconninfoParse(text, &reason) else {
      defer { libpq.PQfreemem(reason) }
      // Its own words quote the text, which may contain a password after all.
      throw .invalidAddress(
        detail: "it is not in libpq's form, such as postgres://user@host:5432/database?sslmode=require")
    }
    defer { libpq.PQconninfoFree(options) }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    return values
  }

  /// Returns whether a host, or each of several that are separated by commas, is this machine; `nil` is libpq's default, a
  /// socket.
  private static func isLocal(_ host: String?) -> Bool {
    (host ?? "").split(separator: ",").allSatisfy { host in
      host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost"
        || IPAddress(String(host))?.isLoopback == true
    }
  }

  /// Returns the certificates of the system, unless the user has chosen some for libpq, which knows no system ones before version
  /// 16.
  private static func certificateBundle(_ environment: [String: String]) -> String? {
    if let home = environment["HOME"], access(home + "/.postgresql/root.crt", F_OK) == 0 { return nil }
    return ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]
      .first { access($0, R_OK) == 0 }
  }
}
