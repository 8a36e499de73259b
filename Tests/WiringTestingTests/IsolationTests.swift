import Synchronization
import Testing
import Wiring
import WiringTesting

/// Something that one test case alone shall see.
private final class Ticket: Sendable {
  private let isUsed = Atomic(false)

  /// Whether nobody used it before.
  func use() -> Bool {
    !isUsed.exchange(true, ordering: .relaxed)
  }
}

@Suite(
  .wired(modules: [Bindings { $0.bind(Ticket.init) }]), .replacing(Ticket.self, with: Ticket()))
struct IsolationTests {
  @Test(arguments: 0..<500)
  func `of many tests at once that replace one key, each sees its own value`(number: Int) async throws {
    let ticket = try await Wired.resolve(Ticket.self)
    #expect(ticket.use())
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          await Task.yield()
          #expect(injected(or: Ticket()) === ticket)
        }
      }
    }
    #expect(try await Wired.resolve(Ticket.self) === ticket)
  }

  @Test func `a detached task has no graph until it performs in one`() async throws {
    let graph = try Wired.graph
    let ticket = try await Wired.resolve(Ticket.self)
    let (outside, inside) = await Task.detached {
      (injected(or: Ticket()), graph.perform { injected(or: Ticket()) })
    }.value
    #expect(outside !== ticket)
    #expect(inside === ticket)
  }
}
