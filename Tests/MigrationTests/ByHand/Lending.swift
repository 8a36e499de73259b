// guide: program
import Wiring

protocol BookShelf: Sendable { func title(_ number: Int) -> String }
struct OpenShelf: BookShelf { func title(_ number: Int) -> String { "Novel \(number)" } }
struct LockedShelf: BookShelf { func title(_ number: Int) -> String { "Codex \(number)" } }

final class LendingDesk: Sendable {
  private let shelf, rare: any BookShelf
  init(shelf: any BookShelf, rare: any BookShelf) { (self.shelf, self.rare) = (shelf, rare) }
  func lend(_ number: Int) -> String { (number < 1000 ? shelf : rare).title(number) }
}

struct Loan: Sendable {
  let title: String
  init(number: Int, desk: LendingDesk) { title = desk.lend(number) }
}

struct Member: Sendable { let name: String }

@MainActor final class LoansViewModel {
  private let member: Member
  private let loan: Factory<Loan, Int>
  init(member: Member, loan: Factory<Loan, Int>) { (self.member, self.loan) = (member, loan) }
  func borrow(_ number: Int) throws -> String { "\(try loan(number).title) for \(member.name)" }
}

extension Key where Value == any BookShelf { static var rare: Self { Key("rare") } }
extension CustomScope where Context == Member { static var membership: Self { CustomScope("membership") } }

struct ShelfModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any BookShelf).self, OpenShelf.init)
    binder.bind((any BookShelf).self, LockedShelf.init).named(.rare)
  }
}

struct LendingModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(LendingDesk.init).from(.unqualified, .rare).scoped(.singleton)
    binder.factory(Loan.init(number:desk:), argument: Int.self)
    binder.scope(.membership)
    binder.main.bind(LoansViewModel.init).scoped(in: .membership)
    binder.root(LoansViewModel.self)
  }
}
// end
