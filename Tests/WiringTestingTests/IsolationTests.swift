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

/// A module that holds an object, as one with fakes does.
private struct Kept: Module {
  let ticket: Ticket

  init(_ ticket: Ticket) {
    self.ticket = ticket
  }

  func configure(_ binder: inout Binder) {
    binder.bind(Kept.self, to: self)
    binder.bind(Ticket.init)
  }
}

/// A module that counts how often it was asked for its bindings.
private struct Counted: Module {
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
  func `of many tests at once that replace one key, each sees its own value`(number: Int) async throws {
    let ticket = try await Wired.resolve(Ticket.self)
    #expect(ticket.use())
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          await Task.yield()
          #expect(injected(Ticket.self, or: Ticket()) === ticket)
        }
      }
    }
    #expect(try await Wired.resolve(Ticket.self) === ticket)
  }

  @Test(.wired(modules: [Kept(Ticket())]), arguments: 0..<50)
  func `each test has modules of its own`(number: Int) throws {
    #expect(try Wired.resolve(Kept.self).ticket.use())
  }

  @Test(.wired(modules: [Counted()]), .forbidExternal, .checksForLeaks)
  func `however many traits a test has, it has one graph`() {
    #expect(Counted.count.load(ordering: .relaxed) == 1)
  }

  @Test func `a detached task has no graph until it performs in one`() async throws {
    let graph = try Wired.graph
    let ticket = try await Wired.resolve(Ticket.self)
    let (outside, inside) = await Task.detached {
      (injected(Ticket.self, or: Ticket()), graph.perform { injected(Ticket.self, or: Ticket()) })
    }.value
    #expect(outside !== ticket)
    #expect(inside === ticket)
  }
}
