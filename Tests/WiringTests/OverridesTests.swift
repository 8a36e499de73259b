import Testing
import Wiring

@Suite("Overrides")
struct OverridesTests {
  @Test("a replaced factory keeps the scope of what it replaces")
  func scopeIsKept() throws {
    let graph = try plan(Int.self) { overrides in
      overrides.replace((any Engine).self) { Diesel() }
    } _: { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
    }.build()
    #expect(try graph.resolve((any Engine).self) === graph.resolve((any Engine).self))
  }

  @Test("a replaced factory may choose another scope")
  func scopeIsChosen() throws {
    let graph = try plan(Int.self) { overrides in
      overrides.replace((any Engine).self) { Diesel() }.scoped(.transient)
    } _: { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
    }.build()
    #expect(try graph.resolve((any Engine).self) !== graph.resolve((any Engine).self))
  }

  @Test("a qualified key is replaced without touching the plain one")
  func qualified() throws {
    let graph = try plan(Int.self) { overrides in
      overrides.replace(Key<Int>("second"), with: 20)
    } _: { binder in
      binder.bind(Int.self, to: 1)
      binder.bind(Key<Int>("second"), to: 2)
    }.build()
    #expect(graph.root == 1)
    #expect(try graph.resolve(Key<Int>("second")) == 20)
  }

  @Test("replacing a key that nobody binds is an error")
  func unboundKey() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Int.self) { overrides in
        overrides.replace(String.self, with: "")
      } _: { binder in
        binder.bind(Int.self, to: 1)
      }
    }
    #expect(error?.problems.map(\.code) == [.unboundReplacement])
  }

  @Test("replacing a module that is not in the plan is an error")
  func unboundModule() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Int.self) { overrides in
        overrides.replace(module: MoreBindings.self, with: Bindings { _ in })
      } _: { binder in
        binder.bind(Int.self, to: 1)
      }
    }
    #expect(error?.problems.map(\.code) == [.unboundReplacement])
  }
}
