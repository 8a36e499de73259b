import Foundation
import Testing

/// The front in a browser, with the built program.
@Suite(.serialized, .timeLimit(.minutes(5))) struct WebProcessTests {
  private let folder = TemporaryFolder()
  private var notesctl: Executable { Executable(folder: folder) }

  /// A front that runs, with the address that it printed.
  private struct Front {
    let running: Executable.Running
    let port: Int
    /// The path with the token.
    let entry: String

    var authority: String { "127.0.0.1:\(port)" }

    /// Stops the front, as a service manager does.
    func stop() throws -> Executable.Ending {
      running.process.terminate()
      return try running.wait()
    }
  }

  private func front() throws -> Front {
    let printed = folder.path + "/printed"
    try #require(mkfifo(printed, 0o600) == 0)
    let running = try notesctl.start(["web", "--no-open", "--listen", "127.0.0.1:0"], shell: "> '\(printed)'")
    // One line, which is written at once.
    let line = try FileHandle(forReadingFrom: URL(filePath: printed)).availableData
    let address = String(decoding: line, as: UTF8.self)
    let match = try #require(
      address.wholeMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)(\/\?token=[0-9a-f]+)\n/), "\(address)")
    return Front(running: running, port: try #require(Int(match.1)), entry: String(match.2))
  }

  /// Requests a page by the shell, which sends any host. Returns the response with its head.
  private func get(_ path: String, from front: Front, host: String? = nil, cookie: String = "") throws -> String {
    try notesctl.run(Self.request(path, of: front, host: host, cookie: cookie) + "cat <&3", in: "/bin/bash").output
  }

  /// Returns a script that sends a request, whose response can be read from the descriptor 3.
  private static func request(_ path: String, of front: Front, host: String? = nil, cookie: String) -> String {
    let head = [
      "GET \(path) HTTP/1.1", "Host: \(host ?? front.authority)", "Cookie: \(cookie)", "Connection: close", "",
    ]
    return "exec 3<>/dev/tcp/127.0.0.1/\(front.port); printf '%s\\r\\n' "
      + head.map { "'\($0)'" }.joined(separator: " ") + " >&3; "
  }

  /// Exchanges the token for the cookie of the session.
  private func cookie(of front: Front) throws -> String {
    let response = try get(front.entry, from: front)
    #expect(response.hasPrefix("HTTP/1.1 200 "), "\(response)")
    return String(
      try #require(response.firstMatch(of: /(?i)set-cookie: ([^;]+); Path=\/; HttpOnly; SameSite=Strict/)?.1))
  }

  @Test func `the notes are shown to the browser that has exchanged the token, until SIGTERM`() throws {
    #expect(try notesctl.run("add", "A walk by the canal").status == 0)
    let front = try front()
    let cookie = try cookie(of: front)
    let list = try get("/", from: front, cookie: cookie)
    #expect(list.hasPrefix("HTTP/1.1 200 ") && list.contains("A walk by the canal"))
    let ending = try front.stop()
    #expect(ending.status == 0 && ending.error.isEmpty, "\(ending)")
  }

  @Test func `the token is worth nothing a second time, and no page is shown without the cookie`() throws {
    let front = try front()
    _ = try cookie(of: front)
    #expect(try get(front.entry, from: front).hasPrefix("HTTP/1.1 403 "))
    #expect(try get("/", from: front).hasPrefix("HTTP/1.1 403 "))
    #expect(try front.stop().status == 0)
  }

  @Test func `a name that leads to this machine is not an address of the notes`() throws {
    let front = try front()
    let cookie = try cookie(of: front)
    for host in ["notes.example.org:\(front.port)", "localhost:\(front.port)", "127.0.0.1"] {
      #expect(try get("/", from: front, host: host, cookie: cookie).hasPrefix("HTTP/1.1 421 "), "\(host)")
    }
    #expect(try front.stop().status == 0)
  }

  @Test func `an open page does not delay the end`() throws {
    let front = try front()
    let events = Self.request("/events", of: front, cookie: try cookie(of: front))
    // Stops the front after the first event, and then waits for the end of the response.
    let script = """
      \(events)
      while read -r line <&3 && [[ $line != retry* ]]; do :; done
      kill -TERM \(front.running.process.processIdentifier)
      timeout 30 cat <&3
      """
    let run = try notesctl.run(script, in: "/bin/bash")
    #expect(run.status == 0, "the events did not end")
    if run.status != 0 { front.running.kill() }
    #expect(try front.running.wait().status == 0)
  }

  @Test(arguments: ["0.0.0.0:0", "192.0.2.1:8378", "[::]:0"])
  func `an address that other machines reach is refused, with the way to reach it from elsewhere`(
    address: String
  ) throws {
    let run = try notesctl.run("web", "--no-open", "--listen", address)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.error.contains("other machines could read the notes") && run.error.contains("ssh -L"))
  }
}
