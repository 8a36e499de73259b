// guide: test
import Testing
import Wiring
import WiringTesting

struct FakeShelf: BookShelf { func title(_ number: Int) -> String { "Fake \(number)" } }

@Test(.wired(modules: [LendingModule(), ShelfModule()]), .replacing((any BookShelf).self, with: FakeShelf()))
@MainActor func `a member borrows from the shelf`() throws {
  let membership = try Wired.graph.open(.membership, with: Member(name: "Ada"))
  let loans = try membership.resolveOnMainActor(LoansViewModel.self)
  #expect(try loans.borrow(7) == "Fake 7 for Ada")
}
// end

@Suite @MainActor struct LendingTests {
  @Test func `the program runs as the page shows it`() throws {
    // guide: use
    let library = try Plan(LendingDesk.self, modules: [LendingModule(), ShelfModule()], isStrict: true).build()
    let membership = try library.open(.membership, with: Member(name: "Ada"))
    let title = try membership.resolveOnMainActor(LoansViewModel.self).borrow(1001)
    // end

    #expect(title == "Codex 1001 for Ada")
  }

  @Test func `a view-model of the graph is created by hand in a test`() throws {
    // guide: unit
    let desk = LendingDesk(shelf: FakeShelf(), rare: FakeShelf())
    let loans = LoansViewModel(member: Member(name: "Ada"), loan: Factory { Loan(number: $0, desk: desk) })
    // end

    #expect(try loans.borrow(7) == "Fake 7 for Ada")
  }
}
