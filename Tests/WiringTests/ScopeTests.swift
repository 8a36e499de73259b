import Testing
import Wiring

@Suite("Scopes")
struct ScopeTests {
  private func graph(_ scope: Scope) throws -> Graph<Int> {
    try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Engine).self, Diesel.init).scoped(scope)
      binder.bind(Gearbox.init)
      binder.bind(Car.init)
    }.build()
  }

  @Test("transient creates an object for every consumer")
  func transient() throws {
    let car = try graph(.transient).resolve(Car.self)
    #expect(car.engine !== car.gearbox.engine)
  }

  @Test("graph shares an object within one resolution")
  func perResolution() throws {
    let graph = try graph(.graph)
    let (first, second) = (try graph.resolve(Car.self), try graph.resolve(Car.self))
    #expect(first.engine === first.gearbox.engine)
    #expect(first.engine !== second.engine)
  }

  @Test("singleton shares an object while the graph exists")
  func singleton() throws {
    let graph = try graph(.singleton)
    #expect(try graph.resolve(Car.self).engine === graph.resolve(Car.self).engine)
  }

  @Test("every graph of a plan has its own singletons")
  func singletonPerGraph() throws {
    let plan = try plan(Gearbox.self) { binder in
      binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
      binder.bind(Gearbox.init)
    }
    #expect(try plan.build().root.engine !== plan.build().root.engine)
  }

  @Test("weak shares an object while it is retained, and creates another afterwards")
  func weak() throws {
    let made = Counter()
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Engine).self) {
        made.increment()
        return Diesel()
      }.scoped(.weak)
      binder.bind(Gearbox.init)
    }.build()
    do {
      let holder = try graph.resolve(Gearbox.self)
      #expect(try graph.resolve(Gearbox.self).engine === holder.engine)
      #expect(made.value == 1)
    }
    _ = try graph.resolve(Gearbox.self)
    #expect(made.value == 2)
  }

  @Test("a singleton is deallocated with its graph")
  func singletonIsReleased() throws {
    weak var engine: (any Engine)?
    do {
      let graph = try graph(.singleton)
      engine = try graph.resolve((any Engine).self)
      #expect(engine != nil)
    }
    #expect(engine == nil)
  }

  @Test("a type that is not Sendable can be shared within a resolution")
  func unshared() throws {
    final class Notepad {}
    final class Desk {
      let pads: [Notepad]
      init(left: Notepad, right: Notepad) { pads = [left, right] }
    }
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind(Notepad.init).scoped(.graph)
      binder.bind(Desk.init)
    }.build()
    let desk = try graph.resolve(Desk.self)
    #expect(desk.pads[0] === desk.pads[1])
  }
}
