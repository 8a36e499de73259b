import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@testable import NotesCLI

@MainActor
@Suite struct JSONErrorTests {
  private let fakes = Fakes(notes: [.sample(1, title: "Tea"), .sample(2, title: "Tea")])
  private var program: Program { Program(fakes: fakes) }

  @Test func `a failure is one object on standard error`() async throws {
    let run = await program.run("show", "Bread", "--json")
    #expect(run.status == .noInput && run.output.isEmpty)
    #expect(
      run.error == #"{"error":{"id":"note-not-found","message":"no note is named 'Bread'","detail":null,"#
        + #""fix":["use a number of the last 'notesctl list', an id, a title or a path"],"status":66}}"# + "\n")
  }

  @Test(arguments: [
    (["show", "Tea", "--json"], "note-ambiguous"), (["list", "--json", "--colour"], "usage"),
    (["list", "--fields", "none"], "usage"), (["list", "--full", "--limit", "x"], "usage"),
    (["list", "before:noon", "--jsonl"], "usage"),
    (["lst", "--json"], "usage"), (["server", "--json"], "usage"),
    (["conflicts", "show", "abc", "--json"], "not-found"),
    (["devices", "--json"], "not-signed-in"),
  ])
  func `failures have names that the schema and the manual know`(arguments: [String], id: String) async throws {
    let run = await program.run(arguments)
    let value = try ParsedJSON(run.error)
    #expect(value["error"]?["id"] == .string(id))
    #expect(value["error"]?["status"] == .number(Double(run.status.rawValue)))
    #expect(try JSONSchema.published().problems(of: value, as: "error") == [])
    #expect(run.output.isEmpty && run.error.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    (StoreError.locked(path: "/s"), "store-locked"), (.corrupt(path: "/s", detail: "x"), "store-damaged"),
    (.newerVersion(path: "/s", found: 9, supported: 1), "store-newer"), (.notAStore(path: "/s"), "store-invalid"),
    (.diskFull(path: "/s"), "io"),
  ])
  func `a failing store is told apart by its name`(error: StoreError, id: String) async throws {
    fakes.repository.failure = error
    #expect(try ParsedJSON(await program.run("list", "--json").error)["error"]?["id"] == .string(id))
  }

  @Test func `failures of sync are told apart by their names`() {
    let failures: [(TransportError, String)] = [
      (.notConfigured, "not-signed-in"), (.unreachable(detail: "x"), "server-unreachable"),
      (.untrusted(host: "h"), "server-untrusted"), (.rateLimited(retryAfter: nil), "rate-limited"),
      (.misaddressed(detail: "x"), "server-replaced"),
      (.unauthorized, "device-revoked"), (.undecodable(detail: "x"), "protocol"),
      (.encryption(.locked), "vault-locked"), (.encryption(.rotated), "vault-locked"),
    ]
    for (error, id) in failures { #expect(CommandFailure(error).id == id) }
    #expect(CommandFailure(SyncError.deletionBrake(DeletionBrake(deletions: 1, notes: 1))).id == "many-deletions")
  }

  @Test func `more lines of a message are its detail`() throws {
    let failure = CommandFailure("the file is invalid\na.yaml:1: x\na.yaml:2: y", status: .configuration)
    let value = try ParsedJSON(failure.json().compact)["error"]
    #expect(value?["message"] == .string("the file is invalid"))
    #expect(value?["detail"] == .string("a.yaml:1: x\na.yaml:2: y"))
  }

  @Test func `with --debug it has the cause`() async throws {
    let value = try ParsedJSON(CommandFailure("x", status: .data).json(cause: "Y.z").compact)
    #expect(value["error"]?["cause"] == .string("Y.z"))
    #expect(try JSONSchema.published().problems(of: value, as: "error") == [])
  }

  @Test func `an unknown option's message and advice are apart`() async throws {
    let error = try ParsedJSON(await program.run("list", "--json", "--colour").error)["error"]
    #expect(error?["message"] == .string("unknown option '--colour'"))
    #expect(error?["fix"]?.elements.isEmpty == false)
  }

  @Test func `a message without JSON stays text, also if the word is a text`() async {
    #expect(await program.run("show", "Bread").error.hasPrefix("notesctl: no note is named"))
    #expect(await program.run("show", "--", "--json").error.hasPrefix("notesctl: no note is named"))
  }

  @Test(arguments: ["a'\nnotesctl: all is lost", "a\tb", "a\r\nb"])
  func `a line break in a name does not begin a line of the program`(name: String) async throws {
    let run = await program.run("show", name)
    #expect(run.error.split(separator: "\n").count == 2 && !run.error.contains("\t"), "\(run.error)")
    let error = try ParsedJSON(await program.run("show", name, "--json").error)["error"]
    #expect(error?["detail"] == .null)
  }

  @Test func `with --debug the cause is the error as the program's types describe it`() async {
    let run = await program.run("show", "Bread", "--debug")
    #expect(run.error.contains("cause: NotesDomain.ReferenceError.unknown"), "\(run.error)")
  }

  @Test func `control characters are escaped`() async {
    let error = await program.run("show", "evil\u{1B}[2J\u{202E}", "--json").error
    #expect(error.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isTerminalControl })
  }
}
