import Testing
import Wiring
import WiringDefinitions

@Suite("The order of modules, bindings, definitions and components")
struct PermutationTests {
  @Test("it changes nothing in the report, whatever is wrong", arguments: 1...300)
  func report(seed: UInt64) {
    // Given modules that include each other, with bindings of all kinds and all kinds of problems
    var random = SplitMix64(seed: seed)
    var decorated: Set<Int> = []
    let bindings = (0..<Part.count).map { part in
      (0..<(seed % 3 == 0 ? 1 : 8)).map {
        AnyBinding(line: part * 100 + $0, decorated: &decorated, using: &random)
      }
    }
    let parts = Array(0..<Part.count).filter { _ in Bool.random(using: &random) }
    // Warnings are told where nothing else is wrong, so that some plans are small.
    let context = RandomContext(isEmpty: seed % 3 == 0, using: &random)
    // When they are listed and declared in two orders
    let first = Self.report(parts, bindings, context.context(using: &random))
    let second = Self.report(
      parts.shuffled(using: &random), bindings.map { $0.shuffled(using: &random) }, context.context(using: &random))
    // Then the reports are equal, to the letter
    #expect(first == second, "seed \(seed)")
  }

  @Test("it changes nothing where a list has two ways to what is missing", arguments: ["a", "b"])
  func list(first: String) {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        for part in first == "a" ? ["a", "b"] : ["b", "a"] {
          binder.contribute(to: Int8.self, { (part: Int8) in part }, file: "List.swift", line: part == "a" ? 1 : 2)
            .from(Key(part))
        }
        binder.bind(Int8.self) { (end: Int8) in end }.named(Key("a")).from(Key("end"))
        binder.bind(Int8.self) { (end: Int8) in end }.named(Key("b")).from(Key("end"))
        binder.bind(Int8.self) { (_: Double) in 1 }.named(Key("end"))
        binder.bind(String.self) { (_: [Int8]) in "" }
      }
    }
    #expect(error?.problems.first?.path[3] == "Int8 \"a\"")
  }

  @Test("it changes nothing in the report of a cycle through a list")
  func circleThroughList() throws {
    let members: [@Sendable (inout Binder) -> Void] = [
      { binder in binder.contribute(to: Int.self) { (list: String) in list.count } },
      { binder in binder.contribute(to: Int.self) { 1 } },
    ]
    let reports = [members, members.reversed()].map { members in
      #expect(throws: WiringError.self) {
        try Plan(
          String.self,
          modules: [
            Bindings { binder in
              for declare in members { declare(&binder) }
              binder.bind(String.self) { (list: [Int]) in "\(list.count)" }
            }
          ], line: 1, column: 1)
      }
    }
    #expect(try #require(reports[0]).description == reports[1]?.description)
  }

  @Test("the random plans have every kind of problem that a set of bindings can have")
  func coverage() {
    // Left are those of lists of modules, of overrides and of files, which have tests of their own.
    let left: [Problem.Code] = [
      .unboundReplacement, .moduleListedTwice, .unreadable, .importCycle, .missingPlaceholder,
    ]
    let expected = Set(Problem.Code.allCases.filter { !left.contains($0) }.map(\.rawValue))
    var seen: Set<String> = []
    for seed: UInt64 in 1...900 where seen != expected {
      var random = SplitMix64(seed: seed)
      var decorated: Set<Int> = []
      let bindings = (0..<Part.count).map { part in
        (0..<(seed > 300 ? part % 2 : seed % 3 == 0 ? 1 : 8)).map {
          AnyBinding(line: part * 100 + $0, decorated: &decorated, using: &random)
        }
      }
      let report = Self.report(
        [0], bindings,
        RandomContext(isEmpty: seed % 3 == 0 || seed > 300, using: &random).context(using: &random))
      for code in Problem.Code.allCases where report.contains("[\(code.rawValue) ") { seen.insert(code.rawValue) }
    }
    #expect(seen == expected)
  }

  private static func report(_ parts: [Int], _ bindings: [[AnyBinding]], _ context: Definitions) -> String {
    Part.$bindings.withValue(bindings) {
      do throws(WiringError) {
        return try Plan(
          String.self, modules: [RootPart()] + parts.map { Part.modules[$0] }, context: context, file: "Root.swift",
          line: 1, column: 1
        ).warnings.map(\.description).joined(separator: "\n\n")
      } catch {
        return "\(error)\n\(error.json)"
      }
    }
  }
}

