import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesCLI

/// The published schema, compared with everything that is printed as JSON.
@MainActor
@Suite struct JSONSchemaTests {
  /// A command with its definition in the schema.
  struct Case: Sendable, CustomTestStringConvertible {
    let definition: String
    let words: [String]
    var arguments: [String] = []

    var testDescription: String { (words + arguments).joined(separator: " ") }
  }

  nonisolated static let cases = [
    Case(definition: "list", words: ["list"], arguments: ["--all"]),
    Case(definition: "list-full", words: ["list"], arguments: ["--all", "--full"]),
    Case(definition: "search", words: ["search"], arguments: ["starter"]),
    Case(definition: "search-full", words: ["search"], arguments: ["starter", "--full"]),
    Case(definition: "show", words: ["show"], arguments: [reference(1)]),
    Case(definition: "links", words: ["links"], arguments: [reference(1)]),
    Case(definition: "links-broken", words: ["links"], arguments: ["--broken"]),
    Case(definition: "list", words: ["backlinks"], arguments: [reference(2)]),
    Case(definition: "list", words: ["orphans"]),
    Case(definition: "drafts", words: ["drafts", "list"]),
    Case(definition: "config", words: ["config", "list"]),
    Case(definition: "doctor", words: ["doctor"]),
    Case(definition: "tags", words: ["tags", "list"]),
    Case(definition: "tags", words: ["notebooks", "list"]),
    Case(definition: "attachments", words: ["attachments", "list"]),
    Case(definition: "history", words: ["history"]),
    Case(definition: "history-note", words: ["history"], arguments: [reference(1)]),
    Case(definition: "diff", words: ["diff"], arguments: [reference(1)]),
    Case(definition: "sync", words: ["sync", "now"], arguments: ["--accept-deletions"]),
    Case(definition: "sync-status", words: ["sync", "status"]),
    Case(definition: "conflicts", words: ["conflicts", "list"]),
    Case(definition: "conflicts-show", words: ["conflicts", "show"], arguments: [reference(9)]),
    Case(definition: "stats", words: ["stats"]),
    Case(definition: "devices", words: ["devices"]),
    Case(definition: "encryption-status", words: ["encryption", "status"]),
    Case(definition: "server-user", words: ["server", "user", "list"]),
    Case(definition: "server-stats", words: ["server", "stats"]),
    Case(definition: "server-audit", words: ["server", "audit"]),
    Case(definition: "serve-print-config", words: ["serve"], arguments: ["--print-config"]),
  ]

  /// Returns fakes with something for each command to print.
  private func filled() async throws -> Fakes {
    let body = "# Rye\n\nSee [[Starter#Feeding|it]] and [[Nowhere]]. #baking\n"
    let theirs = Note.sample(8, title: "Tea", body: "three minutes\n")
    let ours = Note.sample(8, title: "Tea", body: "five minutes\n")
    let fakes = Fakes(notes: [
      .sample(1, body: body, tags: ["kitchen"], notebook: "Kitchen/Bread") { note in
        note.attachments = .sample(("plan\u{202E}.pdf", 3))
        note.foreignFrontMatter = "aliases: [Roggen]\n"
        note.isPinned = true
      },
      .sample(2, title: "Starter", body: "A sourdough starter\u{1B}.\n"),
      .sample(3, title: "Gone") { $0.trashed = FixedClock.start },
      theirs, ours.copied(as: SequentialNoteIDGenerator.id(9)),
    ])
    let conflict = NoteConflict(
      note: theirs.id, copy: SequentialNoteIDGenerator.id(9), base: nil, theirs: theirs, ours: ours,
      detected: fakes.wallClock.now())
    try await fakes.repository.write { (transaction) throws(StoreError) in try transaction.record(conflict: conflict) }
    fakes.repository.beginRun()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body += "Bake.\n" }
    fakes.repository.beginRun()
    _ = await Program(fakes: fakes).run("undo")
    _ = try await fakes.drafts.create(named: "Tea", text: "x")
    fakes.synchronizer.currentStatus = SyncStatus(
      hasSynced: true, pending: 2,
      blocked: [
        SyncStatus.Blocked(id: SequentialNoteIDGenerator.id(1), title: nil, block: .refused(.tooLarge))
      ], deletionBrake: DeletionBrake(deletions: 30, notes: 40), conflicts: 1, lastSuccess: FixedClock.start)
    let (ada, password) = (try #require(AccountName("ada")), try #require(Password("correct horse")))
    fakes.accounts.add(ada, password: password)
    _ = try await fakes.administration.add(ada, password: password)
    try await fakes.audit.append(
      [AuditEntry(time: FixedClock.start, event: AuditEvent(.accountAddition, account: ada))], limits: AuditLimits())
    var program = Program(fakes: fakes)
    program.answers = ["correct horse"]
    _ = await program.run("login", "notes.example.org", "--name", "ada", "--label", "laptop")
    return fakes
  }

