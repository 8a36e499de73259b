import Testing
import Wiring

// guide: example
struct Kite: Sendable {
  let string: KiteString
}

struct KiteString: Sendable {
  let metres: Int
}

struct KiteModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Kite.self, Kite.init, file: "Beach/KiteModule.swift", line: 3, column: 5)
  }
}
// end

@Suite("Guide: truth")
struct ValidationGuide {
  private static let page = "Sources/Wiring/Wiring.docc/Validation.md"

  @Test func example() throws {
    // guide: use
    let error = #expect(throws: WiringError.self) { try Plan(Kite.self, modules: [KiteModule()]) }
    #expect(error?.problems.map(\.code) == [.missing])
    #expect(error?.problems[0].path == ["Kite", "KiteString"])
    // end
    try expectShown(#require(error), on: Self.page)
  }

  // guide: warnings
  struct BeachModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(KiteString.self, to: KiteString(metres: 40))
      binder.bind(Int.self, to: 7)  // not needed
    }
  }
  // end

  @Test func warnings() throws {
    // guide: warnings-use
    let plan = try Plan(Kite.self, modules: [KiteModule(), BeachModule()])
    #expect(plan.warnings.map(\.code) == [.unused])
    #expect(throws: WiringError.self) {
      try Plan(Kite.self, modules: [KiteModule(), BeachModule()], isStrict: true)
    }
    // end
  }

  @Test func order() {
    // guide: order
    let one = #expect(throws: WiringError.self) {
      try Plan(Kite.self, modules: [KiteModule(), ShopModule()], isStrict: true)
    }
    let other = #expect(throws: WiringError.self) {
      try Plan(Kite.self, modules: [ShopModule(), KiteModule()], isStrict: true)
    }
    #expect(one?.description == other?.description)
    // end
  }

  struct ShopModule: Module {
    func configure(_ binder: inout Binder) { binder.bind(Int.self) { (_: Double) in 1 } }
  }
}
