import Synchronization
import Testing
import Wiring

@Suite("Overrides of lists, optionals, decorators and parts of clients")
struct OverridesOfRequestsTests {
  @Test("A list is replaced as a whole, and its contributions count as used")
  func list() throws {
    let plan = try Plan(Sum.self, modules: [Numbers()], isStrict: true) { overrides in
      overrides.replace([Int].self, with: [7])
    }
    #expect(try plan.build().root.numbers == [7])
  }

  @Test("A dictionary is replaced as a whole")
  func dictionary() throws {
    let root = try plan([String: Int].self) { overrides in
      overrides.replace([String: Int].self, with: ["fake": 7])
    } _: { binder in
      binder.contribute(to: Int.self, named: "one") { 1 }
    }.build().root
    #expect(root == ["fake": 7])
  }

  @Test("An optional without a binding receives an object")
  func optional() throws {
    let root = try plan(Trip.self) { overrides in
      overrides.replace(String?.self, with: "map")
    } _: { binder in
      binder.bind(Trip.init)
    }.build().root
    #expect(root.map == "map")
  }

  @Test("An optional with a binding becomes nil, and other consumers keep the object")
  func absent() throws {
    let graph = try plan(Trip.self) { overrides in
      overrides.replace(String?.self, with: nil)
    } _: { binder in
      binder.bind(String.self, to: "map")
      binder.bind(Trip.init)
    }.build()
    #expect(graph.root.map == nil)
    #expect(try graph.resolve(String.self) == "map")
  }

  @Test("A list that nothing requests cannot be replaced")
  func unrequested() {
    let error = #expect(throws: WiringError.self) {
      try plan(Int.self) { overrides in
        overrides.replace([String].self, with: [])
      } _: { binder in
        binder.bind(Int.self, to: 1)
      }
    }
    #expect(error?.problems.map(\.code) == [.unboundReplacement])
  }

  @Test("An override of an implementation names the protocol that is bound, and the other way round")
  func otherType() {
    func near(_ replace: (inout Overrides) -> Void, _ bindings: @escaping @Sendable (inout Binder) -> Void) -> [String]
    {
      let error = #expect(throws: WiringError.self) { try plan(Int.self, overrides: replace, bindings) }
      return error?.problems.first { $0.code == .unboundReplacement }?.nearMisses.map(\.text) ?? []
    }
    let asProtocol = near {
      $0.replace(Diesel.self, with: Diesel())
    } _: { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Engine).self, Diesel.init)
    }
    #expect(asProtocol == ["'any Engine' is in the plan"])
    let asClass = near {
      $0.replace((any Engine).self, with: Diesel())
    } _: { binder in
      binder.bind(Int.self, to: 0)
      binder.bind(Diesel.init)
    }
    #expect(asClass == ["'Diesel' is in the plan"])
  }

  @Test("A decorator of a test is outermost")
  func decorator() throws {
    let root = try plan(String.self) { overrides in
      overrides.decorate(String.self) { (inner: String) in "test(\(inner))" }
    } _: { binder in
      binder.bind(String.self) { "real" }
      binder.decorate(String.self) { (inner: String) in "module(\(inner))" }
    }.build().root
    #expect(root == "test(module(real))")
  }

  @Test("A replacement and a decorator of the same key work together")
  func both() throws {
    let root = try plan(String.self) { overrides in
      overrides.decorate(String.self) { (inner: String) in "test(\(inner))" }
      overrides.replace(String.self, with: "fake")
    } _: { binder in
      binder.bind(String.self) { "real" }
    }.build().root
    #expect(root == "test(fake)")
  }

  @Test("Decorators of modules can be removed")
  func undecorated() throws {
    let root = try plan(String.self) { overrides in
      overrides.undecorate(String.self)
    } _: { binder in
      binder.bind(String.self) { "real" }
      binder.decorate(String.self) { (inner: String) in "module(\(inner))" }
    }.build().root
    #expect(root == "real")
  }

  @Test("Removing the decorators of an object that has none is an error")
  func nothingToUndecorate() {
    let error = #expect(throws: WiringError.self) {
      try plan(String.self) { overrides in
        overrides.undecorate(String.self)
      } _: { binder in
        binder.bind(String.self) { "real" }
      }
    }
    #expect(error?.problems.map(\.code) == [.unboundReplacement])
  }

  @Test("Decorating what nothing provides is an error")
  func nothingToDecorate() {
    let error = #expect(throws: WiringError.self) {
      try plan(Int.self) { overrides in
        overrides.decorate(String.self) { (inner: String) in inner }
      } _: { binder in
        binder.bind(Int.self, to: 1)
      }
    }
    #expect(error?.problems.map(\.code) == [.unboundReplacement])
  }

  @Test("One function of a client changes, and the others stay")
  func endpoint() throws {
    let client = try plan(Client.self) { overrides in
      overrides.modify(Client.self) { client in client.load = { "fake" } }
    } _: { binder in
      binder.bind(Client.self) { Client(load: { "real" }, save: { "saved" }) }.scoped(.singleton)
    }.build().root
    #expect(client.load() == "fake")
    #expect(client.save() == "saved")
  }

  @Test("A factory is replaced by an asynchronous one")
  func async() async throws {
    let graph = try await plan(String.self) { overrides in
      overrides.replace(String.self, async: { @concurrent () async in "fake" })
    } _: { binder in
      binder.bind(String.self) { "real" }
    }.buildAsync()
    #expect(graph.root == "fake")
  }

  @Test("A main-actor factory is replaced by another one")
  @MainActor
  func main() throws {
    let root = try plan(String.self) { overrides in
      overrides.main.bind(String.self, { @MainActor () in "fake" })
    } _: { binder in
      binder.main.bind(String.self, { @MainActor () in "real" })
    }.buildOnMainActor().root
    #expect(root == "fake")
  }
}

@Suite("Conditions of values")
struct ConditionalValueTests {
  @Test("A value is for some profiles only")
  func profiles() throws {
    let modules = [
      Bindings { binder in
        binder.bind(String.self, to: "test").when(.test)
        binder.bind(String.self, to: "real").unless(.test)
      }
    ]
    #expect(try Plan(String.self, modules: modules).build().root == "real")
    #expect(try Plan(String.self, modules: modules, profile: .test).build().root == "test")
  }

  @Test("A default value gives way to another binding")
  func byDefault() throws {
    let modules = [Bindings { $0.bind(Int.self, to: 1).byDefault() }]
    #expect(try Plan(Int.self, modules: modules).build().root == 1)
    let more = MoreBindings { $0.bind(Int.self) { 2 } }
    #expect(try Plan(Int.self, modules: modules + [more]).build().root == 2)
  }

  @Test("A value whose condition does not hold is named by the report of what is missing")
  func condition() {
    let error = #expect(throws: WiringError.self) {
      try plan(Int.self) { $0.bind(Int.self, to: 1).when(false, "a number is configured") }
    }
    #expect(error?.problems.map(\.code) == [.excluded])
  }
}

private struct Sum: Sendable {
  let numbers: [Int]
}

private struct Trip: Sendable {
  let map: String?
}

private struct Client: Sendable {
  var load: @Sendable () -> String
  var save: @Sendable () -> String
}

private struct Numbers: Module {
  func configure(_ binder: inout Binder) {
    binder.contribute(to: Int.self) { 1 }
    binder.contribute(to: Int.self) { 2 }
    binder.bind(Sum.init)
  }
}
