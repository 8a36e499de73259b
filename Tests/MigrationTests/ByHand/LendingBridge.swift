import Testing
import Wiring

/// The program before: everything is created by one class.
@MainActor enum BeforeLending {
  // guide: before
  final class LoansViewModel {
    private let member: Member
    private let loan: (Int) -> Loan
    init(member: Member, loan: @escaping (Int) -> Loan) { (self.member, self.loan) = (member, loan) }
    func borrow(_ number: Int) -> String { "\(loan(number).title) for \(member.name)" }
  }

  @MainActor final class LibraryAssembly {
    var shelf: any BookShelf = OpenShelf()
    var rareShelf: any BookShelf = LockedShelf()
    private(set) lazy var desk = LendingDesk(shelf: shelf, rare: rareShelf)

    func loan(_ number: Int) -> Loan { Loan(number: number, desk: desk) }
    func visit(of member: Member) -> VisitAssembly { VisitAssembly(member: member, library: self) }
  }

  @MainActor final class VisitAssembly {
    private let member: Member
    private let library: LibraryAssembly
    private(set) lazy var viewModel = LoansViewModel(member: member) { [library] in library.loan($0) }
    init(member: Member, library: LibraryAssembly) { (self.member, self.library) = (member, library) }
  }
  // end
}

@Suite @MainActor struct BeforeLendingTests {
  private typealias LibraryAssembly = BeforeLending.LibraryAssembly

  // guide: before test
  @Test func borrows() {
    let library = LibraryAssembly()
    library.shelf = FakeShelf()
    let loans = library.visit(of: Member(name: "Ada")).viewModel
    #expect(loans.borrow(7) == "Fake 7 for Ada")
  }
  // end
}

// guide: bridge
/// What is still created by hand.
struct HandMadeModule: Module {
  let shelf: any BookShelf
  let rareShelf: @Sendable () -> any BookShelf

  func configure(_ binder: inout Binder) {
    binder.bind((any BookShelf).self, to: shelf)  // a value: exists before the plan
    binder.bind((any BookShelf).self) { rareShelf() }.named(.rare)  // a closure: called when the object is needed
  }
}

/// What is still created by hand, and needs an object of the graph.
@MainActor final class ReadingRoomAssembly {
  let desk: LendingDesk
  init(desk: LendingDesk) { self.desk = desk }
}
// end

@Suite @MainActor struct LendingBridgeTests {
  @Test func `objects cross between the graph and the code by hand in both directions`() throws {
    // guide: both
    let handMade = HandMadeModule(shelf: OpenShelf(), rareShelf: { LockedShelf() })
    let library = try Plan(LendingDesk.self, modules: [LendingModule(), handMade]).build()
    let readingRoom = ReadingRoomAssembly(desk: library.root)
    // end

    #expect(readingRoom.desk.lend(1) == "Novel 1")
    #expect(readingRoom.desk.lend(1001) == "Codex 1001")
  }
}