  @Test(arguments: cases)
  func `the output of a command fulfils its definition`(_ command: Case) async throws {
    let schema = try JSONSchema.published()
    let program = Program(fakes: try await filled())
    let run = await program.run(command.words + ["--json"] + command.arguments)
    #expect(run.status == .success, "\(run.error)")
    let value = try ParsedJSON(run.output)
    #expect(value != .array([]))
    #expect(schema.problems(of: value, as: command.definition) == [])
  }

  @Test(arguments: cases)
  func `lines of JSON are the elements of its array, or its object`(_ command: Case) async throws {
    let program = Program(fakes: try await filled())
    let whole = try ParsedJSON(await program.run(command.words + ["--json"] + command.arguments).output)
    let lines = await program.run(command.words + ["--jsonl"] + command.arguments).output.split(separator: "\n")
    let elements = if case .array(let elements) = whole { elements } else { [whole] }
    #expect(try lines.map { try ParsedJSON(String($0)) } == elements)
  }

  @Test func `every command that prints JSON is in these tests, and every definition is used`() async throws {
    let paths = Self.paths(of: NotesctlRoot.self)
    var printing: Set<[String]> = []
    for path in paths where await Program().run(path + ["--help"]).output.contains("Print JSON, one value") {
      printing.insert(path)
    }
    #expect(printing == Set(Self.cases.map(\.words)))
    let schema = try JSONSchema.published()
    let shared: Set = [
      "noteID", "time", "tag", "sha256", "noteSummary", "note", "noteAttachment", "count", "change", "lines", "hunk",
      "error",
    ]
    #expect(Set(schema.definitions) == Set(Self.cases.map(\.definition)).union(shared))
  }

  private static func paths(of group: any NotesctlGroup.Type) -> [[String]] {
    group.commands.map { [$0.names[0]] }
      + group.groups.flatMap { inner in paths(of: inner).map { [inner.names[0]] + $0 } }
  }
}

@Suite struct JSONSchemaValidatorTests {
  private func problems(_ value: String, _ schema: String) throws -> [String] {
    JSONSchema(try ParsedJSON(#"{"$defs":{"x":\#(schema),"id":{"type":"string"}}}"#))
      .problems(of: try ParsedJSON(value), as: "x")
  }

  @Test(arguments: [
    ("5", #"{"type":"string"}"#), ("5.5", #"{"type":"integer"}"#), ("true", #"{"type":"integer"}"#),
    ("null", #"{"type":"object"}"#), (#""c""#, #"{"enum":["a","b"]}"#), ("-1", #"{"minimum":0}"#),
    (#""""#, #"{"minLength":1}"#), ("[1,2]", #"{"maxItems":1}"#), (#""b""#, #"{"pattern":"^a"}"#),
    ("[1]", #"{"items":{"type":"string"}}"#), ("{}", #"{"required":["a"]}"#),
    (#"{"a":1}"#, #"{"properties":{"a":{"type":"string"}}}"#), (#"{"b":1}"#, #"{"properties":{"a":{}}}"#),
    ("1", ##"{"$ref":"#/$defs/id"}"##), ("1", ##"{"$ref":"#/$defs/none"}"##),
    ("1", ##"{"anyOf":[{"$ref":"#/$defs/id"},{"type":"null"}]}"##), ("1", #"{"exclusiveMaximum":9}"#),
  ])
  func `a value that breaks a keyword is a problem, and so is an unknown keyword`(value: String, schema: String) throws
  {
    #expect(try problems(value, schema).count == 1)
  }

  @Test func `a value that fulfils all keywords has no problems`() throws {
    let schema =
      ##"{"type":"object","properties":{"a":{"anyOf":[{"$ref":"#/$defs/id"},{"type":"null"}]}},"required":["a"]}"##
    #expect(try problems(#"{"a":"x"}"#, schema) == [] && problems(#"{"a":null}"#, schema) == [])
  }
}
