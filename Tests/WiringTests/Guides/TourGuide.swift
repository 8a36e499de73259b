import Testing
import Wiring
import WiringDefinitions
import WiringTools

/// The code of `docs/wiring.md`.
@Suite("Guide: tour")
struct TourGuide {
  @Test func first() throws {
    // guide: first
    let plan = try Plan(Cookbook.self, modules: [CookbookModule()])
    let graph = try plan.build()
    let contents = graph.root.contents()  // "Plum jam, Rye bread"
    // end
    #expect(contents == "Plum jam, Rye bread")
  }

  @Test func forms() throws {
    let graph = try Plan(Menu.self, modules: [KitchenModule()]).build()
    #expect(graph.root.dishes == ["Plum jam", "Rye bread"])
    #expect(try graph.resolve(Oven.self).degrees == 230)
    #expect(try graph.resolve(Merger.self).old.recipes() == ["Suet pudding"])
  }

  @Test func scopes() throws {
    let graph = try Plan(Table.self, modules: [TableModule()]).build()
    let (first, second) = (graph.root, try graph.resolve(Table.self))
    #expect(first.host.bill === first.guest.bill)
    #expect(first.host.bill !== second.host.bill)
  }

  @Test func includes() throws {
    let plain = try Plan(Cookbook.self, modules: [ReadingModule()]).build()
    #expect(plain.root.contents() == "Plum jam, Rye bread")
    let plan = try Plan(Cookbook.self, modules: [ReadingModule(), ShelfModule(recipes: ["Soup"])])
    #expect(try plan.build().root.contents() == "Soup")
  }

  // guide: validation
  @Test("the program's modules make a whole")
  func modulesMakeAWhole() throws {
    _ = try Plan(Cookbook.self, modules: [CookbookModule()], isStrict: true)
  }
  // end

