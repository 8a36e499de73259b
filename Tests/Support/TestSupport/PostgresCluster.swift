import Foundation
import Synchronization

/// A PostgreSQL server in a temporary folder, which listens on a socket in it, for the tests of this process.
///
/// It stops, and its folder is removed, when the process ends in any way: a shell that started it waits for the end of its
/// input.
package final class PostgresCluster: Sendable {
  /// The cluster that all tests of this process share.
  package static var shared: PostgresCluster { get async throws { try await starting.value } }

  private static let starting = Task { try await onThread { try PostgresCluster() } }

  /// Runs what takes seconds on a thread of its own: the few threads of the concurrency runtime are for all tests.
  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }

  /// The folder with the socket.
  package let folder: String
  private let tools: String
  private let process: PipedProcess
  private let poolers: Mutex<PostgresPooler?> = Mutex(nil)
  private let schemas = Atomic(0)

  /// Creates a cluster, and starts it, which takes seconds.
  ///
  /// - Parameters:
  ///   - settings: Lines for its configuration, after those for speed: what it writes may be lost.
  ///   - preparation: Commands of the shell in the folder of its data, before it starts.
  package init(settings: [String] = [], preparation: String = "") throws {
    tools = try Self.findTools()
    let folder = "/tmp/notes-postgres-\(UUID().uuidString.prefix(8).lowercased())"
    self.folder = folder
    let lines =
      ["listen_addresses = ''", "unix_socket_directories = '\(folder)'", "max_connections = 300", "fsync = off"]
      + settings
    let script = """
      set -e
      # What other tests have open, and would wait for the end of.
      for descriptor in /proc/self/fd/*; do
        descriptor=${descriptor##*/}
        if ((descriptor > 2)); then eval "exec $descriptor>&-" 2>/dev/null || true; fi
      done
      cd /
      umask 077
      mkdir '\(folder)'
      trap "rm -rf '\(folder)'" EXIT
      export LC_ALL=C
      '\(tools)/initdb' --pgdata='\(folder)/data' --username=notes --auth=trust --encoding=UTF8 --no-sync >/dev/null
      printf '%s\\n' \(lines.map { "\"\($0)\"" }.joined(separator: " ")) >> '\(folder)/data/postgresql.conf'
      cd '\(folder)/data'
      \(preparation)
      cd /
      '\(tools)/pg_ctl' --pgdata='\(folder)/data' --wait --log='\(folder)/log' start >/dev/null
      echo ready
      read -r _ || true
      '\(tools)/pg_ctl' --pgdata='\(folder)/data' --mode=immediate --wait stop >/dev/null
      """
    process = try PipedProcess(["/usr/bin/env", "setsid"] + Self.user + ["bash", "-c", script])
    guard process.read(upToCount: 5) == Array("ready".utf8) else {
      throw PostgresClusterError(detail: "It did not start")
    }
  }

  /// Stops the server, and removes its folder.
  package func stop() throws {
    process.stop()
  }

  /// The pooler in front of the server, which starts when it is first used.
  package func pooler() throws -> PostgresPooler {
    try poolers.withLock { pooler in
      let present = try pooler ?? PostgresPooler(of: folder)
      pooler = present
      return present
    }
  }

  /// Creates an empty schema, and returns the address of a database in which tables are created there.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of its name, which may need quotes.
  ///   - settings: The settings of a role that the address has then, such as `lock_timeout = 1`.
  package func makeSchema(named prefix: String = "schema", forRoleWith settings: [String] = []) async throws -> String {
    let name = "\(prefix)_\(schemas.add(1, ordering: .relaxed).newValue)"
    let role = settings.isEmpty ? "notes" : "role_of_\(name)"
    let statements =
      ["CREATE SCHEMA \"\(name)\""] + (settings.isEmpty ? [] : ["CREATE ROLE \"\(role)\" LOGIN SUPERUSER"])
      + settings.map { "ALTER ROLE \"\(role)\" SET \($0)" }
    _ = try await Self.onThread { [self] in try run(statements.joined(separator: "; ")) }
    return "postgres:///postgres?host=\(folder)&user=\(role)&options=-csearch_path%3D%22\(name)%22"
  }

  /// Creates an empty database, and returns its name.
  ///
  /// - Parameter options: The options of `CREATE DATABASE`.
  package func makeDatabase(_ options: String = "") async throws -> String {
    let name = "database_\(schemas.add(1, ordering: .relaxed).newValue)"
    _ = try await Self.onThread { [self] in try run("CREATE DATABASE \(name) \(options)") }
    return name
  }

  /// Runs statements as a superuser, and returns what psql prints: rows in lines, columns between vertical bars.
  @discardableResult
  package func run(_ sql: String) throws -> String {
    let process = try PipedProcess([
      tools + "/psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1",
      "--host=\(folder)", "--username=notes", "--dbname=postgres", "--command=\(sql)",
    ])
    let output = process.read(upToCount: .max)
    guard process.stop() == 0 else { throw PostgresClusterError(detail: "It refused: \(sql)") }
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// The words before a command that runs as another user: PostgreSQL does not run as the superuser.
  fileprivate static var user: [String] {
    geteuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
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

/// A pgbouncer in front of a cluster, which gives its clients a connection for one transaction at a time.
package final class PostgresPooler: Sendable {
  /// The folder with the socket.
  private let folder: String
  private let cluster: String
  private let process: PipedProcess

  /// Starts a pooler for the cluster of a folder.
  fileprivate init(of cluster: String) throws {
    guard
      let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"]
        .first(where: FileManager.default.isExecutableFile)
    else { throw PostgresClusterError(detail: "pgbouncer is not installed: run ./scripts/setup") }
    self.cluster = cluster
    folder = cluster + "/pooler"
    let settings = """
      [databases]
      * = host=\(cluster) user=notes
      [pgbouncer]
      listen_addr =
      listen_port = 6432
      unix_socket_dir = \(folder)
      auth_type = any
      pool_mode = transaction
      default_pool_size = 8
      max_client_conn = 500
      ignore_startup_parameters = options
      """
    let script = """
      set -e
      for descriptor in /proc/self/fd/*; do
        descriptor=${descriptor##*/}
        if ((descriptor > 2)); then eval "exec $descriptor>&-" 2>/dev/null || true; fi
      done
      cd /
      umask 077
      mkdir '\(folder)'
      cat > '\(folder)/settings' <<'END'
      \(settings)
      END
      '\(program)' --quiet '\(folder)/settings' >'\(folder)/log' 2>&1 &
      until [[ -S '\(folder)/.s.PGSQL.6432' ]]; do kill -0 $!; done
      echo ready
      read -r _ || true
      kill $!
      """
    process = try PipedProcess(["/usr/bin/env", "setsid"] + PostgresCluster.user + ["bash", "-c", script])
    guard process.read(upToCount: 5) == Array("ready".utf8) else {
      throw PostgresClusterError(detail: "pgbouncer did not start")
    }
  }

  /// Returns the addresses of a database: through the pooler, and without it.
  package func addresses(of database: String) -> (pooled: String, direct: String) {
    (
      "postgres:///\(database)?host=\(folder)&port=6432&user=notes",
      "postgres:///\(database)?host=\(cluster)&user=notes"
    )
  }
}

/// PostgreSQL cannot be used by tests.
package struct PostgresClusterError: Error {
  package let detail: String
}

/// A process with a pipe to its input, and one from its output.
///
/// Not Foundation's `Process`, whose children inherit descriptors of each other: while this one runs, the end of none of the
/// others would be noticed.
private final class PipedProcess: Sendable {
  private let identifier: pid_t
  private let input: Int32
  private let output: Int32

  /// Starts a program with arguments.
  init(_ arguments: [String]) throws {
    var (toChild, fromChild): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else {
      throw PostgresClusterError(detail: "There are too many open files")
    }
    for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], STDOUT_FILENO)
    // A thread of a task may block signals, which the program would inherit, and then not end.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier = pid_t()
    let code = posix_spawn(&identifier, arguments[0], &actions, &attributes, words, environ)
    close(toChild[0])
    close(fromChild[1])
    guard code == 0 else { throw PostgresClusterError(detail: "\(arguments[0]) cannot be started") }
    (self.identifier, input, output) = (identifier, toChild[1], fromChild[0])
  }

  /// Reads from the output, until there are so many bytes, or it ends.
  func read(upToCount count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < count {
      let received = Foundation.read(output, &buffer, min(buffer.count, count - bytes.count))
      guard received > 0 else { break }
      bytes += buffer[..<received]
    }
    return bytes
  }

  /// Ends the input, and waits for the end of the process. Returns zero if it succeeded.
  @discardableResult
  func stop() -> Int32 {
    close(input)
    var status: Int32 = 0
    waitpid(identifier, &status, 0)
    close(output)
    return status
  }
}
