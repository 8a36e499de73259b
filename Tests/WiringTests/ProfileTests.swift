import Testing
import Wiring

@Suite("Profiles, conditions and the default scope")
struct ProfileTests {
  private func root(_ profile: Profile, _ bindings: @escaping @Sendable (inout Binder) -> Void) throws -> Int {
    try Plan(Int.self, modules: [Bindings(bindings)], profile: profile).build().root
  }

  @Test("a binding applies in its profiles", arguments: [(Profile.production, 1), (.test, 2)])
  func when(profile: Profile, number: Int) throws {
    let root = try root(profile) { binder in
      binder.bind(Int.self) { 1 }.unless(.test)
      binder.bind(Int.self) { 2 }.when(.test)
    }
    #expect(root == number)
  }

  @Test("a plan is made for production unless it says otherwise")
  func production() throws {
    #expect(try plan(Int.self) { $0.bind(Int.self) { 1 }.when(.production) }.build().root == 1)
  }

  @Test("a condition leaves a trace in the report")
  func trace() {
    let error = #expect(throws: WiringError.self) {
      _ = try root(.production) { $0.bind(Int.self) { 1 }.when(false, "a mail server is configured") }
    }
    #expect(error?.problems.map(\.code) == [.excluded])
    #expect(
      error?.problems.first?.nearMisses.map(\.text) == [
        "a binding of 'Int' is excluded: it applies only when a mail server is configured"
      ])
  }

  @Test("a contribution and a decorator have conditions, too")
  func others() throws {
    let plan = { (profile: Profile) in
      try Plan(
        [Int].self,
        modules: [
          Bindings { binder in
            binder.contribute(to: Int.self) { 1 }
            binder.contribute(to: Int.self) { 2 }.when(.test)
          }
        ], profile: profile)
    }
    #expect(try plan(.production).build().root == [1])
    #expect(try plan(.test).build().root == [1, 2])
  }

  @Test("a module knows the profile")
  func known() throws {
    let root = try root("demo") { binder in binder.bind(Int.self, to: binder.profile == "demo" ? 1 : 2) }
    #expect(root == 1)
  }

  @Test("an inner graph has the profile of the outer one")
  func inner() throws {
    let outer = try Plan(Int.self, modules: [Bindings { $0.bind(Int.self, to: 1) }], profile: .test).build()
    let inner = try outer.child(String.self, modules: [Bindings { $0.bind(String.self) { "inner" }.when(.test) }])
    #expect(try inner.build().root == "inner")
  }

  @Test("a plan's default scope holds for bindings that do not say one")
  func defaultScope() throws {
    let graph = try Plan(
      Car.self,
      modules: [
        Bindings { binder in
          binder.bind((any Engine).self, Diesel.init)
          binder.bind(Gearbox.init)
          binder.bind(Car.init)
        }
      ], defaultScope: .graph
    ).build()
    #expect(graph.root.engine === graph.root.gearbox.engine)
    #expect(try graph.resolve(Car.self) !== graph.root)
  }

  @Test("a binding that says a scope keeps it")
  func chosenScope() throws {
    let graph = try Plan(
      Car.self,
      modules: [
        Bindings { binder in
          binder.bind((any Engine).self, Diesel.init).scoped(.transient)
          binder.bind(Gearbox.init)
          binder.bind(Car.init)
        }
      ], defaultScope: .graph
    ).build()
    #expect(graph.root.engine !== graph.root.gearbox.engine)
  }
}
