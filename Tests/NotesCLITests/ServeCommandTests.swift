import NotesDomain
import NotesFronts
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct ServeCommandTests {
  private let fakes = Fakes()
  private var program: Program { Program(fakes: fakes) }

  @Test func `a server prints its addresses`() async {
    let run = await program.run("serve")
    #expect(run.status == .success && run.output.isEmpty)
    #expect(run.error == "listening on http://127.0.0.1:8377\n")
    #expect(fakes.host.served == 1)
  }

  @Test func `the settings are printed with their origins instead of serving`() async {
    fakes.host.given = [
      HostSetting(name: .listen, value: "[::1]:1", origin: .flag),
      HostSetting(name: .logLevel, value: "debug", origin: .variable),
      HostSetting(name: .maximumNotes, value: "500", origin: .file(path: "/etc/server.yaml")),
    ]
    let run = await program.run("serve", "--print-config")
    #expect(run.status == .success && fakes.host.served == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == HostSettingName.allCases.count)
    #expect(lines.first == "listen             [::1]:1  --listen")
    #expect(lines.contains("log-level          debug    NOTESCTL_SERVER_LOG_LEVEL"))
    #expect(lines.contains("max-notes          500      /etc/server.yaml"))
    #expect(lines.contains("log-format         -        default"))
    let json = await program.run("serve", "--print-config", "--jsonl")
    #expect(json.output.hasPrefix(#"{"name":"listen","value":"[::1]:1","origin":"--listen"}"#), "\(json.output)")
  }

  @Test func `each setting has an option of its name`() throws {
    for name in HostSettingName.allCases {
      let arguments = name == .behindProxy ? [name.flag] : [name.flag, "x"]
      let command = try #require(ServeCommand.parsed(arguments) as? ServeCommand)
      #expect(command.needs.serverOptions.flags == [.init(name: name, value: name == .behindProxy ? "true" : "x")])
    }
    #expect(Set(HostSettingName.allCases.map(\.variable)).isSubset(of: CommandLineInterface.environmentVariables))
  }

  @Test(arguments: [
    (
      HostError.invalidSetting(name: .listen, origin: .variable, value: "x\u{1B}", expected: "an address"),
      NotesCLI.ExitStatus.configuration,
      "invalid value 'x^[' for listen (from NOTESCTL_SERVER_LISTEN)\n  expected an address\n"
    ),
    (
      .unknownSetting(path: "/s.yaml", name: "listn"), .configuration,
      "unknown setting 'listn' in /s.yaml"
    ),
    (
      .unknownSetting(path: "/s.yaml", name: "max-conections"), .configuration,
      "unknown setting 'max-conections' in /s.yaml\n  did you mean max-connections?\n"
    ),
    (
      .unknownVariable(name: "NOTESCTL_SERVER_STOER"), .configuration,
      "unknown variable NOTESCTL_SERVER_STOER\n  did you mean NOTESCTL_SERVER_STORE?\n"
    ),
    (
      .unencryptedMetrics(address: "0.0.0.0:1"), .configuration,
      "metrics at 0.0.0.0:1 would be sent unencrypted"
    ),
    (.incompleteCertificate, .configuration, "tls-certificate and tls-key must be set together"),
    (.unencrypted(address: "0.0.0.0:1"), .configuration, "0.0.0.0:1 is reachable from other machines without TLS"),
    (.cannotListen(address: "[::1]:1", detail: "in use"), .unavailable, "cannot listen on [::1]:1: in use"),
    (.certificate(path: "/k", detail: "no key"), .configuration, "cannot use /k: no key"),
    (.store(.locked(path: "/s")), .tryAgain, "the store /s is locked by another program"),
    (.failed(detail: "?"), .software, "the server stopped unexpectedly: ?"),
  ])
  func `a server that cannot serve reports the reason`(error: HostError, status: NotesCLI.ExitStatus, message: String)
    async
  {
    fakes.host.failure = error
    let run = await program.run("serve")
    #expect(run.status == status)
    #expect(run.error.hasPrefix("notesctl: \(message)"), "\(run.error)")
  }
}
