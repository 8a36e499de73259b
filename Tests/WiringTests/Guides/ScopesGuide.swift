import Testing
import Wiring

@Suite("Guide: scopes")
struct ScopesGuide {
  // guide: example
  final class Bill: Sendable {}

  final class Guest: Sendable {
    let bill: Bill
    init(bill: Bill) { self.bill = bill }
  }

  final class Waiter: Sendable {}

  struct Table: Sendable {
    let waiter: Waiter
    let host: Guest
    let friend: Guest
  }

  struct RestaurantModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(Waiter.init).scoped(.singleton)
      binder.bind(Bill.init).scoped(.graph)
      binder.bind(Guest.init)
      binder.bind(Table.init)
    }
  }
  // end

  @Test func example() throws {
    // guide: use
    let graph = try Plan(Table.self, modules: [RestaurantModule()]).build()
    let (first, second) = (graph.root, try graph.resolve(Table.self))
    #expect(first.host !== first.friend)  // transient: each consumer has its own
    #expect(first.host.bill === first.friend.bill)  // graph: shared by what is made together
    #expect(first.host.bill !== second.host.bill)
    #expect(first.waiter === second.waiter)  // singleton: one per graph
    // end
  }

  // guide: ledger
  struct Ledger: Sendable {
    let guest: Provider<Guest>
  }

  struct LedgerModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(Ledger.init).scoped(.singleton)
    }
  }
  // end

  @Test func captive() throws {
    // guide: captive
    let error = #expect(throws: WiringError.self) {
      try Plan(Table.self, modules: [RestaurantModule(), LedgerModule()])
    }
    #expect(error?.problems.map(\.code) == [.captive])
    // end
  }

  @Test func weak() throws {
    let module = TestModule<Self> { binder in
      // guide: weak
      binder.bind(Waiter.init).scoped(.weak)
      // end
    }
    let graph = try Plan(Provider<Waiter>.self, modules: [module]).build()
    // guide: weak-handle
    var first: Waiter? = try graph.root()  // graph: Graph<Provider<Waiter>>
    #expect(try graph.root() === first)
    weak let gone = first
    first = nil
    #expect(gone == nil)
    // end
  }

  @Test func defaultScope() throws {
    // guide: default-scope
    let plan = try Plan(Table.self, modules: [RestaurantModule()], defaultScope: .graph)
    let table = try plan.build().root
    #expect(table.host === table.friend)
    // end
  }
}
