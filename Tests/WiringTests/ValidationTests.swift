import Foundation
import Testing
import Wiring

@Suite("Validation")
struct ValidationTests {
  @Test("each problem is reported in full", arguments: ValidationScenario.all)
  func golden(scenario: ValidationScenario) throws {
    try expectGolden(scenario.report().map { "\($0)\n" } ?? "no problem\n", named: scenario.name)
  }

  @Test("each problem is reported as data", arguments: ValidationScenario.all)
  func json(scenario: ValidationScenario) throws {
    try expectGolden(scenario.report()?.json ?? "no problem\n", named: scenario.name + "-as-json")
  }

  @Test("every kind of problem has a golden report")
  func everyCodeIsCovered() {
    let codes = Set(ValidationScenario.all.compactMap { $0.report() }.flatMap(\.problems).map(\.code))
    // The others are those of files.
    #expect(codes == Set(Problem.Code.allCases).subtracting([.unreadable, .importCycle, .missingPlaceholder]))
  }

  @Test("the order of modules and bindings changes nothing in the report", arguments: 1...200)
  func permutation(seed: UInt64) throws {
    // Given a random set of bindings with all kinds of problems
    var random = SplitMix64(seed: seed)
    let declarations = (0..<24).map { index in
      RandomBinding(
        key: Int.random(in: 0..<16, using: &random), first: Int.random(in: 0..<18, using: &random),
        second: Int.random(in: 0..<18, using: &random),
        scope: [Scope.transient, .graph, .singleton].randomElement(using: &random) ?? .transient, line: index + 1)
    }
    // When they are declared in two orders
    let shuffled = declarations.shuffled(using: &random)
    let (first, second) = (report(declarations), report(shuffled))
    // Then the reports are equal, to the letter
    #expect(first == second, "seed \(seed)")
    #expect(first.map { "\($0)" } == second.map { "\($0)" }, "seed \(seed)")
  }

  @Test("a chain of 10,000 bindings that ends in nothing is reported")
  func deepMissing() throws {
    let error = report(
      (0..<10_000).map { RandomBinding(key: $0, first: $0 + 1, second: nil, scope: .transient, line: $0 + 1) })
    #expect(error?.problems.map(\.code) == [.missing])
    #expect(error?.problems.first?.path.count == 10_002)
  }

  @Test("a cycle of 10,000 bindings is reported")
  func deepCycle() throws {
    let error = report(
      (0..<10_000).map {
        RandomBinding(key: $0, first: ($0 + 1) % 10_000, second: nil, scope: .transient, line: $0 + 1)
      })
    #expect(error?.problems.map(\.code) == [.cycle])
  }

  @Test("a sound chain of 10,000 bindings makes a plan")
  func deepPlan() throws {
    let chain = (0..<10_000).map { RandomBinding(key: $0, first: $0 + 1, second: nil, scope: .transient, line: $0 + 1) }
    let end = RandomBinding(key: 10_000, first: nil, second: nil, scope: .transient, line: 1)
    #expect(report(chain + [end]) == nil)
  }

  private func report(_ bindings: [RandomBinding]) -> WiringError? {
    do throws(WiringError) {
      _ = try Plan(
        Int.self,
        modules: [
          Bindings { binder in
            for binding in bindings { binding.declare(in: &binder) }
            binder.bind(Int.self, { (_: Int8) in 1 }, file: "Root.swift", line: 1, column: 1).from(Key("0"))
          }
        ])
      return nil
    } catch {
      return error
    }
  }
}

/// A binding of `Int8` under a number, which needs up to two other numbers.
struct RandomBinding: Sendable {
  let key: Int
  let first: Int?
  let second: Int?
  let scope: Scope
  let line: Int

  func declare(in binder: inout Binder) {
    let own = Key<Int8>("\(key)")
    switch (first, second) {
    case (let first?, let second?):
      binder.bind(Int8.self, { (a: Int8, b: Int8) in a &+ b }, file: "Random.swift", line: line, column: 1).named(own)
        .from(Key("\(first)"), Key("\(second)")).scoped(scope)
    case (let first?, nil):
      binder.bind(Int8.self, { (a: Int8) in a }, file: "Random.swift", line: line, column: 1).named(own).from(
        Key("\(first)")
      ).scoped(
        scope)
    case (nil, _):
      binder.bind(Int8.self, { 1 }, file: "Random.swift", line: line, column: 1).named(own).scoped(scope)
    }
  }
}

/// A small generator with a seed (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
