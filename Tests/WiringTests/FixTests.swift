import Foundation
import Testing
import Wiring

@Suite("Fixes of problems")
struct FixTests {
  @Test("the code of each fix in a golden report is compiled here, and no other")
  func codeIsCompiled() throws {
    let compiled = try Self.compiled().map(\.fix)
    let golden = try Self.golden()
    #expect(golden.subtracting(compiled) == [], "not compiled")
    #expect(Set(compiled).subtracting(golden) == [], "in no report")
    #expect(Set(compiled).count == compiled.count)
  }

  @Test("the compiled code is that of the fix; `…` is what the reader writes")
  func codeIsThatOfTheFix() throws {
    for (fix, statement) in try Self.compiled() {
      for code in Self.calls(in: fix) {
        let pattern = code.components(separatedBy: "…").map(NSRegularExpression.escapedPattern).joined(separator: ".+")
        #expect(statement.range(of: pattern, options: .regularExpression) != nil, "\(statement) is not \(code)")
      }
    }
  }

  @Test("a missing number or text may be the default value of a parameter")
  func defaultValues() throws {
    // Given a closure with a plain parameter, and one with a protocol
    func fixes(_ declare: @escaping @Sendable (inout Binder) -> Void) throws -> [String] {
      let error = #expect(throws: WiringError.self) { try plan(Bool.self, declare) }
      return try #require(error).problems[0].fixes
    }
    let plain = try fixes { $0.bind(Bool.self) { (_: Int) in true } }
    let dependency = try fixes { $0.bind(Bool.self) { (_: any Engine) in true } }
    // Then the fix names the default value for the first alone
    #expect(plain.count == 3 && plain[1].hasPrefix("or, if the parameter has a default value, bind a closure"))
    #expect(dependency.count == 1)
  }

  /// The fixes of all golden reports that contain Swift code.
  private static func golden() throws -> Set<String> {
    let reports = ValidationScenario.all.compactMap { $0.report() }
    return Set(reports.flatMap(\.problems).flatMap(\.fixes).filter(isCode))
  }

  private static func isCode(_ fix: String) -> Bool {
    ["binder.", "overrides.", "graph.", " -> ", "CustomScope", ".scoped(", ".byDefault(", "<…>", "Factory<"].contains(
      where: fix.contains)
  }

  /// The calls in a fix, without the words around them.
  private static func calls(in fix: String) -> [String] {
    guard let start = fix.range(of: #"(binder|overrides|graph)\."#, options: .regularExpression) else { return [] }
    var code = String(fix[start.lowerBound...])
    for words in [" in one of the plan's modules", " beside it, for this plan"] where code.hasSuffix(words) {
      code.removeLast(words.count)
    }
    return [code]
  }

  /// The fixes named by comments below, each with the line of code that follows.
  private static func compiled() throws -> [(fix: String, statement: String)] {
    let lines = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8).components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return zip(lines, lines.dropFirst()).compactMap { comment, statement in
      comment.hasPrefix("// fix: ") ? (String(comment.dropFirst(8)), statement) : nil
    }
  }
}

