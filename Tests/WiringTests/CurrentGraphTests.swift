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

  @Test("an object that cannot be created ends the program with the error, and is not replaced in silence")
  func failure() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let graph = try plan(String.self) { binder in
        binder.bind(String.self, to: "")
        binder.bind(Int.self) { () throws(Refusal) -> Int in throw Refusal() }
      }.build()
      _ = graph.perform { injected(Int.self, or: 7) }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("'Int' could not be injected: "))
  }

  @Test("a fallback may depend on the error of creating the object")
  func fallbackForError() throws {
    let graph = try plan(String.self) { binder in
      binder.bind(String.self, to: "")
      binder.bind(Int.self) { () throws(Refusal) -> Int in throw Refusal() }
      binder.bind(Int8.self, async: { () async in 1 })
    }.build()
    let number = { (error: (any Error)?) in error == nil ? 0 : error is Refusal ? 1 : 2 }
    #expect(graph.perform { injected(Int.self, otherwise: number) } == 1)
    #expect(graph.perform { injected(Int8.self) { $0 is ResolutionError ? 2 : 0 } } == 2)
    #expect(graph.perform { injected(UInt.self) { $0 == nil ? 3 : 0 } } == 3)
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
