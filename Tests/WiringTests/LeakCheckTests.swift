import Testing
import Wiring

@Suite("Leak check")
struct LeakCheckTests {
  private final class Parent: @unchecked Sendable {  // used by one thread of a test
    var child: Child?
  }

  private final class Child: Sendable {
    let parent: Parent
    init(parent: Parent) { self.parent = parent }
  }

  private func graph(isCyclic: Bool) throws -> Graph<Child> {
    try plan(Child.self) { binder in
      binder.bind(Parent.self, Parent.init, file: "Shop/A.swift", line: 3, column: 1).scoped(.singleton)
      binder.bind(Child.self, Child.init, file: "Shop/A.swift", line: 4, column: 1).scoped(.singleton).then {
        (child: Child) in
        if isCyclic { child.parent.child = child }
      }
    }.build()
  }

  @Test("it finds nothing when all objects are deallocated")
  func clean() throws {
    var graph = Optional(try graph(isCyclic: false))
    let check = try #require(graph).leakCheck()
    graph = nil
    #expect(check.survivors.isEmpty)
  }

  @Test("it finds objects in a cycle of strong references")
  func cycle() throws {
    var graph = Optional(try graph(isCyclic: true))
    let (check, parent) = (try #require(graph).leakCheck(), try #require(graph).root.parent)
    graph = nil
    #expect(
      check.survivors.map(\.description) == [
        "LeakCheckTests.Parent, bound at Shop/A.swift:3, outlives its graph",
        "LeakCheckTests.Child, bound at Shop/A.swift:4, outlives its graph",
      ])
    parent.child = nil
  }

  @Test("it finds an object that is retained outside the graph")
  func retained() throws {
    var graph = Optional(try graph(isCyclic: false))
    let (check, parent) = (try #require(graph).leakCheck(), try #require(graph).root.parent)
    graph = nil
    #expect(check.survivors.count == 1)
    withExtendedLifetime(parent) {}
  }

  @Test("in an opened scope it covers the scope's own objects")
  func scope() throws {
    let graph = try sessions()
    var session = Optional(try graph.open(.session, with: Account("Ada")))
    let basket = try #require(session).resolve(Basket.self)
    let check = try #require(session).leakCheck()
    session = nil
    #expect(check.survivors.map(\.key) == [AnyKey(Basket.self)])
    withExtendedLifetime(basket) {}
  }

  @Test("in a scope that an inner graph opened it covers the scope's own objects")
  func scopeOfInner() throws {
    let inner = try sessions().child(String.self, modules: [Bindings { $0.bind(String.self, to: "") }]).build()
    let session = try inner.open(.session, with: Account("Ada"))
    let basket = try session.resolve(Basket.self)
    #expect(session.leakCheck().survivors.count == 1)
    withExtendedLifetime(basket) {}
  }
}
