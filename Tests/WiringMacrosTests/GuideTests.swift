import Foundation
import Synchronization
import Testing
import WiringMacros

/// The code of `docs/macros.md`, which has each piece between `// guide` and `// end`.
@Suite("Guide to the macros")
struct GuideTests {
  @Test("the page has exactly these pieces of code")
  func pageIsCompiled() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let page = try String(contentsOf: root.appending(path: "docs/macros.md"), encoding: .utf8)
    let snippets = pieces(of: source, from: "// guide", to: "// end")
    let blocks = pieces(of: page, from: "```swift", to: "```")
    #expect(!snippets.isEmpty)
    for block in blocks { #expect(snippets.contains(block), "not compiled: \(block)") }
    for snippet in snippets { #expect(blocks.contains(snippet), "not on the page: \(snippet)") }
  }

  /// Returns the pieces between two marker lines, with all white space normalized.
  private func pieces(of text: String, from opening: String, to closing: String) -> [String] {
    var pieces: [String] = []
    var open: [Substring]?
    for line in text.split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace)
      switch words.joined(separator: " ") {
      case opening where open == nil: open = []
      case closing:
        if let open { pieces.append(open.joined(separator: " ")) }
        open = nil
      case _: open?.append(contentsOf: words)
      }
    }
    return pieces
  }

  @Test("a lazy proxy")
  func lazy() throws {
    // guide
    let pantry = LazyPantry { () throws(PantryError) in try CellarPantry(folder: "jam") }
    try pantry.add("Plum")  // the cellar is opened here
    // end
    #expect(try pantry.jars == [])
  }

  @Test("an intercepted object")
  func intercepted() throws {
    let lines = Lines()
    // guide
    let pantry = InterceptedPantry(
      try CellarPantry(folder: "jam"), by: InterceptorChain(Log(lines: lines), Attempts(2)))
    try pantry.add("Plum")  // logs "Pantry.add(_:) [Plum]"
    // end
    #expect(lines.all == ["Pantry.add(_:) [Plum]"])
  }

  @Test("a spy")
  func spied() throws {
    // guide
    let spy = SpyPantry(ListedPantry())
    try spy.add("Plum")
    #expect(spy.calls(to: "add(_:)").map { $0.argument("jar") } == ["Plum"])
    #expect(spy.calls.map(\.didThrow) == [false])
    // end
  }

  @Test("a factory for a container")
  func injectable() throws {
    struct PantryModule: Module {
      func configure(_ binder: inout Binder) {
        binder.bind(String.self, to: "jam")
        binder.bind(Int?.self, to: nil)
        // guide
        binder.bind((any Pantry).self, CellarPantry.wired)
        // end
      }
    }
    let pantry = try Plan((any Pantry).self, modules: [PantryModule()]).build().root as? CellarPantry
    #expect(pantry?.folder == "jam")
    #expect(pantry?.shelves == 3)
  }

  @Test("an assisted factory")
  func assisted() throws {
    // guide
    let factory = Jar.Factory(pantry: Provider { ListedPantry() }, year: Provider { nil })
    let jar = try factory(fruit: "Plum")
    // end
    #expect(jar.label == "Plum 2026, 0")
  }

  @Test("a component")
  func component() throws {
    let lines = Lines()
    // guide
    let component = LoggedPantry.wiringComponent
    #expect(component.name == "cellar" && component.scope == .singleton)
    #expect(ComponentRegistry.linked.components.contains { $0.typeName == "LoggedPantry" })

    let pantry = LoggedPantry(lines: lines, folder: "jam")  // tests still call the initializer
    try pantry.add("Plum")
    // end
    #expect(pantry.jars == ["Plum into jam"])
    #expect(Corkscrew.wiringComponent.stereotype == "Gadget")
    #expect(Kitchen.wiringComponent.name == "Kitchen")
  }
}

// guide
@LazyProxy @Intercepted @Spied
protocol Pantry: Sendable {
  func add(_ jar: String) throws(PantryError)
  var jars: [String] { get throws(PantryError) }
}

struct PantryError: Error {}
// end

// guide
struct CellarPantry: Pantry {
  let folder: String
  let shelves: Int

  @Injectable
  init(folder: String, shelves: Int = 3) throws(PantryError) {
    self.folder = folder
    self.shelves = shelves
  }

  func add(_ jar: String) throws(PantryError) {}
  var jars: [String] { [] }
}
// end

final class ListedPantry: Pantry {
  private let list = Mutex<[String]>([])
  func add(_ jar: String) throws(PantryError) { list.withLock { $0.append(jar) } }
  var jars: [String] { list.withLock(\.self) }
}

// guide
struct Log: Interceptor {
  let lines: Lines

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lines.append("\(call) \(call.arguments)")
    return try proceed()
  }
}
// end

struct Attempts: Interceptor {
  let count: Int

  init(_ count: Int) {
    self.count = count
  }

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    for _ in 1..<count {
      do { return try proceed() } catch {}
    }
    return try proceed()
  }
}

final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock(\.self) }
  func append(_ line: String) { lines.withLock { $0.append(line) } }
}

// guide
@Component("cellar", scope: .singleton)
final class LoggedPantry: Pantry {
  @Inject private let lines: Lines
  @Inject("cellarFolder") private let folder: String

  func add(_ jar: String) throws(PantryError) { lines.append("\(jar) into \(folder)") }
  var jars: [String] { lines.all }
}
// end

// guide
@Component
final class Kitchen {
  @Inject private var pantry: (any Pantry)?
  private let name: String

  @Inject(["name": "kitchenName"])
  init(name: String) { self.name = name }
}
// end

// guide
@attached(member, conformances: ComponentType, names: named(init), named(wiringComponent), prefixed(_wiringRecordOf))
@attached(extension, conformances: ComponentType)
macro Gadget() = #externalMacro(module: "WiringMacrosPlugin", type: "ComponentMacro")

@Gadget struct Corkscrew {}
// end

// guide
struct Jar {
  let label: String

  @AssistedFactory("fruit")
  init(fruit: String, pantry: any Pantry, year: Int = 2026) throws {
    label = "\(fruit) \(year), \(try pantry.jars.count)"
  }
}
// end
