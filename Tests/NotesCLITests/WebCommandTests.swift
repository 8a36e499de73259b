import NotesDomain
import NotesFronts
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct WebCommandTests {
  private let fakes = Fakes()
  private var program: Program { Program(fakes: fakes) }

  @Test func `the address is printed, and opened in the browser`() async {
    fakes.webHost.stop { [fakes] in await fakes.browser.waitForOpening() }
    let run = await program.run("web")
    #expect(run.status == .success && run.error.isEmpty)
    #expect(run.output == fakes.webHost.address + "\n")
    #expect(fakes.browser.opened == [fakes.webHost.address])
    #expect(fakes.webHost.addresses == [nil])
  }

  @Test func `it can be printed only`() async {
    let run = await program.run("web", "--no-open")
    #expect(run.output == fakes.webHost.address + "\n" && run.error.isEmpty)
    #expect(fakes.browser.opened.isEmpty)
  }

  @Test func `without a browser, the person is asked to open it`() async {
    fakes.browser.isAvailable = false
    fakes.webHost.stop { [fakes] in await fakes.browser.waitForOpening() }
    let run = await program.run("web")
    #expect(run.status == .success && run.error == "Open it in a browser.\n")
  }

  @Test func `another address can be chosen`() async {
    _ = await program.run("web", "--no-open", "--listen", "[::1]:9000")
    #expect(fakes.webHost.addresses == ["[::1]:9000"])
  }

  @Test(arguments: [
    (
      HostError.notLoopback(address: "0.0.0.0:1"), NotesCLI.ExitStatus.usage,
      "other machines could read the notes at 0.0.0.0:1\n  listen on 127.0.0.1 or [::1]"
    ),
    (.invalidAddress("x"), .usage, "'x' is not an address\n  use a host and a port, such as 127.0.0.1:8378\n"),
    (
      .cannotListen(address: "127.0.0.1:1", detail: "permission denied"), .unavailable,
      "cannot listen on 127.0.0.1:1: permission denied"
    ),
    (.failed(detail: "?"), .software, "the server stopped unexpectedly: ?"),
  ])
  func `a front that cannot serve reports the reason, and opens nothing`(
    error: HostError, status: NotesCLI.ExitStatus, message: String
  ) async {
    fakes.webHost.failure = error
    let run = await program.run("web")
    #expect(run.status == status && run.output.isEmpty && fakes.browser.opened.isEmpty)
    #expect(run.error.hasPrefix("notesctl: \(message)"), "\(run.error)")
  }

  @Test func `it creates a store, since notes are written in it`() throws {
    let command = try #require(WebCommand.parsed([]) as? WebCommand)
    #expect(command.needs.composition == .web && command.needs.createsStore)
  }
}