/// The modules of a random plan. They are known by their types, so that what they bind comes from a task-local value.
private enum Part {
  static let modules: [any Module] = [PartA(), PartB(), PartC(), PartD()]
  static let count = 4
  @TaskLocal static var bindings: [[AnyBinding]] = []

  static func configure(_ index: Int, _ binder: inout Binder) {
    for binding in bindings[index] { binding.declare(in: &binder) }
  }
}

private struct RootPart: Module {
  static var includes: [any Module] { [PartA(), PartD()] }
  func configure(_ binder: inout Binder) {
    binder.bind(String.self, { (_: Int8) in "" }, file: "Root.swift", line: 2, column: 1).from(Key("0"))
    binder.bind(Int8.self, { 1 }, file: "Root.swift", line: 3, column: 1).named(Key("0")).byDefault()
    binder.bind(Token.init, file: "Root.swift", line: 4, column: 1)
    binder.bind(UInt8.self, to: 1, file: "Root.swift", line: 5, column: 1)
  }
}

/// A class of no scope.
private final class Token: Sendable {
  init() {}
}

private struct PartA: Module {
  static var includes: [any Module] { [PartB(), PartC()] }
  func configure(_ binder: inout Binder) { Part.configure(0, &binder) }
}

private struct PartB: Module {
  static var includes: [any Module] { [PartC()] }
  func configure(_ binder: inout Binder) { Part.configure(1, &binder) }
}

private struct PartC: Module {
  func configure(_ binder: inout Binder) { Part.configure(2, &binder) }
}

private struct PartD: Module {
  static var includes: [any Module] { [PartB()] }
  func configure(_ binder: inout Binder) { Part.configure(3, &binder) }
}

/// A random binding of `Int8` under a number.
private struct AnyBinding: Sendable {
  enum Kind: CaseIterable {
    case plain, pair, lazy, provider, closure, later, async, main, failing, byDefault, conditional, contribution, list
    case decorator, looseDecorator, weak, custom, scope, opaque, factory, factoryUser, optional, required
    case piece, namedPiece, pieces, eager, dynamicType, confined, ineffective, unshared, twice
  }

  let kind: Kind
  let key: Int
  let others: [Int]
  let scope: Scope
  let line: Int

  init(line: Int, decorated: inout Set<Int>, using random: inout SplitMix64) {
    var kind = Kind.allCases.randomElement(using: &random) ?? .plain
    let key = Int.random(in: 0..<14, using: &random)
    // The order of two decorators of one key is part of what they mean.
    if kind == .decorator || kind == .looseDecorator, !decorated.insert(key).inserted { kind = .plain }
    self.kind = kind
    self.key = key
    others = (0..<2).map { _ in Int.random(in: 0..<16, using: &random) }
    scope = [.transient, .graph, .singleton].randomElement(using: &random) ?? .transient
    self.line = line
  }