/// The fixes of the golden reports, each where its code compiles. Nothing calls this function.
private func compiledFixes(_ binder: inout Binder, _ overrides: inout Overrides, _ graph: Graph<App>) throws {
  // fix: keep one of them, or give one of the scopes another name: CustomScope("…")
  binder.scope(CustomScope<Int>("call"))
  // fix: share it: .scoped(.singleton)
  binder.bind(Audit.init).scoped(.singleton).onStart { _ in }
  // fix: or say that this is meant: .scoped(.transient)
  binder.bind(Audit.init).scoped(.transient)
  // fix: binder.bind((any Clock).self, …) in one of the plan's modules
  binder.bind((any Clock).self, UTCClock.init)
  // fix: binder.bind((any Clock).self, …) beside it, for this plan
  binder.bind((any Clock).self, UTCClock.init)
  // fix: binder.bind((any Courier).self, …) in one of the plan's modules
  binder.bind((any Courier).self, Van.init)
  // fix: binder.bind((any Ledger).self, …) in one of the plan's modules
  binder.bind((any Ledger).self, Book.init)
  // fix: bind 'App' on the main actor, too: binder.main.bind(…)
  binder.main.bind(App.self, { (_: Catalog) in App() })
  // fix: binder.bind(Catalog.self, …) in one of the plan's modules
  binder.bind(Catalog.self, Catalog.init(clock:))
  // fix: binder.contribute(to: (any Clock).self, …) in one of the plan's modules
  binder.contribute(to: (any Clock).self, UTCClock.init)
  // fix: binder.contribute(to: (any Clock).self, named: …, …) in one of the plan's modules
  binder.contribute(to: (any Clock).self, named: "utc", UTCClock.init)
  // fix: binder.contribute(to: (any Clock).self, …).tagged(Key<any Clock>("wordl")) in one of the plan's modules
  binder.contribute(to: (any Clock).self, UTCClock.init).tagged(Key<any Clock>("wordl"))
  // fix: or binder.mayBeEmpty((any Clock).self)
  binder.mayBeEmpty((any Clock).self)
  // fix: or binder.mayBeEmpty((any Clock).self, named: Key("wordl"))
  binder.mayBeEmpty((any Clock).self, named: Key("wordl"))
  // fix: binder.factory { (argument: String) in { () -> Audit in … } } in one of the plan's modules
  binder.factory { (argument: String) in { () -> Audit in Audit() } }
  // fix: binder.factory { (argument: String) in { () -> Elsewhere.Clock in … } } in one of the plan's modules
  binder.factory { (argument: String) in { () -> Elsewhere.Clock in Elsewhere.Clock() } }
  // fix: binder.scope(.visit) in one of the plan's modules
  binder.scope(.visit)
  // fix: binder.scope(CustomScope<Visitor>("…")) in one of the plan's modules
  binder.scope(CustomScope<Visitor>("visit"))
  // fix: remove it, or name it as an entry point: binder.root((any Clock).self)
  binder.root((any Clock).self)
  // fix: remove it, or name it as an entry point: binder.root(Prices.self)
  binder.root(Prices.self)
  // fix: in a test, use overrides.replace((any Clock).self, …)
  overrides.replace((any Clock).self, UTCClock.init)
  // fix: replace what it binds: overrides.replace(…)
  overrides.replace((any Clock).self, with: UTCClock())
  // fix: create its consumers when the scope is open: graph.open(…).resolve(…)
  _ = try graph.open(.visit, with: Visitor()).resolve(Prices.self)
  // fix: keep one default, or bind the key without .byDefault()
  binder.bind((any Clock).self, UTCClock.init).byDefault()
  // fix: let 'App' live in the scope, too: .scoped(in: .visit)
  binder.bind(App.self) { App() }.scoped(in: .visit)
  // fix: declare one of the scopes within the other: CustomScope("delivery", within: …)
  let _: CustomScope<Parcel> = CustomScope("delivery", within: CustomScope<Visitor>.visit)
  // fix: ask for () async throws -> Catalog instead, or for Catalog itself
  func asynchronous(_: () async throws -> Catalog, _: Catalog) {}
  // fix: ask for AsyncFactory<Audit, String> instead
  func later(_: AsyncFactory<Audit, String>) {}
  // fix: ask for MainActorFactory<Audit, String> instead
  func isolated(_: MainActorFactory<Audit, String>) {}
  // fix: ask for () throws -> Catalog, Provider<Catalog> or Lazy<Catalog> instead
  func throwing(_: () throws -> Catalog, _: Provider<Catalog>, _: Lazy<Catalog>) {}
  // fix: ask for @MainActor () throws -> Catalog instead, or for () async throws -> Catalog
  func isolated(_: @MainActor () throws -> Catalog, _: () async throws -> Catalog) {}
  // fix: ask for @MainActor () throws -> Catalog instead
  func onlyThere(_: @MainActor () throws -> Catalog) {}
  // fix: or let it ask for @MainActor () throws -> Catalog
  func leaving(_: @MainActor () throws -> Catalog) {}
  // fix: ask for () throws -> Catalog instead, in an object of the main actor, or for @MainActor () throws -> Catalog
  @MainActor func staying(_: () throws -> Catalog, _: @MainActor () throws -> Catalog) {}
  // fix: or let one of them ask for the other later: Lazy<…> or Provider<…>, and share that: .scoped(.singleton)
  func later(_: Lazy<Catalog>, _: Provider<Catalog>) {}
  // fix: or let one of them ask for the other later: Lazy<…>, Provider<…> or a reference that is lazy
  func laterByReference(_: Lazy<Catalog>, _: Provider<Catalog>) {}
  // fix: or ask for it later: Lazy<…>, Provider<…>, and let it not be lazy
  func laterThanLazy(_: Lazy<any Courier>, _: Provider<any Courier>) {}
}

private struct Book: Ledger {}
