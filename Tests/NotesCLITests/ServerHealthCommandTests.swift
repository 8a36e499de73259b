import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct ServerHealthCommandTests {
  private let fakes = Fakes()
  private var program: Program { Program(fakes: fakes) }

  @Test func `a server that is ready is said to be, by the status too`() async throws {
    fakes.probe.put(try ServerAddress("http://127.0.0.1:8377"))
    let run = await program.run("server", "health")
    #expect(run.status == .success && run.output.isEmpty)
    #expect(run.error == "http://127.0.0.1:8377 is ready.\n")
  }

  @Test func `the one that is asked is where the settings say that it listens`() async throws {
    fakes.host.given = [HostSetting(name: .listen, value: "http://192.0.2.7:9", origin: .variable)]
    fakes.probe.put(try ServerAddress("http://192.0.2.7:9", isOwn: true))
    #expect(await program.run("server", "health").error == "http://192.0.2.7:9 is ready.\n")
    let other = await program.run("server", "health", "--config", "/etc/server.yaml", "https://b.example")
    #expect(other.error.hasPrefix("notesctl: the server cannot be reached"))
    fakes.host.failure = .incompleteCertificate
    #expect(await program.run("server", "health").status == .configuration)
  }

  @Test func `it is asked where there is no home too`() async throws {
    fakes.probe.put(try ServerAddress("http://127.0.0.1:8377"))
    var program = program
    program.environment = [:]
    #expect(await program.run("server", "health").status == .success)
  }

  @Test func `one that is not ready, or not there, ends with another status`() async throws {
    fakes.probe.put(
      try ServerAddress("https://a.example"), failing: .unavailable(detail: "it is not ready", retryAfter: nil))
    let busy = await program.run("server", "health", "a.example")
    #expect(busy.status == .tryAgain && busy.error.contains("it is not ready"))
    let none = await program.run("server", "health", "https://b.example")
    #expect(none.status == .tryAgain && none.error.contains("cannot be reached"))
  }

  @Test func `whose certificate is not trusted is told how to trust it, not to start the server`() async throws {
    fakes.probe.put(try ServerAddress("https://a.example"), failing: .untrusted(host: "a.example"))
    let run = await program.run("server", "health", "a.example")
    #expect(run.status == .tryAgain && run.error.contains("NOTESCTL_CA_FILE"))
    #expect(!run.error.contains("notesctl serve"))
  }

  @Test func `what is no address is refused`() async {
    let run = await program.run("server", "health", "http://example.org")
    #expect(run.status == .usage)
  }
}
