import Testing
import Wiring

@Suite("Factories with arguments")
struct FactoryTests {
  @Test("without arguments a factory makes a new object on each call")
  func none() throws {
    let factory = try plan(Factory<Gearbox>.self) { binder in
      binder.bind((any Engine).self, Diesel.init)
      binder.factory { () in { (engine: any Engine) in Gearbox(engine: engine) } }
    }.build().root
    #expect(try factory() !== factory())
  }

  @Test("one argument comes from the caller, everything else from the graph")
  func one() throws {
    let factory = try plan(Factory<String, Int>.self) { binder in
      binder.bind(Double.self, to: 0.5)
      binder.factory { (number: Int) in { (half: Double) in "\(number) \(half)" } }
    }.build().root
    #expect(try factory(1) == "1 0.5")
  }

  @Test("two and three arguments keep their order")
  func several() throws {
    let graph = try plan(Factory<String, Int, Bool>.self) { binder in
      binder.bind(Double.self, to: 0.5)
      binder.factory { (number: Int, flag: Bool) in { (half: Double) in "\(number) \(flag) \(half)" } }
      binder.factory { (number: Int, flag: Bool, name: String) in { () in "\(number) \(flag) \(name)" } }
      binder.root(Factory<String, Int, Bool, String>.self)
    }.build()
    #expect(try graph.root(1, true) == "1 true 0.5")
    #expect(try graph.resolve(Factory<String, Int, Bool, String>.self)(1, true, "three") == "1 true three")
  }

  @Test("an initializer whose first parameter is the argument")
  func initializer() throws {
    struct Label: Sendable {
      let text: String
      init(title: String, number: Int) { text = "\(title) \(number)" }
    }
    let factory = try plan(Factory<Label, String>.self) { binder in
      binder.bind(Int.self, to: 7)
      binder.factory(Label.init(title:number:), argument: String.self)
    }.build().root
    #expect(try factory("page").text == "page 7")
  }

  @Test("an argument is handed on to the factory of a part")
  func nested() throws {
    let factory = try plan(Factory<[String], Int>.self) { binder in
      binder.factory { (number: Int) in { () in "part \(number)" } }
      binder.factory { (number: Int) in { (part: Factory<String, Int>) in [try part(number), try part(number + 1)] } }
    }.build().root
    #expect(try factory(1) == ["part 1", "part 2"])
  }

  @Test("an argument selects the class of the object")
  func selection() throws {
    enum Format: Sendable { case markdown, plain }
    let factory = try plan(Factory<any Exporter, Format>.self) { binder in
      binder.bind(Markdown.init)
      binder.bind(Plain.init)
      binder.factory { (format: Format) in
        { (markdown: Provider<Markdown>, plain: Provider<Plain>) -> any Exporter in
          switch format {
          case .markdown: try markdown()
          case .plain: try plain()
          }
        }
      }
    }.build().root
    #expect(try factory(.markdown) is Markdown)
    #expect(try factory(.plain) is Plain)
  }

  @Test("each call is a resolution, and shares singletons")
  func scopes() throws {
    let graph = try plan(Factory<Car, Int>.self) { binder in
      binder.bind((any Engine).self, Diesel.init).scoped(.graph)
      binder.bind(Gearbox.init)
      binder.factory { (_: Int) in { (engine: any Engine, gearbox: Gearbox) in Car(engine: engine, gearbox: gearbox) } }
    }.build()
    let (first, second) = (try graph.root(1), try graph.root(1))
    #expect(first.engine === first.gearbox.engine)
    #expect(first.engine !== second.engine)
  }

  @Test("what the making throws reaches the caller")
  func failure() throws {
    let factory = try plan(Factory<Int, Int>.self) { binder in
      binder.factory { (_: Int) in { () throws -> Int in throw Refusal() } }
    }.build().root
    #expect(throws: Refusal()) { try factory(1) }
  }

  @Test("it breaks a cycle")
  func cycle() throws {
    final class Folder: Sendable {
      let make: Factory<Folder, String>
      init(make: Factory<Folder, String>) { self.make = make }
    }
    let graph = try plan(Folder.self) { binder in
      binder.bind(Folder.init)
      binder.factory { (_: String) in { (folder: Folder) in folder } }
    }.build()
    #expect(throws: Never.self) { _ = try graph.root.make("inner").make("innermost") }
  }

  @Test("it does not excuse a captive dependency")
  func captive() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        binder.bind((any Engine).self, Diesel.init).scoped(.graph)
        binder.factory { (_: Int) in { (engine: any Engine) in Gearbox(engine: engine) } }
        binder.bind(String.self) { (_: Factory<Gearbox, Int>) in "" }.scoped(.singleton)
      }
    }
    #expect(error?.problems.map(\.code) == [.captive])
  }

  @Test("one that is asked for with other arguments than it takes is a problem")
  func wrongArguments() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Factory<String, Bool>.self) { binder in
        binder.factory { (number: Int) in { () in "\(number)" } }
      }
    }
    #expect(error?.problems.map(\.code) == [.wrongArguments])
    #expect(
      error?.problems.first?.nearMisses.map(\.text) == ["'Factory<String, Int>' is bound, which takes other arguments"])
  }

  @Test("one that is bound twice is reported")
  func duplicate() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Factory<String, Int>.self) { binder in
        binder.factory { (number: Int) in { () in "\(number)" } }
        binder.factory { (number: Int) in { () in "again \(number)" } }
      }
    }
    #expect(error?.problems.map(\.code) == [.duplicate])
  }

  @Test("an inner graph has those of the outer one")
  func inner() throws {
    let outer = try plan(Factory<String, Int>.self) { binder in
      binder.factory { (number: Int) in { () in "\(number)" } }
    }.build()
    let inner = try outer.child(
      [String].self, modules: [Bindings { $0.bind([String].self) { (make: Factory<String, Int>) in [try make(1)] } }]
    ).build()
    #expect(inner.root == ["1"])
  }

  @Test("one made by hand serves in a test")
  func byHand() throws {
    #expect(try Factory { (number: Int) in number + 1 }(1) == 2)
  }
}

protocol Exporter: Sendable {
  var name: String { get }
}

struct Markdown: Exporter {
  let name = "markdown"
}

struct Plain: Exporter {
  let name = "plain"
}
