import Foundation
import Testing
import Wiring

@testable import WiringTools

@Suite struct WiringCommandTests {
  /// Runs a command, without the files of this package.
  private func run<Root>(_ arguments: String..., plan: () throws -> Plan<Root>) -> WiringCommand.Output {
    let receipt = arguments.first == "--receipt" ? arguments.prefix(2) : []
    return WiringCommand.output(
      of: receipt + ["--sources", "/nowhere"] + arguments.dropFirst(receipt.count), program: "shop", plan: plan)
  }

  private func broken() throws -> Plan<Shop> { try .shop({ $0.bindUnused() }, clock: { _ in }) }

  // MARK: Check

  @Test func `a valid plan is counted`() {
    #expect(run("check") { try .shop() } == WiringCommand.Output(text: "5 bindings in 2 modules: 0 errors\n"))
  }

  @Test func `problems are printed as a compiler prints them, with notes`() throws {
    let output = run("check", plan: broken)
    try expectGolden(output.text, named: "check")
    #expect((output.errors, output.status) == ("", 1))
  }

  @Test func `problems are commands of GitHub's workflows`() throws {
    try expectGolden(run("check", "--format", "github", plan: broken).text, named: "check-github")
  }

  @Test func `a problem is at the path of its file`() throws {
    try withFolder(of: ["Sources/Shop/Shop.swift": "one\ntwo\n", "Sources/Shop/Prices.swift": "one\ntwo two\n"]) {
      root in
      for option in ["--sources=\(root)", "--module=Shop=\(root)/Sources/Shop/"] {
        let output = run("check", option, plan: broken)
        #expect(output.text.hasPrefix("\(root)/Sources/Shop/Prices.swift:2:5: error: [W001 missing]"))
      }
    }
  }

  @Test func `a problem without a location has no path`() {
    let problem = Problem(.duplicate, "'port' has two values", at: nil, fixes: ["remove one of them"])
    let diagnostic = Diagnostic(problem, isStrict: false, in: SourceTree(root: "/nowhere"))
    #expect(diagnostic.lines == ["error: [W003 duplicate] 'port' has two values", "note: fix: remove one of them"])
    #expect(diagnostic.workflowCommand == "::error::[W003 duplicate] 'port' has two values%0Afix: remove one of them")
  }

  @Test func `warnings count as errors in a strict check`() throws {
    let plan = { try Plan<Shop>.shop { $0.bindUnused() } }
    let (relaxed, strict) = (run("check", plan: plan), run("check", "--strict", plan: plan))
    #expect(relaxed.text.hasPrefix("Shop/Prices.swift:9:5: warning: [W012 unused]"))
    #expect(relaxed.text.hasSuffix("6 bindings in 2 modules: 0 errors, 1 warning\n"))
    #expect(strict.text.hasPrefix("Shop/Prices.swift:9:5: error: [W012 unused]"))
    #expect(strict.text.hasSuffix("6 bindings in 2 modules: 1 error\n"))
    #expect((relaxed.status, strict.status) == (0, 1))
  }

  @Test(arguments: ["dot", "mermaid", "html"])
  func `the name of a scope is escaped in every picture`(format: String) throws {
    let scope = CustomScope<Int>("<img src=x onerror=alert(1)> \"q\"\u{301}")
    let output = run("graph", "--format", format) {
      try Plan(
        String.self,
        modules: [
          Bindings { binder in
            binder.bind(String.self, to: "")
            binder.scope(scope)
            binder.root(Int.self)
          }
        ])
    }
    #expect(output.status == 0)
    if format == "dot" {
      #expect(!output.text.unicodeScalars.contains("\u{301}") || output.text.contains("\\\"q\\\"\u{301}"))
    } else {
      // The data of a page's script is no markup.
      let markup = output.text.components(separatedBy: "<script type=\"application/json\"")[0]
      #expect(markup.contains("&lt;img"))
      #expect(!markup.contains("<img"))
    }
  }

