import Synchronization
import Testing
import Wiring
import WiringTesting

/// An object that only one test case should see.
private final class Ticket: Sendable {
  private let isUsed = Atomic(false)

  /// Marks the ticket as used; returns whether it was unused.
  func use() -> Bool {
    !isUsed.exchange(true, ordering: .relaxed)
  }
}

/// A module that stores an object, as one with fakes does.
private struct TicketModule: Module {
  let ticket: Ticket

  init(_ ticket: Ticket) {
    self.ticket = ticket
  }

  func configure(_ binder: inout Binder) {
    binder.bind(TicketModule.self, to: self)
    binder.bind(Ticket.init)
  }
}

/// A module that counts how often it is configured.
private struct CountingModule: Module {
  static let count = Atomic(0)

  func configure(_ binder: inout Binder) {
    Self.count.add(1, ordering: .relaxed)
    binder.bind(Ticket.init)
  }
}

@Suite(
  .wired(modules: [Bindings { $0.bind(Ticket.init) }]), .replacing(Ticket.self, with: Ticket()))
struct IsolationTests {
  @Test(arguments: 0..<500)
  func `parallel tests that replace the same key see separate values`(number: Int) async throws {
    let ticket = try Wired.resolve(Ticket.self)
    #expect(ticket.use())
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          await Task.yield()
          #expect(injected(Ticket.self, or: Ticket()) === ticket)
        }
      }
    }
    #expect(try Wired.resolve(Ticket.self) === ticket)
  }

  @Test(.wired(modules: [TicketModule(Ticket())]), arguments: 0..<50)
  func `each test has separate modules`(number: Int) throws {
    #expect(try Wired.resolve(TicketModule.self).ticket.use())
  }

  @Test(.wired(modules: [CountingModule()]), .forbidExternal, .checksForLeaks)
  func `a test with several traits has one graph`() {
    #expect(CountingModule.count.load(ordering: .relaxed) == 1)
  }

  @Test func `a detached task has no current graph except in perform`() async throws {
    let graph = try Wired.graph
    let ticket = try Wired.resolve(Ticket.self)
    let (outside, inside) = await Task.detached {
      (injected(Ticket.self, or: Ticket()), graph.perform { injected(Ticket.self, or: Ticket()) })
    }.value
    #expect(outside !== ticket)
    #expect(inside === ticket)
  }
}
