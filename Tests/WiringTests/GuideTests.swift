import Foundation
import Testing
import Wiring

/// The code of `docs/wiring.md`. What stands between `// guide:` and `// end` is on that page, word for word.
@Suite("Guide")
struct GuideTests {
  @Test("every piece of code on the page is one of these, and every one of these is on the page")
  func pageIsCompiled() throws {
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    var snippets: [String] = []
    var open: [Substring]?
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = String(line).words
      if words.hasPrefix("// guide: ") {
        open = []
      } else if words == "// end", let lines = open {
        snippets.append(lines.joined(separator: "\n").words)
        open = nil
      } else {
        open?.append(line)
      }
    }
    let blocks = try Page("wiring.md").blocks(in: "swift")
    #expect(!snippets.isEmpty)
    for block in blocks { #expect(snippets.contains(block), "not compiled: \(block)") }
    for snippet in snippets { #expect(blocks.contains(snippet), "not on the page: \(snippet)") }
  }

  @Test("first example")
  func first() throws {
    // guide: first
    let plan = try Plan(Cookbook.self, modules: [CookbookModule()])
    let graph = try plan.build()
    let contents = graph.root.contents()  // "Plum jam, Rye bread"
    // end
    #expect(contents == "Plum jam, Rye bread")
  }

  @Test("binding forms")
  func forms() throws {
    let graph = try Plan(Menu.self, modules: [KitchenModule()]).build()
    #expect(graph.root.dishes == ["Plum jam", "Rye bread"])
    #expect(try graph.resolve(Oven.self).degrees == 230)
    #expect(try graph.resolve(Dinner.self).dish == "Plum jam")
    #expect(try graph.resolve(KitchenTimer.self).minutes == 40)
  }

  @Test("keys and qualifiers")
  func keys() throws {
    let graph = try Plan(Merger.self, modules: [MergerModule()]).build()
    #expect(graph.root.old.recipes() == ["Suet pudding"])
    #expect(graph.root.new.recipes() == ["Rye bread", "Plum jam"])
    // guide: look-up
    let archive = try graph.resolve(.archive)
    // end
    #expect(archive.recipes() == ["Suet pudding"])
  }

  @Test("one object per resolution")
  func graphScope() throws {
    // guide: graph-scope
    let graph = try Plan(Table.self, modules: [TableModule()]).build()
    let (first, second) = (try graph.resolve(Table.self), try graph.resolve(Table.self))
    #expect(first.host.bill === first.guest.bill)
    #expect(first.host.bill !== second.host.bill)
    // end
  }

  @Test("modules that need other modules")
  func includes() throws {
    let plain = try Plan(Cookbook.self, modules: [ReadingModule()]).build()
    #expect(plain.root.contents() == "Plum jam, Rye bread")
    // guide: listed-module
    let plan = try Plan(Cookbook.self, modules: [ReadingModule(), ShelfModule(recipes: ["Soup"])])
    // end
    #expect(try plan.build().root.contents() == "Soup")
  }

  @Test("what a module requires")
  func requirement() throws {
    let error = #expect(throws: WiringError.self) { try Plan(Oven.self, modules: [PrintingModule()]) }
    #expect(error?.problems.map(\.summary) == ["nothing provides 'any RecipeStore'"])
  }

  @Test("roots")
  func roots() throws {
    let description = try Plan(Cookbook.self, modules: [CookbookModule(), ScreensModule()]).description
    #expect(description.roots.map { "\(description.bindings[$0].key)" } == ["Cookbook", "Menu"])
  }

  @Test("a graph inside a graph")
  func children() throws {
    // guide: child
    let outer = try Plan(Cookbook.self, modules: [CookbookModule()]).build()
    let visit = try outer.child(Visit.self, modules: [VisitModule(guest: "Ada")]).build()
    #expect(visit.root.guest == "Ada")
    #expect(visit.root.cookbook === outer.root)
    // end
    #expect(throws: ResolutionError.self) { _ = try outer.resolve(Visit.self) }
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

  @Test("a factory and a module are replaced")
  func otherOverrides() throws {
    let plan = try Plan(Cookbook.self, modules: [ReadingModule()]) { overrides in
      // guide: other-overrides
      overrides.replace((any RecipeStore).self) { ListedRecipes(names: ["Soup"]) }
      overrides.replace(module: ShelfModule.self, with: ShelfModule(recipes: []))
      // end
    }
    #expect(try plan.build().root.contents() == "Soup")
  }

  // guide: validation
  @Test("the program's modules make a whole")
  func modulesMakeAWhole() throws {
    _ = try Plan(Cookbook.self, modules: [CookbookModule()])
  }
  // end

  @Test("problems are data")
  func problems() throws {
    // guide: problems
    let error = #expect(throws: WiringError.self) {
      try Plan(Menu.self, modules: [ScreensModule()])
    }
    #expect(error?.problems.map(\.code) == [.missing])
    #expect(error?.problems.first?.path == ["Menu", "Cookbook"])
    // end
  }

  @Test("the graph as data")
  func data() throws {
    // guide: data
    let description = try Plan(Cookbook.self, modules: [CookbookModule()]).description
    let tree = description.text
    let singletons = description.bindings.filter { $0.scope == .singleton && !$0.isValue }.map(\.key)
    // end
    #expect(try Page("wiring.md").text.contains("```text\n\(tree)```"))
    #expect(singletons.map { "\($0)" } == ["any RecipeStore", "Cookbook"])
  }

  @Test("what makes no plan, as a page")
  func page() throws {
    var page = ""
    // guide: page
    do {
      _ = try Plan(Menu.self, modules: [ScreensModule()])
    } catch {
      page = error.graph.html(title: "Menu")
    }
    // end
    #expect(page.contains("nothing provides 'Cookbook'"))
  }

  @Test("an object that knows the graph")
  func selfDescription() throws {
    let graph = try Plan(About.self, modules: [CookbookModule(), AboutModule()]).build()
    #expect(graph.root.picture.hasPrefix("flowchart LR"))
  }

  @Test("a type of the main actor")
  func mainActor() throws {
    let graph = try Plan(Screen.self, modules: [CookbookModule(), ScreenModule()]).build()
    #expect(graph.root.cookbook.contents() == "Plum jam, Rye bread")
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

struct KitchenTimer: Sendable {
  var minutes = 40
  var name: String?
}

struct Menu: Sendable {
  let dishes: [String]

  init(_ cookbook: Cookbook, days: Int) {
    dishes = Array(cookbook.contents().split(separator: ", ").map(String.init).prefix(days))
  }
}

struct Dinner: Sendable {
  let dish: String
}

struct KitchenModule: Module {
  func configure(_ binder: inout Binder) {
    // guide: forms
    // A type to its own initializer.
    binder.bind(Cookbook.init)
    // A protocol to the initializer of a type that conforms.
    binder.bind((any RecipeStore).self, FileRecipeStore.init)
    // A closure: its parameters are the dependencies.
    binder.bind(Menu.self) { (cookbook: Cookbook) in Menu(cookbook, days: 7) }
    // A ready value.
    binder.bind(Oven.self, to: Oven(degrees: 230))
    // A closure that chooses at run time what it needs.
    binder.bind(
      Dinner.self,
      resolving: { resolver in
        try resolver.resolve(Oven.self).degrees > 100
          ? Dinner(dish: resolver.resolve(Menu.self).dishes[0]) : Dinner(dish: "Bread and butter")
      })
    // end
    // guide: defaults
    binder.bind(KitchenTimer.self) { KitchenTimer() }
    // end
  }
}

// guide: key
extension Key where Value == any RecipeStore {
  static var archive: Self { Key("archive") }
}
// end

struct ListedRecipes: RecipeStore {
  let names: [String]
  func recipes() -> [String] { names }
}

struct Merger: Sendable {
  let old: any RecipeStore
  let new: any RecipeStore
}

struct MergerModule: Module {
  func configure(_ binder: inout Binder) {
    // guide: qualified
    binder.bind((any RecipeStore).self, FileRecipeStore.init)
    binder.bind(.archive, to: ListedRecipes(names: ["Suet pudding"]))
    binder.bind(Merger.init).from(.archive, .unqualified)
    // end
  }
}

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
    // guide: scoped
    binder.bind(Bill.init).scoped(.graph)
    binder.bind(Seat.init)
    binder.bind(Table.init)
    // end
  }
}

// guide: includes
struct ReadingModule: Module {
  static var includes: [any Module] { [ShelfModule()] }

