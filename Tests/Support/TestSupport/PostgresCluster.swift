import Foundation
import Synchronization

/// A PostgreSQL server in a temporary folder, which listens on a socket in it, for the tests of this process.
///
/// It stops, and its folder is removed, when the process ends in any way: a shell that started it waits for the end of its
/// input.
package final class PostgresCluster: Sendable {
  /// The cluster that all tests of this process share.
  package static var shared: PostgresCluster { get throws { try cluster.get() } }

  private static let cluster = Result { try PostgresCluster() }

  /// The folder with the socket.
  package let folder: String
  private let tools: String
  private let process: Mutex<Process>
  private let input = Pipe()
  private let schemas = Atomic(0)

  /// Creates a cluster, and starts it.
  ///
  /// - Parameter settings: Lines for its configuration, after those for speed: what it writes may be lost.
  package init(settings: [String] = []) throws {
    tools = try Self.findTools()
    let folder = "/tmp/notes-postgres-\(UUID().uuidString.prefix(8).lowercased())"
    self.folder = folder
    let lines =
      ["listen_addresses = ''", "unix_socket_directories = '\(folder)'", "max_connections = 300", "fsync = off"]
      + settings
    let script = """
      set -e
      cd /
      umask 077
      mkdir '\(folder)'
      trap "rm -rf '\(folder)'" EXIT
      export LC_ALL=C
      '\(tools)/initdb' --pgdata='\(folder)/data' --username=notes --auth=trust --encoding=UTF8 --no-sync >/dev/null
      printf '%s\\n' \(lines.map { "\"\($0)\"" }.joined(separator: " ")) >> '\(folder)/data/postgresql.conf'
      '\(tools)/pg_ctl' --pgdata='\(folder)/data' --wait --log='\(folder)/log' start >/dev/null
      echo ready
      read -r _ || true
      '\(tools)/pg_ctl' --pgdata='\(folder)/data' --mode=immediate --wait stop >/dev/null
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // PostgreSQL does not run as the superuser.
    let user = geteuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
    process.arguments = user + ["sh", "-c", script]
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    self.process = Mutex(process)
    let reply = try output.fileHandleForReading.read(upToCount: 5)
    guard reply == Data("ready".utf8) else { throw PostgresClusterError(detail: "It did not start") }
  }

  /// Creates an empty schema, and returns the address of a database in which tables are created there.
  package func makeSchema() throws -> String {
    let name = "schema_\(schemas.add(1, ordering: .relaxed).newValue)"
    try run("CREATE SCHEMA \(name)")
    return "postgres:///postgres?host=\(folder)&user=notes&options=-csearch_path%3D\(name)"
  }

  /// Runs statements as a superuser, and returns what psql prints: rows in lines, columns between vertical bars.
  @discardableResult
  package func run(_ sql: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: tools + "/psql")
    process.arguments = [
      "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1", "--host=\(folder)",
      "--username=notes", "--dbname=postgres", "--command=\(sql)",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw PostgresClusterError(detail: "It refused: \(sql)") }
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// The folder of PostgreSQL's programs, of the newest version that is installed.
  private static func findTools() throws -> String {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let debian = versions.sorted { Int($0) ?? 0 > Int($1) ?? 0 }.map { "/usr/lib/postgresql/\($0)/bin" }
    let folders = debian + ["/usr/local/bin", "/usr/bin", "/opt/homebrew/opt/postgresql/bin"]
    guard let folder = folders.first(where: { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }) else {
      throw PostgresClusterError(detail: "It is not installed: run ./scripts/setup")
    }
    return folder
  }
}

/// PostgreSQL cannot be used by tests.
package struct PostgresClusterError: Error {
  package let detail: String
}
