import NotesDomain
import NotesFronts
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct ServerHealthCommandTests {
  private let fakes = Fakes()
  private var program: Program { Program(fakes: fakes) }

  @Test func `a ready server is reported, with status 0`() async throws {
    fakes.probe.put(try ServerAddress("http://127.0.0.1:8377"))
    let run = await program.run("server", "health")
    #expect(run.status == .success && run.output.isEmpty)
    #expect(run.error == "http://127.0.0.1:8377 is ready.\n")
  }

  @Test func `the default address is the one in the settings`() async throws {
    fakes.host.given = [HostSetting(name: .listen, value: "http://192.0.2.7:9", origin: .variable)]
    fakes.probe.put(try ServerAddress("http://192.0.2.7:9", isLocal: true))
    #expect(await program.run("server", "health").error == "http://192.0.2.7:9 is ready.\n")
    let other = await program.run("server", "health", "--config", "/etc/server.yaml", "https://b.example")
    #expect(other.error.hasPrefix("notesctl: cannot reach the server"))
    fakes.host.failure = .incompleteCertificate
    #expect(await program.run("server", "health").status == .configuration)
  }

  @Test func `it works without a home directory`() async throws {
    fakes.probe.put(try ServerAddress("http://127.0.0.1:8377"))
    var program = program
    program.environment = [:]
    #expect(await program.run("server", "health").status == .success)
  }

  @Test func `a server that is not ready or not reachable exits with another status`() async throws {
    fakes.probe.put(
      try ServerAddress("https://a.example"), failing: .unavailable(detail: "it is not ready", retryAfter: nil))
    let busy = await program.run("server", "health", "a.example")
    #expect(busy.status == .tryAgain && busy.error.contains("it is not ready"))
    let none = await program.run("server", "health", "https://b.example")
    #expect(none.status == .tryAgain && none.error.contains("cannot reach the server"))
  }

  @Test func `an untrusted certificate is reported with how to trust it, not with how to start the server`()
    async throws
  {
    fakes.probe.put(try ServerAddress("https://a.example"), failing: .untrusted(host: "a.example"))
    let run = await program.run("server", "health", "a.example")
    #expect(run.status == .configuration && run.error.contains("NOTESCTL_CA_FILE"))
    #expect(!run.error.contains("notesctl serve"))
  }

  @Test func `an invalid address is rejected`() async {
    let run = await program.run("server", "health", "http://example.org")
    #expect(run.status == .usage)
  }
}
