import Testing
import Wiring

/// A small program with all parts: a port, an adapter, a consumer, a module, a plan.
@Suite("A first program")
struct FirstTests {
  @Test("a plan creates its root with all dependencies")
  func rootIsMade() throws {
    let plan = try Plan(Greeter.self, modules: [GreetingModule()])
    let graph = try plan.build()
    #expect(graph.root.greeting() == "It is noon.")
  }

  @Test("a test replaces one object and nothing else")
  func leafIsReplaced() throws {
    let plan = try Plan(Greeter.self, modules: [GreetingModule()]) { overrides in
      overrides.replace((any TimeTeller).self, with: FixedTimeTeller(fixed: "midnight"))
    }
    #expect(try plan.build().root.greeting() == "It is midnight.")
  }
}

private protocol TimeTeller: Sendable {
  func time() -> String
}

private struct NoonTeller: TimeTeller {
  func time() -> String { "noon" }
}

private struct FixedTimeTeller: TimeTeller {
  let fixed: String
  func time() -> String { fixed }
}

private final class Greeter: Sendable {
  private let teller: any TimeTeller

  init(teller: any TimeTeller) {
    self.teller = teller
  }

  func greeting() -> String { "It is \(teller.time())." }
}

private struct GreetingModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any TimeTeller).self, NoonTeller.init)
    binder.bind(Greeter.init).scoped(.singleton)
  }
}
