import Testing
import Wiring

@Suite("Leak check")
struct LeakCheckTests {
  private final class Parent: @unchecked Sendable {  // a test uses it on one thread
    var child: Child?
  }

  private final class Child: Sendable {
    let parent: Parent
    init(parent: Parent) { self.parent = parent }
  }

  private func graph(isCircular: Bool) throws -> Graph<Child> {
    try plan(Child.self) { binder in
      binder.bind(Parent.self, Parent.init, file: "Shop/A.swift", line: 3, column: 1).scoped(.singleton)
      binder.bind(Child.self, Child.init, file: "Shop/A.swift", line: 4, column: 1).scoped(.singleton).then {
        (child: Child) in
        if isCircular { child.parent.child = child }
      }
    }.build()
  }

  @Test("it finds nothing when all objects are gone")
  func clean() throws {
    var graph = Optional(try graph(isCircular: false))
    let check = try #require(graph).leakCheck()
    graph = nil
    #expect(check.survivors.isEmpty)
  }

  @Test("it finds the objects that hold each other in a circle")
  func circle() throws {
    var graph = Optional(try graph(isCircular: true))
    let (check, parent) = (try #require(graph).leakCheck(), try #require(graph).root.parent)
    graph = nil
    #expect(
      check.survivors.map(\.description) == [
        "LeakCheckTests.Parent, bound at Shop/A.swift:3, outlives its graph",
        "LeakCheckTests.Child, bound at Shop/A.swift:4, outlives its graph",
      ])
    parent.child = nil
  }

  @Test("it finds what somebody outside keeps")
  func kept() throws {
    var graph = Optional(try graph(isCircular: false))
    let (check, parent) = (try #require(graph).leakCheck(), try #require(graph).root.parent)
    graph = nil
    #expect(check.survivors.count == 1)
    withExtendedLifetime(parent) {}
  }

  @Test("of an opened scope it sees the scope's own objects")
  func scope() throws {
    let graph = try sessions()
    var session = Optional(try graph.open(.session, with: Account("Ada")))
    let basket = try #require(session).resolve(Basket.self)
    let check = try #require(session).leakCheck()
    session = nil
    #expect(check.survivors.map(\.key) == [AnyKey(Basket.self)])
    withExtendedLifetime(basket) {}
  }

  @Test("of a scope that an inner graph opened, too")
  func scopeOfInner() throws {
    let inner = try sessions().child(String.self, modules: [Bindings { $0.bind(String.self, to: "") }]).build()
    let session = try inner.open(.session, with: Account("Ada"))
    let basket = try session.resolve(Basket.self)
    #expect(session.leakCheck().survivors.count == 1)
    withExtendedLifetime(basket) {}
  }
}