  @Test func problems() throws {
    // guide: problems
    let error = #expect(throws: WiringError.self) {
      try Plan(Menu.self, modules: [ScreensModule()])
    }
    #expect(error?.problems.map(\.code) == [.missing])
    #expect(error?.problems.first?.path == ["Menu", "Cookbook"])
    // end
  }

  // guide: override
  @Test("an empty store makes an empty book")
  func emptyStore() throws {
    let plan = try Plan(Cookbook.self, modules: [CookbookModule()]) { overrides in
      overrides.replace((any RecipeStore).self, with: ListedRecipes(names: []))
    }
    #expect(try plan.build().root.contents() == "")
  }
  // end

  @Test func otherOverrides() throws {
    let plan = try Plan(Cookbook.self, modules: [ReadingModule()]) { overrides in
      // guide: other-overrides
      overrides.replace((any RecipeStore).self) { ListedRecipes(names: ["Soup"]) }
      overrides.replace(module: ShelfModule.self, with: ShelfModule(recipes: []))
      // end
    }
    #expect(try plan.build().root.contents() == "Soup")
  }

  @Test func later() throws {
    let cook = try Plan(Cook.self, modules: [CookbookModule(), CookModule()]).build().root
    #expect(!cook.book.isMade)
    #expect(try cook.book.value.contents() == "Plum jam, Rye bread")
    #expect(cook.oven == nil && cook.newBill() !== cook.newBill())
  }

  @Test func lists() throws {
    let module = TestModule<Self> { binder in
      // guide: lists
      binder.contribute(to: (any Spice).self, named: "salt", Salt.init)
      binder.contribute(to: (any Spice).self, Pepper.init)  // asked for as [any Spice], or as [String: any Spice]
      // end
      // guide: decorator
      binder.bind((any RecipeStore).self, FileRecipeStore.init).scoped(.singleton)
      binder.decorate((any RecipeStore).self, SortedRecipes.init(inner:))
      // end
      binder.bind(String.self) { (spices: [any Spice], store: any RecipeStore) in
        (spices.map(\.name) + store.recipes()).joined(separator: ", ")
      }
    }
    #expect(try Plan(String.self, modules: [module]).build().root == "salt, pepper, Plum jam, Rye bread")
  }

  @Test @MainActor func asynchronous() async throws {
    let module = TestModule<Self> { binder in
      // guide: isolation
      binder.bind(async: Pantry.init(path:)).scoped(.singleton)
      binder.main.bind(PantryScreen.init)
      // end
      binder.bind(String.self, to: "pantry")
    }
    let graph = try await Plan(PantryScreen.self, modules: [module]).buildAsync()
    #expect(graph.root.title == "6 shelves")
  }

  @Test func arguments() throws {
    let module = TestModule<Self> { binder in
      // guide: factory
      binder.factory { (dish: String) in { (cookbook: Cookbook) in Order(dish: dish, cookbook: cookbook) } }
      // end
    }
    let order = try Plan(Factory<Order, String>.self, modules: [CookbookModule(), module]).build().root
    let soup = try order("Soup")  // order: Factory<Order, String>
    #expect(soup.dish == "Soup")
  }

  @Test func lifecycle() async throws {
    let log = Log()
    let module = TestModule<Self> { binder in
      // guide: hooks
      binder.bind(Bill.init).scoped(.singleton)
        .onStart { bill in log.note("opened") }
        .onStop { bill in log.note("paid") }
      // end
    }
    let graph = try await Plan(Bill.self, modules: [module]).buildAsync()
    try await graph.start()
    try await graph.stop()
    #expect(log.all == ["opened", "paid"])
  }

  @Test func sessions() throws {
    let module = TestModule<Self> { binder in
      // guide: scope-binding
      binder.scope(.meal)
      binder.bind(Order.self) { (meal: Meal, cookbook: Cookbook) in
        Order(dish: meal.dish, cookbook: cookbook)
      }.scoped(in: .meal)
      // end
    }
    let graph = try Plan(Cookbook.self, modules: [CookbookModule(), module]).build()
    // guide: open
    let meal = try graph.open(.meal, with: Meal(dish: "Soup"))
    let order = try meal.resolve(Order.self)  // the same until the meal is over
    // end
    #expect(order.dish == "Soup" && order.cookbook === graph.root)
  }

  @Test func children() throws {
    // guide: child
    let outer = try Plan(Cookbook.self, modules: [CookbookModule()]).build()
    let visit = try outer.child(Visit.self, modules: [VisitModule(guest: "Ada")]).build()
    #expect(visit.root.cookbook === outer.root)
    // end
    #expect(visit.root.guest == "Ada")
  }

  @Test func profiles() throws {
    let module = TestModule<Self> { binder in
      // guide: profile
      binder.bind((any RecipeStore).self, FileRecipeStore.init).unless("demo")
      binder.bind((any RecipeStore).self) { ListedRecipes(names: ["Soup"]) }.when("demo")
      binder.bind(Oven.self) { Oven(degrees: 200) }.byDefault()
      // end
    }
    let plan = try Plan((any RecipeStore).self, modules: [module], profile: "demo")
    #expect(try plan.build().root.recipes() == ["Soup"])
  }

  @Test func injection() throws {
    let module = TestModule<Self> { binder in
      // guide: injector
      binder.injector(for: PrintCommand.self) { (command: inout PrintCommand, cookbook: Cookbook) in
        command.cookbook = cookbook
      }
      // end
    }
    let graph = try Plan(Cookbook.self, modules: [CookbookModule(), module]).build()
    var command = PrintCommand()
    try graph.inject(into: &command)
    #expect(command.cookbook === graph.root)
  }

  @Test func definitions() throws {
    // guide: definitions
    let context = Definitions(Definition("hotOven", Oven.self, values: ["degrees": 250]))
    let graph = try Plan(Cookbook.self, modules: [CookbookModule()], context: context).build()
    let oven = try graph.resolve(named: "hotOven", as: Oven.self)
    // end
    #expect(oven.degrees == 250)
  }

  @Test func looking() throws {
    // guide: data
    let plan = try Plan(Cookbook.self, modules: [CookbookModule()])
    let tree = plan.description.text
    let page = plan.description.html(title: "Cookbook")
    let story = plan.explain((any RecipeStore).self)
    // end
    try expectShown(tree, on: "docs/wiring.md")
    #expect(page.hasPrefix("<!") && "\(story)".contains("needed by"))
  }
}

// guide: declarations
protocol RecipeStore: Sendable {
  func recipes() -> [String]
}

struct FileRecipeStore: RecipeStore {
  func recipes() -> [String] { ["Rye bread", "Plum jam"] }
}

final class Cookbook: Sendable {
  private let store: any RecipeStore

  init(store: any RecipeStore) {
    self.store = store
  }

  func contents() -> String { store.recipes().sorted().joined(separator: ", ") }
}

struct CookbookModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any RecipeStore).self, FileRecipeStore.init).scoped(.singleton)
    binder.bind(Cookbook.init).scoped(.singleton)
  }
}
// end

struct Oven: Sendable {
  let degrees: Int
}

