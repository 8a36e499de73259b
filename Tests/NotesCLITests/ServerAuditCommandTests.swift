import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct ServerAuditCommandTests {
  private let fakes = Fakes()
  private var program: Program { Program(fakes: fakes) }

  private func fill() async throws {
    let (ada, start) = (AccountName("ada"), FixedClock.start)
    try await fakes.audit.append(
      [
        AuditEntry(time: start, event: AuditEvent(.accountAddition, account: ada)),
        AuditEntry(
          time: start + .seconds(60),
          event: AuditEvent(.signIn, account: ada, peer: "192.0.2.1", device: "phone\u{1B}[2J\u{202E}")),
        AuditEntry(
          time: start + .seconds(120), event: AuditEvent(.signInRefused, peer: "2001:db8:0:0::/64"), count: 12),
        AuditEntry(time: start + .seconds(180), event: AuditEvent(.rateLimited, account: ada)),
      ], limits: AuditLimits())
  }

  @Test func `the events are listed newest first, with escaped labels`() async throws {
    try await fill()
    try expectGolden(await program.run("server", "audit").output, named: "server-audit")
    try expectGolden(await program.run("server", "audit", "--json").output, named: "server-audit-json")
  }

  @Test func `the events of an account are listed, up to a limit`() async throws {
    try await fill()
    let run = await program.run("server", "audit", "--account", "ada", "--limit", "2", "--jsonl", "--fields", "event")
    #expect(run.output == "{\"event\":\"rate-limited\"}\n{\"event\":\"sign-in\"}\n")
  }

  @Test func `without events there is a notice`() async {
    let run = await program.run("server", "audit")
    #expect(run.status == .success && run.output.isEmpty && run.error == "No events.\n")
    #expect(await program.run("server", "audit", "--account", "Ada").status == .usage)
    #expect(await program.run("server", "audit", "--limit", "-1").status == .usage)
  }
}