  func configure(_ binder: inout Binder) {
    binder.bind(Cookbook.init)
  }
}

struct ShelfModule: Module {
  var recipes = ["Rye bread", "Plum jam"]

  func configure(_ binder: inout Binder) {
    binder.bind((any RecipeStore).self, to: ListedRecipes(names: recipes))
  }
}
// end

struct PrintingModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Oven.self, to: Oven(degrees: 0))
    // guide: requires
    binder.requires((any RecipeStore).self)
    // end
  }
}

// guide: root
struct ScreensModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Menu.self) { (cookbook: Cookbook) in Menu(cookbook, days: 7) }
    binder.root(Menu.self)
  }
}
// end

struct Visit: Sendable {
  let guest: String
  let cookbook: Cookbook
}

// guide: child-module
struct VisitModule: Module {
  let guest: String

  func configure(_ binder: inout Binder) {
    binder.bind(Visit.self) { [guest] (cookbook: Cookbook) in Visit(guest: guest, cookbook: cookbook) }
  }
}
// end

struct About: Sendable {
  let picture: String
}

struct AboutModule: Module {
  func configure(_ binder: inout Binder) {
    // guide: self-description
    binder.bind(About.self) { (graph: GraphDescription) in About(picture: graph.mermaid) }
    // end
  }
}

// guide: main-actor
@MainActor
final class Screen {
  let cookbook: Cookbook

  nonisolated init(cookbook: Cookbook) {
    self.cookbook = cookbook
  }
}
// end

struct ScreenModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Screen.init)
  }
}