  @Test func `a name with line breaks and escape sequences stays on its line`() {
    let plan = { try Plan<Shop>.shop { $0.bindUnused("a\r\nb\u{1B}[31m,c:%") } }
    let text = run("check", plan: plan).text
    #expect(text.contains(#""a\u{D}\nb\u{1B}[31m,c:%""#))
    #expect(!text.contains { $0 == "\r\n" || $0 == "\u{1B}" })
    #expect(run("check", "--format", "github", plan: plan).text.contains(#""a\u{D}\nb\u{1B}[31m,c:%25""#))
  }

  @Test func `an error that is not the plan's is its message`() {
    struct Offline: Error {}
    let output = run("check") { () throws -> Plan<Shop> in throw Offline() }
    #expect(output == WiringCommand.Output(errors: "error: the plan was not created: Offline()\n", status: 1))
  }

  // MARK: Graph

  @Test func `a graph is printed in each format`() throws {
    let graph = try Plan<Shop>.shop().description
    let formats = [
      "text": graph.text, "dot": graph.dot, "mermaid": graph.mermaid, "json": graph.json,
      "html": graph.html(title: "shop"),
    ]
    for (format, text) in formats {
      #expect(run("graph", "--format", format) { try .shop() } == WiringCommand.Output(text: text))
    }
    #expect(run("graph") { try .shop() }.text == graph.text)
  }

  @Test func `the graph of an invalid plan is printed too, and its problems beside it`() {
    let (text, json) = (run("graph", plan: broken), run("graph", "--format", "json", plan: broken))
    #expect(text.text.hasPrefix("Shop  (transient"))
    #expect(text.errors.hasPrefix("Shop/Prices.swift:2:5: error: [W001 missing]"))
    #expect(json.text.contains(#""code": "W001""#) && json.errors.isEmpty)
    #expect((text.status, json.status) == (1, 1))
  }

  // MARK: Explain

  @Test(arguments: [["explain", "any Clock"], ["explain", "any", "Clock"]])
  func `a key is explained, without regard to quotes`(arguments: [String]) throws {
    let output = WiringCommand.output(of: arguments) { try Plan<Shop>.shop() }
    #expect(output.text == "\(try Plan<Shop>.shop().explain((any Clock).self))\n")
  }

  @Test func `a key that is missing, and one that needs it, are explained beside the problems`() {
    let (missing, consumer) = (run("explain", "any", "Clock", plan: broken), run("explain", "Till", plan: broken))
    #expect(missing.text == "any Clock\n  missing     nothing provides it\n  needed by   Till, any Price\n")
    #expect(consumer.text.contains("  needs       any Clock, which is missing\n"))
    #expect(missing.errors.contains("error: [W001 missing]") && missing.status == 1)
  }

  @Test func `a qualifier needs no quotes`() {
    let output = run("explain", "Int", "spare") { try Plan<Shop>.shop { $0.bindUnused() } }
    #expect(output.text.hasPrefix("Int \"spare\"\n  bound by"))
  }

  @Test(arguments: [("Clock", "any Clock"), ("any Clok", "any Clock"), ("clock", "any Clock"), ("Shp", "Shop")])
  func `an unknown key has the similar ones`(name: String, similar: String) {
    let output = run("explain", name) { try .shop() }
    #expect(output.errors == "error: the plan has no key '\(name)'\n  did you mean '\(similar)'?\n")
    #expect((output.text, output.status) == ("", 1))
  }

  @Test func `an unknown key without similar ones has the command that lists all`() {
    let output = run("explain", "Zeppelin") { try .shop() }
    #expect(output.errors == "error: the plan has no key 'Zeppelin'\n  'wiring graph' lists all keys\n")
  }

  // MARK: Diff

