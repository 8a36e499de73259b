import Testing
import Wiring

@Suite("Bindings")
struct BindingTests {
  @Test("an initializer's parameters are resolved by their types")
  func initializerReference() throws {
    let car = try plan(Car.self) { binder in
      binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
      binder.bind(Gearbox.init)
      binder.bind(Car.init)
    }.build().root
    #expect(car.engine === car.gearbox.engine)
  }

  @Test("a closure's parameters are resolved by their types")
  func closure() throws {
    let text = try plan(String.self) { binder in
      binder.bind(Int.self, to: 7)
      binder.bind(String.self) { (number: Int) in "number \(number)" }
    }.build().root
    #expect(text == "number 7")
  }

  @Test("a qualified key is told from the plain one of its type")
  func qualifiedKey() throws {
    let graph = try plan([String].self) { binder in
      binder.bind(String.self, to: "plain")
      binder.bind(String.self, to: "LOUD").named(.loud)
      binder.bind([String].self) { (first: String, second: String) in [first, second] }.from(.loud, .unqualified)
    }.build()
    #expect(graph.root == ["LOUD", "plain"])
    #expect(try graph.resolve(named: .loud) == "LOUD")
  }

  @Test("a factory of many parameters gets each of them in its place")
  func manyParameters() throws {
    let numbers = try plan([Int].self) { binder in
      binder.bind(Int.self, to: 1)
      binder.bind(Int8.self, to: 2)
      binder.bind(Int16.self, to: 3)
      binder.bind(Int32.self, to: 4)
      binder.bind(Int64.self, to: 5)
      binder.bind(UInt.self, to: 6)
      binder.bind(UInt8.self, to: 7)
      binder.bind([Int].self) { (a: UInt8, b: UInt, c: Int64, d: Int32, e: Int16, f: Int8, g: Int) in
        [Int(a), Int(b), Int(c), Int(d), Int(e), Int(f), g]
      }
    }.build().root
    #expect(numbers == [7, 6, 5, 4, 3, 2, 1])
  }

  @Test("a factory's error reaches the caller unchanged")
  func throwingFactory() throws {
    let refusing = try plan(String.self) { binder in
      binder.bind(Int.self) { throw Refusal() }
      binder.bind(String.self) { (number: Int) in "\(number)" }
    }
    #expect(throws: Refusal()) { try refusing.build() }
  }

  @Test("making a plan creates nothing")
  func planIsPure() throws {
    let created = Counter()
    let plan = try plan(Int.self) { binder in
      binder.bind(Int.self) {
        created.increment()
        return 1
      }.scoped(.singleton)
    }
    _ = plan.description.text
    #expect(created.value == 0)
    _ = try plan.build()
    #expect(created.value == 1)
  }

  @Test("building makes the root and what it needs, and nothing else")
  func othersWait() throws {
    let created = Counter()
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 1)
      binder.bind(String.self) {
        created.increment()
        return "made"
      }.scoped(.singleton)
    }.build()
    #expect(created.value == 0)
    #expect(try graph.resolve(String.self) == "made")
    #expect(created.value == 1)
  }

  @Test("a look-up of a key without a binding throws")
  func missingLookup() throws {
    let graph = try plan(Int.self) { $0.bind(Int.self, to: 1) }.build()
    #expect {
      _ = try graph.resolve((any Engine).self)
    } throws: {
      ($0 as? ResolutionError)?.message == "nothing provides 'any Engine'; bind it in a module of the plan"
    }
  }
}

extension Key where Value == String {
  fileprivate static var loud: Self { Key("loud") }
}