extension Oven: ComponentType {
  static var wiringComponent: Component {
    Component(Oven.self, "Oven") { component in
      component.initializer(["degrees"], Oven.init(degrees:))
    }
  }
}

struct Menu: Sendable {
  let dishes: [String]

  init(_ cookbook: Cookbook, days: Int) {
    dishes = Array(cookbook.contents().split(separator: ", ").map(String.init).prefix(days))
  }
}

struct KitchenModule: Module {
  func configure(_ binder: inout Binder) {
    // guide: forms
    // A type to its own initializer, a protocol to that of a type that conforms.
    binder.bind(Cookbook.init)
    binder.bind((any RecipeStore).self, FileRecipeStore.init)
    // A closure: its parameters are the dependencies.
    binder.bind(Menu.self) { (cookbook: Cookbook) in Menu(cookbook, days: 7) }
    // A ready value.
    binder.bind(Oven.self, to: Oven(degrees: 230))
    // A closure that chooses at run time what it needs; the plan cannot see into it.
    binder.bind(String.self, resolving: { "\(try $0.resolve(Oven.self).degrees) degrees" })
    // end
    // guide: qualified
    binder.bind((any RecipeStore).self, to: ListedRecipes(names: ["Suet pudding"])).named(.archive)
    binder.bind(Merger.init).from(.archive, .unqualified)
    // end
  }
}

// guide: key
extension Key where Value == any RecipeStore {
  static var archive: Self { Key("archive") }
}

struct Merger: Sendable {
  let old: any RecipeStore
  let new: any RecipeStore
}
// end

struct ListedRecipes: RecipeStore {
  let names: [String]
  func recipes() -> [String] { names }
}

struct SortedRecipes: RecipeStore {
  let inner: any RecipeStore
  func recipes() -> [String] { inner.recipes().sorted() }
}

protocol Spice: Sendable {
  var name: String { get }
}

struct Salt: Spice { let name = "salt" }
struct Pepper: Spice { let name = "pepper" }

final class Bill: Sendable {}
final class Seat: Sendable {
  let bill: Bill
  init(bill: Bill) { self.bill = bill }
}
struct Table: Sendable {
  let host: Seat
  let guest: Seat
}

struct TableModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Bill.init).scoped(.graph)
    binder.bind(Seat.init)
    binder.bind(Table.init)  // init(host: Seat, guest: Seat)
  }
}

// guide: includes
struct ReadingModule: Module {
  static var includes: [any Module] { [ShelfModule()] }

  func configure(_ binder: inout Binder) {
    binder.requires((any RecipeStore).self)  // from whomever
    binder.bind(Cookbook.init)
    binder.root(Cookbook.self)  // an entry point besides the plan's own
  }
}

struct ShelfModule: Module {
  var recipes = ["Rye bread", "Plum jam"]

  func configure(_ binder: inout Binder) {
    binder.bind((any RecipeStore).self, to: ListedRecipes(names: recipes))
  }
}
// end

struct ScreensModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Menu.self) { (cookbook: Cookbook) in Menu(cookbook, days: 7) }
  }
}

// guide: relations
struct Cook: Sendable {
  let book: Lazy<Cookbook>  // made on first use, then kept
  let stool: Provider<Seat>  // at each call, as its scope says
  let newBill: @Sendable () -> Bill  // the same, without naming the container
  let oven: Oven?  // nil when it is not bound
}
// end

struct CookModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Bill.init)
    binder.bind(Seat.init)
    binder.bind(Cook.init)
  }
}

final class Pantry: Sendable {
  let shelves: Int
  init(path: String) async throws { shelves = path.count }
}

@MainActor final class PantryScreen {
  let title: String
  init(pantry: Pantry) { title = "\(pantry.shelves) shelves" }
}

final class Order: Sendable {
  let dish: String
  let cookbook: Cookbook
  init(dish: String, cookbook: Cookbook) { (self.dish, self.cookbook) = (dish, cookbook) }
}

// guide: scope
struct Meal: Sendable {
  let dish: String
}

extension CustomScope where Context == Meal {
  static var meal: Self { CustomScope("meal") }
}
// end

struct Visit: Sendable {
  let guest: String
  let cookbook: Cookbook
}

struct VisitModule: Module {
  let guest: String

  func configure(_ binder: inout Binder) {
    binder.bind(Visit.self) { [guest] (cookbook: Cookbook) in Visit(guest: guest, cookbook: cookbook) }
  }
}

struct PrintCommand {
  var cookbook: Cookbook?
}
