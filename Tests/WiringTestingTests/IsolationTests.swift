import Synchronization
import Testing
import Wiring
import WiringTesting

/// A number that no other test case gets.
private struct Ticket: Sendable, Hashable {
  private static let last = Atomic(0)
  private static let seen = Mutex<Set<Int>>([])
  let number: Int

  init(number: Int) {
    self.number = number
  }

  static func next() -> Ticket {
    Ticket(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// Whether nobody had it before.
  func use() -> Bool {
    Self.seen.withLock { $0.insert(number).inserted }
  }
}

@Suite(
  .wired(modules: [Bindings { $0.bind(Ticket.self, to: Ticket(number: 0)) }]), .replacing(Ticket.self, with: .next()))
struct IsolationTests {
  @Test(arguments: 0..<500)
  func `of many tests at once that replace one key, each sees its own value`(number: Int) async throws {
    let ticket = try await Wired.resolve(Ticket.self)
    #expect(ticket.use())
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          await Task.yield()
          #expect(injected(or: Ticket(number: -1)) == ticket)
        }
      }
    }
    #expect(try await Wired.resolve(Ticket.self) == ticket)
  }

  @Test func `a detached task has no graph until it performs in one`() async throws {
    let graph = try Wired.graph
    let ticket = try await Wired.resolve(Ticket.self)
    let (outside, inside) = await Task.detached {
      (injected(or: Ticket(number: -1)), graph.perform { injected(or: Ticket(number: -1)) })
    }.value
    #expect(outside.number == -1)
    #expect(inside == ticket)
  }
}
