import Testing
import Wiring

/// Look-ups of types that no binding of the plan depends on.
@Suite("Look-ups of derived types")
struct DerivedLookupTests {
  private func graph() throws -> Graph<Gearbox> {
    try plan(Gearbox.self) { binder in
      binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
      binder.bind(Gearbox.init)
      binder.bind(
        Int.self, resolving: { resolver in try resolver.resolve(Provider<Gearbox>.self)().engine is Diesel ? 1 : 0 })
      binder.mayBeEmpty(String.self)
    }.build()
  }

  @Test("a handle is found whether or not another binding asks for it")
  func handles() throws {
    let graph = try graph()
    let engine = graph.root.engine
    #expect(try graph.resolve(Lazy<any Engine>.self).value === engine)
    #expect(try graph.resolve(Provider<any Engine>.self)() === engine)
    #expect(try graph.resolve(Owned<any Engine>.self).value === engine)
    #expect(try graph.resolve((@Sendable () throws -> any Engine).self)() === engine)
    #expect(try graph.resolve(Provider<Lazy<any Engine>>.self)().value === engine)
  }

  @Test("an optional is the bound object, or nil")
  func optionals() throws {
    let graph = try graph()
    #expect(try graph.resolve((any Engine)?.self) === graph.root.engine)
    #expect(try graph.resolve(Double?.self) == nil)
  }

  @Test("a list that may be empty is empty, and another one is missing")
  func lists() throws {
    let graph = try graph()
    #expect(try graph.resolve([String].self) == [])
    #expect(throws: ResolutionError.self) { try graph.resolve([Double].self) }
  }

  @Test("an opaque factory finds a handle")
  func opaque() throws {
    #expect(try graph().resolve(Int.self) == 1)
  }

  @Test("a derived type counts as bound exactly when it can be resolved")
  func isBound() throws {
    let graph = try graph()
    #expect(try graph.resolve(ifBound: Lazy<any Engine>.self)?.value === graph.root.engine)
    #expect(try graph.resolve(ifBound: Lazy<Double>.self) == nil)
    #expect(throws: ResolutionError.self) { try graph.resolve(Lazy<Double>.self) }
    #expect(graph.perform { CurrentGraph.provides(Provider<Gearbox>.self) })
  }

  @Test("the current graph provides an optional of a bound type")
  func current() throws {
    let graph = try graph()
    #expect(graph.perform { injected((any Engine)?.self, or: nil) } === graph.root.engine)
  }

  @Test("in an opened scope, a handle leads to the object of that scope")
  func scope() throws {
    let session = try sessions().open(.session, with: Account("Ada"))
    let basket = try session.resolve(Basket.self)
    #expect(try session.resolve(Lazy<Basket>.self).value === basket)
    #expect(throws: ResolutionError.self) { try sessions().resolve(Lazy<Basket>.self) }
  }
}
