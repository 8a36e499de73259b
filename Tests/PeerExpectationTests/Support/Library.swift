import Wiring
import WiringMacros

// A library, for what users of Knit rely on.

protocol Catalogue: AnyObject, Sendable {
  var title: String { get }
}

final class CardCatalogue: Catalogue {
  let title = "cards"
}

final class FakeCatalogue: Catalogue {
  let title = "fake"
}

final class Librarian: Sendable {
  let catalogue: any Catalogue
  init(catalogue: any Catalogue) { self.catalogue = catalogue }
}

@MainActor final class ReadingRoom {
  let librarian: Librarian
  init(librarian: Librarian) { self.librarian = librarian }
}

/// A card whose number of weeks is four where no number is bound.
struct LoanCard: Sendable {
  let weeks: Int

  @Injectable
  init(weeks: Int = 4) {
    self.weeks = weeks
  }
}

struct CatalogueAssembly: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Catalogue).self, CardCatalogue.init).scoped(.singleton)
  }
}

struct LibrarianAssembly: Module {
  static var includes: [any Module] { [CatalogueAssembly()] }
  func configure(_ binder: inout Binder) { binder.bind(Librarian.init) }
}

struct ReadingRoomAssembly: Module {
  static var includes: [any Module] { [LibrarianAssembly(), CatalogueAssembly()] }
  func configure(_ binder: inout Binder) { binder.main.bind(ReadingRoom.init) }
}

/// Two assemblies that include each other.
struct LendingAssembly: Module {
  static var includes: [any Module] { [ReturnsAssembly()] }
  func configure(_ binder: inout Binder) { binder.bind(Int.self, to: 1) }
}

struct ReturnsAssembly: Module {
  static var includes: [any Module] { [LendingAssembly()] }
  func configure(_ binder: inout Binder) { binder.bind(String.self) { (number: Int) in "return \(number)" } }
}

/// An assembly that promises a service which a later one binds.
struct AbstractAssembly: Module {
  func configure(_ binder: inout Binder) {
    binder.requires((any Catalogue).self)
    binder.requires(named: Key<any Catalogue>("archive"))
  }
}

struct FakeCatalogueAssembly: Module {
  func configure(_ binder: inout Binder) { binder.bind((any Catalogue).self, FakeCatalogue.init) }
}

struct Session: Sendable {}

extension CustomScope where Context == Session {
  static var session: Self { CustomScope("session") }
}