  @Test func `a plan is compared with the file of an older graph`() throws {
    let old = try Plan<Shop>.shop { $0.bindUnused() }.description.json
    try withFolder(of: ["old graph.json": old]) { root in
      let output = run("diff", "\(root)/old graph.json") { try .shop() }
      #expect(
        output.text == """
          0 added, 1 removed, 0 changed

          - Int "spare"  (value, TestModule<Price>)  Shop/Prices.swift:9

          """)
      #expect(run("diff", "\(root)/old graph.json", "--format=markdown") { try .shop() }.text.hasPrefix("**Wiring:**"))
    }
  }

  @Test(arguments: ["", "{}", "[1]", #"{"version": 1, "roots": [7], "bindings": [], "edges": []}"#])
  func `a file that is no graph is named`(text: String) throws {
    try withFolder(of: ["old.json": text]) { root in
      let output = run("diff", "\(root)/old.json") { try .shop() }
      #expect(
        output.errors
          == "error: \(root)/old.json is not the JSON of a graph; write one with: graph --format json\n")
      #expect(output.status == 1)
    }
  }

  // MARK: Arguments

  @Test(arguments: [
    ([], "which command?"), (["chek"], "unknown command 'chek'; did you mean 'check'?"),
    (["publish"], "unknown command 'publish'"), (["check", "all"], "unexpected argument 'all'"),
    (["check", "--format", "dot"], "unknown format 'dot'; it is one of: text, github"),
    (["check", "--format"], "--format needs a value"), (["graph", "--strict"], "--strict is an option of check"),
    (["graph", "--fromat=dot"], "unknown option '--fromat=dot'"),
    (["explain", "--format=dot", "A"], "explain has no --format"),
    (["explain"], "explain needs a key, as in: explain any Clock"),
    (["check", "--module", "App"], "--module is NAME=FOLDER, not 'App'"),
    (["diff"], "diff needs one file: the JSON of an older graph, from: graph --format json"),
    (["diff", "/nowhere/old.json"], "/nowhere/old.json cannot be read"), (["diff", "/"], "/ cannot be read"),
  ])
  func `wrong arguments are explained, and no plan is made`(arguments: [String], message: String) {
    let output = WiringCommand.output(of: arguments) { () throws -> Plan<Shop> in
      Issue.record("a plan was made")
      return try .shop()
    }
    #expect(output == WiringCommand.Output(errors: "error: \(message)\n\n\(Request.usage)", status: 64))
  }

  @Test(arguments: ["help", "--help", "-h"])
  func `help is printed`(argument: String) {
    #expect(run(argument) { try .shop() } == WiringCommand.Output(text: Request.usage))
  }

  @Test func `the plugin's file is created whatever the arguments are`() throws {
    try withFolder(of: [:]) { root in
      let receipt = root + "-receipt"
      defer { try? FileManager.default.removeItem(atPath: receipt) }
      #expect(run("--receipt", receipt, "chek") { try .shop() }.status == 64)
      #expect(FileManager.default.fileExists(atPath: receipt))
    }
  }

  // MARK: Processes

  @Test func `a program that is not asked goes on`() {
    WiringCommand.runIfRequested(["shop", "sell"]) { () throws -> Plan<Shop> in
      Issue.record("a plan was made")
      return try .shop()
    }
    WiringCommand.runIfRequested([]) { try Plan<Shop>.shop() }
  }

  #if !os(iOS)
    @Test func `a program that is asked prints and exits`() async throws {
      let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardOutputContent]) {
        WiringCommand.runIfRequested(["/usr/bin/shop", "wiring", "check", "--sources=/nowhere"]) {
          try Plan<Shop>.shop(clock: { _ in })
        }
        exit(0)
      }
      let text = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
      #expect(text.contains("Shop/Prices.swift:2:5: error: [W001 missing] nothing provides 'any Clock'\n"))
    }

    @Test func `output that cannot be written is a failure`() async {
      await #expect(processExitsWith: .exitCode(1)) {
        close(STDOUT_FILENO)
        WiringCommand.runIfRequested(["shop", "wiring", "graph"]) { try Plan<Shop>.shop() }
        exit(0)
      }
    }
  #endif
}
