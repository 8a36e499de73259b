import Testing
import Wiring

@Suite("Plans without a root, and modules that are closures")
struct RootlessPlanTests {
  @Test("Objects are resolved by look-ups")
  func lookUps() throws {
    let graph = try Plan(modules: [Wiring.Bindings { $0.bind(Int.self, to: 7) }]).build()
    #expect(try graph.resolve(Int.self) == 7)
  }

  @Test("No binding counts as unused")
  func unused() throws {
    let plan = try Plan(modules: [Wiring.Bindings { $0.bind(Int.self) { 7 } }], isStrict: true)
    #expect(plan.warnings.isEmpty)
  }

  @Test("Bindings that no entry point of a module reaches do")
  func roots() throws {
    let plan = try Plan(
      modules: [
        Wiring.Bindings { binder in
          binder.bind(Int.self) { 7 }
          binder.bind(String.self) { "" }
          binder.root(Int.self)
        }
      ])
    #expect(plan.warnings.map(\.code) == [.unused])
  }

  @Test("Missing bindings are found without a root")
  func missing() {
    let error = #expect(throws: WiringError.self) {
      try Plan(modules: [Wiring.Bindings { $0.bind(String.self) { (number: Int) in "\(number)" } }])
    }
    #expect(error?.problems.map(\.code) == [.missing])
  }

  @Test("No closure is derived from the missing root")
  func noInventedClosure() {
    struct Button: Sendable { let action: @Sendable () -> Void }
    let error = #expect(throws: WiringError.self) {
      _ = try Plan(modules: [Bindings { $0.bind(Button.init(action:)) }])
    }
    #expect(error?.problems.map(\.code) == [.missing])
  }

  @Test("A plan lists several closures")
  func several() throws {
    let graph = try Plan(
      Int.self,
      modules: [
        Wiring.Bindings { $0.bind(Int.self) { (text: String) in text.count } },
        Wiring.Bindings { $0.bind(String.self, to: "abc") },
      ]
    ).build()
    #expect(graph.root == 3)
  }

  @Test("Closures replace modules")
  func replacements() throws {
    let graph = try Plan(modules: [First(), Second()]) { overrides in
      overrides.replace(module: First.self, with: Wiring.Bindings { $0.bind(Int.self, to: 10) })
      overrides.replace(module: Second.self, with: Wiring.Bindings { $0.bind(String.self, to: "ten") })
    }.build()
    #expect(try graph.resolve(Int.self) == 10)
    #expect(try graph.resolve(String.self) == "ten")
  }
}

private struct First: Module {
  func configure(_ binder: inout Binder) { binder.bind(Int.self, to: 1) }
}

private struct Second: Module {
  func configure(_ binder: inout Binder) { binder.bind(String.self, to: "two") }
}
