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

  @Test("a replacement is in the lists of what it replaces")
  func tags() throws {
    let list = try plan([Int].self, overrides: { $0.replace(Int.self, with: 2) }) { binder in
      binder.bind(Int.self) { 1 }.tagged(Key<[Int]>("all"))
      binder.bind([Int].self) { (all: [Int]) in all }.from(Key("all"))
    }.build().root
    #expect(list == [2])
  }

  @Test("a replacement that repeats a tag is in the list once")
  func repeatedTag() throws {
    let tag = Key<[Int]>("all")
    let list = try plan([Int].self, overrides: { $0.replace(Int.self) { 2 }.tagged(tag) }) { binder in
      binder.bind(Int.self) { 1 }.tagged(tag)
      binder.bind([Int].self) { (all: [Int]) in all }.from(Key("all"))
    }.build().root
    #expect(list == [2])
  }

  @Test(
    "a decorator is shared as in the program, whatever replaces the object",
    arguments: [
      { $0.replace((any Engine).self, with: Diesel()) }, { $0.replace((any Engine).self, Diesel.init) }, { _ in },
    ] as [@Sendable (inout Overrides) -> Void])
  func sharedDecorator(overrides: @Sendable (inout Overrides) -> Void) throws {
    let graph = try plan(String.self, overrides: overrides) { binder in
      binder.bind(String.self, to: "")
      binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
      binder.decorate((any Engine).self) { (_: any Engine) in Diesel() as any Engine }
    }.build()
    #expect(try graph.resolve((any Engine).self) === graph.resolve((any Engine).self))
  }

  @Test("a qualified key is replaced without touching the plain one")
  func qualified() throws {
    let graph = try plan(Int.self) { overrides in
      overrides.replace(Int.self, with: 20).named(Key("second"))
    } _: { binder in
      binder.bind(Int.self, to: 1)
      binder.bind(Int.self, to: 2).named(Key("second"))
    }.build()
    #expect(graph.root == 1)
    #expect(try graph.resolve(named: Key<Int>("second")) == 20)
  }

  @Test("a replacement whose condition does not hold leaves the binding alone")
  func unmetCondition() throws {
    let overrides: (inout Overrides) -> Void = { $0.replace(Int.self) { 2 }.when(.test) }
    let modules = [Bindings { $0.bind(Int.self) { 1 } }]
    #expect(try Plan(Int.self, modules: modules, overrides: overrides).build().root == 1)
    #expect(try Plan(Int.self, modules: modules, profile: .test, overrides: overrides).build().root == 2)
  }

  @Test("replacing a key without a binding is an error")
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

  @Test("replacing a key that is bound twice leaves the two to be reported")
  func boundTwice() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Int.self) { overrides in
        overrides.replace(Int.self, with: 3)
      } _: { binder in
        binder.bind(Int.self, to: 1)
        binder.bind(Int.self, to: 2)
      }
    }
    #expect(error?.problems.map(\.code) == [.duplicate])
  }

  @Test("two replacements of one key are reported")
  func replacedTwice() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Int.self) { overrides in
        overrides.replace(Int.self, with: 2)
        overrides.replace(Int.self, with: 3)
      } _: { binder in
        binder.bind(Int.self, to: 1)
      }
    }
    #expect(error?.problems.map(\.code) == [.duplicate])
  }

  @Test("a replacement may ask a resolver")
  func resolving() throws {
    let root = try plan(String.self) { overrides in
      overrides.replace(String.self, resolving: { "\(try $0.resolve(Int.self))" })
    } _: { binder in
      binder.bind(Int.self, to: 7)
      binder.bind(String.self) { "real" }
    }.build().root
    #expect(root == "7")
  }

  @Test("a replacement in an inner graph reaches its own bindings only")
  func inner() throws {
    let outer = try plan(Int.self) { $0.bind(Int.self, to: 1) }.build()
    let inner = Bindings { $0.bind(String.self) { (number: Int) in "\(number)" } }
    let plan = try outer.child(String.self, modules: [inner]) { $0.replace(String.self, with: "fake") }
    #expect(try plan.build().root == "fake")
    #expect(throws: WiringError.self) {
      _ = try outer.child(String.self, modules: [inner]) { $0.replace(Int.self, with: 2) }
    }
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
