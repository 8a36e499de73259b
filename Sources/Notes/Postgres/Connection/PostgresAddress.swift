import CPostgres
import Foundation
import NotesDomain

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

  /// Checks an address.
  ///
  /// A connection that loses its network is given up within twenty seconds, so that a node does not wait for hours. A remote
  /// server must have a certificate for its name, unless the address says otherwise by `sslmode`.
  ///
  /// - Parameters:
  ///   - text: The address.
  ///   - environment: The variables of the process. libpq reads its own ones, such as `PGPASSFILE`, by itself.
  /// - Throws: ``PostgresError/invalidAddress(detail:)`` also for an address with a password: arguments and variables are seen
  ///   by others. libpq reads passwords from `~/.pgpass`, a service file, or `PGPASSWORD`.
  init(_ text: String, environment: [String: String]) throws(PostgresError) {
    let given = try Self.parse(text)
    for keyword in ["password", "sslpassword"] where given[keyword] != nil {
      throw .invalidAddress(detail: "it contains a password, which others can see; put it into ~/.pgpass")
    }
    func value(_ keyword: String) -> String? { given[keyword] ?? environment["PG" + keyword.uppercased()] }
    let host = value("host") ?? value("hostaddr")
    var parameters = [Parameter(keyword: "dbname", value: text)]
    func add(_ keyword: String, _ value: String, unlessSet variable: String? = nil) {
      guard given[keyword] == nil, variable.flatMap({ environment[$0] }) == nil else { return }
      parameters.append(Parameter(keyword: keyword, value: value))
    }
    add("fallback_application_name", "notesctl")
    add("connect_timeout", "5", unlessSet: "PGCONNECT_TIMEOUT")
    add("tcp_user_timeout", "15000")
    add("keepalives_idle", "5")
    add("keepalives_interval", "5")
    add("keepalives_count", "3")
    if given["service"] != nil || !Self.isLocal(host) {
      add("sslmode", "verify-full", unlessSet: "PGSSLMODE")
      if let bundle = Self.certificateBundle(environment) { add("sslrootcert", bundle, unlessSet: "PGSSLROOTCERT") }
    }
    // The options of the address come last, so that they count.
    let options = ["-c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=20s"]
    parameters.append(
      Parameter(keyword: "options", value: (options + [value("options")].compactMap(\.self)).joined(separator: " ")))
    self.parameters = parameters
    let user = given["user"].map { "\($0)@" } ?? ""
    // Of several hosts, each has a port, which may be empty.
    let port = given["port"].flatMap { $0.allSatisfy { $0 == "," } ? nil : ":\($0)" } ?? ""
    name = "postgres://\(user)\(host ?? "")\(port)/\(value("dbname") ?? given["service"] ?? "")"
  }

  /// Whether a text is the address of a database, and not a path.
  package static func isAddress(_ text: String) -> Bool {
    ["postgres://", "postgresql://"].contains { text.lowercased().hasPrefix($0) }
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

  /// The parameters in an address, by keyword.
  private static func parse(_ text: String) throws(PostgresError) -> [String: String] {
    let libpq = try Libpq.functions()
    var reason: UnsafeMutablePointer<CChar>?
    guard let options = libpq.PQconninfoParse(text, &reason) else {
      defer { libpq.PQfreemem(reason) }
      let detail = reason.map { String(cString: $0) } ?? "out of memory"
      throw .invalidAddress(detail: detail.split(whereSeparator: \.isNewline).joined(separator: " "))
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

  /// Whether a host, or each of several that are separated by commas, is this machine; `nil` is libpq's default, a socket.
  private static func isLocal(_ host: String?) -> Bool {
    (host ?? "").split(separator: ",").allSatisfy { host in
      host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost"
        || IPAddress(String(host))?.isLoopback == true
    }
  }

  /// The certificates of the system, unless the user has chosen some for libpq, which knows no system ones before version 16.
  private static func certificateBundle(_ environment: [String: String]) -> String? {
    if let home = environment["HOME"], access(home + "/.postgresql/root.crt", F_OK) == 0 { return nil }
    return ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]
      .first { access($0, R_OK) == 0 }
  }
}
