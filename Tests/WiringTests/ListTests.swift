import Testing
import Wiring

@Suite("Lists of contributions")
struct ListTests {
  @Test("a list has the contributions in the order of their declaration, through all modules")
  func order() throws {
    let graph = try Plan(
      [String].self,
      modules: [
        Bindings { binder in
          binder.contribute(to: String.self) { "one" }
          binder.contribute(to: String.self) { "two" }
        },
        MoreBindings { $0.contribute(to: String.self) { "three" } },
      ]
    ).build()
    #expect(graph.root == ["one", "two", "three"])
  }

  @Test("a dictionary has the contributions with names")
  func named() throws {
    let root = try plan([String: Int].self) { binder in
      binder.contribute(to: Int.self, named: "one") { 1 }
      binder.contribute(to: Int.self) { 0 }
      binder.contribute(to: Int.self, named: "two") { 2 }
    }.build().root
    #expect(root == ["one": 1, "two": 2])
  }

  @Test("contributions have dependencies and scopes like all bindings")
  func scopes() throws {
    let graph = try plan([Gearbox].self) { binder in
      binder.bind((any Engine).self, Diesel.init).scoped(.graph)
      binder.contribute(to: Gearbox.self, Gearbox.init)
      binder.contribute(to: Gearbox.self, Gearbox.init)
      binder.contribute(to: Gearbox.self) { Gearbox(engine: Diesel()) }.scoped(.singleton)
    }.build()
    let (first, second) = (graph.root, try graph.resolve([Gearbox].self))
    #expect(first[0].engine === first[1].engine)
    #expect(first[0].engine !== second[0].engine)
    #expect(first[2] === second[2])
  }

  @Test("a contribution is no binding of its type")
  func noBinding() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Int.self) { $0.contribute(to: Int.self) { 1 } }
    }
    #expect(error?.problems.map(\.code) == [.missing])
    #expect(error?.problems.first?.nearMisses.map(\.advice) == ["ask for [Int]"])
  }

  @Test("a list without contributions is missing")
  func missing() {
    let error = #expect(throws: WiringError.self) { _ = try plan([Int].self) { _ in } }
    #expect(error?.problems.map(\.code) == [.missing])
  }

  @Test("a list that may be empty is empty without contributions")
  func empty() throws {
    let root = try plan(String.self) { binder in
      binder.mayBeEmpty(Int.self)
      binder.bind(String.self) { (list: [Int], names: [String: Int]) in "\(list.count) \(names.count)" }
    }.build().root
    #expect(root == "0 0")
  }

  @Test("a list that may be empty has what is contributed")
  func notEmpty() throws {
    let root = try plan([Int].self) { binder in
      binder.mayBeEmpty(Int.self)
      binder.contribute(to: Int.self) { 1 }
    }.build().root
    #expect(root == [1])
  }

  @Test("a list that may be empty in the outer graph may be so in an inner one")
  func emptyInside() throws {
    let outer = try plan(String.self) { binder in
      binder.mayBeEmpty(Int.self)
      binder.bind(String.self, to: "outer")
    }.build()
    let inner = try outer.child(
      Double.self, modules: [Bindings { $0.bind(Double.self) { (list: [Int]) in Double(list.count) } }]
    ).build()
    #expect(inner.root == 0)
  }

  @Test("an inner graph adds to the outer one's list, for itself only")
  func inner() throws {
    let outer = try plan([Int].self) { $0.contribute(to: Int.self) { 1 } }.build()
    let inner = try outer.child([Int].self, modules: [Bindings { $0.contribute(to: Int.self) { 2 } }]).build()
    #expect(inner.root == [1, 2])
    #expect(try outer.resolve([Int].self) == [1])
  }

  @Test("a list of a qualified key is apart from that of its type")
  func qualified() throws {
    let graph = try plan([Int].self) { binder in
      binder.contribute(to: Int.self) { 1 }
      binder.contribute(to: Int.self) { 2 }.named(Key("late"))
    }.build()
    #expect(graph.root == [1])
    #expect(try graph.resolve(named: Key<[Int]>("late")) == [2])
  }

  @Test("a binding of the list itself wins")
  func explicit() throws {
    let root = try plan([Int].self) { binder in
      binder.contribute(to: Int.self) { 1 }
      binder.bind([Int].self, to: [7])
    }.build().root
    #expect(root == [7])
  }

  @Test("one name twice in a list is a problem")
  func nameTwice() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan([Int].self) { binder in
        binder.contribute(to: Int.self, named: "one") { 1 }
        binder.contribute(to: Int.self, named: "one") { 2 }
      }
    }
    #expect(error?.problems.map(\.code) == [.duplicate])
  }

  @Test("an asynchronous contribution makes the list asynchronous")
  func asynchronous() async throws {
    let root = try await Plan(
      String.self,
      modules: [
        Bindings { binder in
          binder.bind(Int.self, async: { () async in 1 })
          binder.contribute(to: Double.self) { (number: Int) in Double(number) }
          binder.bind(String.self) { (list: [Double]) in "\(list)" }
        }
      ]
    ).buildAsync().root
    #expect(root == "[1.0]")
  }

  @Test("a contribution takes the default scope of the plan")
  func defaultScope() throws {
    let graph = try Plan(
      [Gearbox].self,
      modules: [
        Bindings { binder in
          binder.bind((any Engine).self, Diesel.init)
          binder.contribute(to: Gearbox.self, Gearbox.init)
          binder.bind([[Gearbox]].self) { (left: [Gearbox], right: [Gearbox]) in [left, right] }
        }
      ], defaultScope: .graph
    ).build()
    let lists = try graph.resolve([[Gearbox]].self)
    #expect(lists[0][0] === lists[1][0])
  }
}