  func declare(in binder: inout Binder) {
    let (own, first, second) = (Key<Int8>("\(key)"), Key<Int8>("\(others[0])"), "\(others[1])")
    let file: StaticString = "Random.swift"
    switch kind {
    case .plain: binder.bind(Int8.self, { 1 }, file: file, line: line, column: 1).named(own).scoped(scope)
    case .pair:
      binder.bind(Int8.self, { (a: Int8, b: Int8) in a &+ b }, file: file, line: line, column: 1).named(own).from(
        first, Key(second)
      )
      .scoped(scope)
    case .lazy:
      binder.bind(Int8.self, { (a: Int8, _: Lazy<Int8>) in a }, file: file, line: line, column: 1).named(own).from(
        first, Key(second)
      )
      .scoped(scope)
    case .provider:
      binder.bind(Int8.self, { (_: Provider<Int8>) in 1 }, file: file, line: line, column: 1).named(own).from(
        Key(second)
      ).scoped(scope)
    case .closure:
      binder.bind(Int8.self, { (_: @escaping @Sendable () -> Int8) in 1 }, file: file, line: line, column: 1).named(own)
        .from(Key(second)).scoped(scope)
    case .later:
      binder.bind(
        Int8.self, { (_: @escaping @Sendable () async throws -> Int8) in 1 }, file: file, line: line, column: 1
      ).named(own)
        .from(Key(second)).scoped(scope)
    case .async:
      binder.bind(Int16.self, async: { () async in 1 }, file: file, line: line, column: 1)
      binder.bind(Int8.self, { (_: Lazy<Int16>) in 1 }, file: file, line: line, column: 2).named(own)
    case .main:
      binder.main.bind(Int32.self, { @MainActor () in 1 }, file: file, line: line, column: 1)
      binder.bind(Int8.self, { (_: Provider<Int32>) in 1 }, file: file, line: line, column: 2).named(own)
    case .confined:
      binder.main.bind(Int8.self, { (a: Int8) in a }, file: file, line: line, column: 1).named(own).from(first)
        .scoped(scope)
    case .ineffective:
      binder.contribute(to: Int8.self, { 1 }, file: file, line: line, column: 1).named(own).byDefault()
    case .unshared:
      binder.bind(Int8.self, { (_: Token) in 1 }, file: file, line: line, column: 1).named(own)
      binder.contribute(to: Int8.self, { (_: Token) in 1 }, file: file, line: line, column: 2)
    case .twice:
      binder.bind(Int8.self, { (_: UInt8, _: UInt8) in 1 }, file: file, line: line, column: 1).named(own)
    case .failing:
      binder.bind(Int8.self, { () throws -> Int8 in throw Refusal() }, file: file, line: line, column: 1).named(own)
        .scoped(scope)
    case .byDefault: binder.bind(Int8.self, { 1 }, file: file, line: line, column: 1).named(own).byDefault()
    case .conditional: binder.bind(Int8.self, { 1 }, file: file, line: line, column: 1).named(own).when(.test)
    case .contribution:
      binder.contribute(to: Int8.self, named: second, { (a: Int8) in a }, file: file, line: line, column: 1).named(own)
        .from(first)
    case .list:
      binder.bind(Int8.self, { (_: [Int8]) in 1 }, file: file, line: line, column: 1).named(own).from(Key(second))
        .scoped(scope)
    case .decorator:
      binder.decorate(Int8.self, { (inner: Int8, other: Int8) in inner &+ other }, file: file, line: line, column: 1)
        .named(own)
        .from(own, first)
    case .looseDecorator: binder.decorate(Int8.self, { 2 }, file: file, line: line, column: 1).named(own)
    case .weak: binder.bind(Int8.self, { 1 }, file: file, line: line, column: 1).named(own).scoped(.weak)
    case .custom:
      binder.bind(Int8.self, { 1 }, file: file, line: line, column: 1).named(own).scoped(
        in: CustomScope<Bool>.random(key % 3))
    case .scope:
      if key % 3 == 0 {
        binder.scope(CustomScope<Bool>.random(key % 3), file: file, line: line, column: 1)
      } else {
        binder.bind(Int8.self, { (_: Bool) in 1 }, file: file, line: line, column: 1).named(own)
      }
    case .opaque:
      binder.bind(Int8.self, resolving: { try $0.resolve(named: Key("none")) }, file: file, line: line, column: 1)
        .named(own).scoped(scope)
    case .factory:
      binder.factory({ (_: Int) in { (a: Int8) in a } }, file: file, line: line, column: 1)
        .named(Key("\(key)")).from(first)
    case .factoryUser:
      binder.bind(Int8.self, { (_: Factory<Int8, String>) in 1 }, file: file, line: line, column: 1).named(own).from(
        Key(second))
    case .optional:
      binder.bind(Int8.self, { (a: Int8?) in a ?? 1 }, file: file, line: line, column: 1).named(own).from(Key(second))
        .scoped(scope)
    case .required: binder.requires(named: first, file: file, line: line, column: 1)
    case .piece:
      binder.bind(Int8.self, { (_: any Piece) in 1 }, file: file, line: line, column: 1).named(own).scoped(scope)
    case .namedPiece:
      binder.bind(Int8.self, { (_: any Piece) in 1 }, file: file, line: line, column: 1).named(own).from(Key(second))
        .scoped(scope)
    case .pieces:
      binder.bind(Int8.self, { (_: [any Piece], _: (any OddPiece)?) in 1 }, file: file, line: line, column: 1).named(
        own
      ).scoped(scope)
    case .eager: binder.bind(Int8.self, { 1 }, file: file, line: line, column: 1).named(own).scoped(scope).eager()
    case .dynamicType:
      let type: Stone.Type = Gem.self
      binder.contribute(to: type, { Stone() }, file: file, line: line, column: 1)
    }
  }
}

private class Stone: @unchecked Sendable {}
private final class Gem: Stone, @unchecked Sendable {}

extension CustomScope where Context == Bool {
  fileprivate static func random(_ index: Int) -> Self { CustomScope("scope\(index)") }
}
