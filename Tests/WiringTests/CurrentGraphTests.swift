import Testing
import Wiring

@Suite("The current graph")
struct CurrentGraphTests {
  private func graph(_ number: Int) throws -> Graph<Int> {
    try plan(Int.self) { $0.bind(Int.self, to: number) }.build()
  }

  private struct Page {
    let number: Int
    init(number: Int = injected(Int.self, or: 0)) { self.number = number }
  }

  @Test("without a graph, the fallback is used")
  func none() {
    #expect(Page().number == 0)
    #expect(!CurrentGraph.provides(Int.self))
  }

  @Test("inside perform, the graph provides the object")
  func inside() throws {
    #expect(try graph(1).perform { Page().number } == 1)
    #expect(try graph(1).perform { CurrentGraph.provides(Int.self) })
  }

  @Test("the innermost graph is current, and the outer one again afterwards")
  func nested() throws {
    let (outer, inner) = (try graph(1), try graph(2))
    let numbers = outer.perform {
      [Page().number, inner.perform { Page().number }, Page().number]
    }
    #expect(numbers == [1, 2, 1])
  }

  @Test("child tasks inherit the graph, detached tasks do not")
  func tasks() async throws {
    let graph = try Self.built(1)
    await graph.perform {
      async let child = Page().number
      #expect(await child == 1)
      #expect(await Task { Page().number }.value == 1)
      #expect(await Task.detached { Page().number }.value == 0)
    }
  }

  @Test("for a missing binding, the fallback is used")
  func missing() throws {
    #expect(try graph(1).perform { injected(String.self, or: "other") } == "other")
  }

  @Test("an opened scope can be the current graph")
  func scope() throws {
    let session = try sessions().open(.session, with: Account("Ada"))
    #expect(try session.perform { try CurrentGraph.resolve(Basket.self)?.account.name } == "Ada")
  }

  @Test("two tasks have separate graphs")
  func parallel() async throws {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        group.addTask {
          guard let graph = try? Self.built(number) else { return false }
          return await graph.perform {
            await Task.yield()
            return Page().number == number
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  private static func built(_ number: Int) throws -> Graph<Int> {
    try plan(Int.self) { $0.bind(Int.self, to: number) }.build()
  }
}
