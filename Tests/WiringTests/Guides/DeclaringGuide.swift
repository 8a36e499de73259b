import Testing
import Wiring

@Suite("Guide: declaring")
struct DeclaringGuide {
  // guide: example
  protocol Press: Sendable {
    func print(_ text: String) -> String
  }

  struct OffsetPress: Press {
    func print(_ text: String) -> String { "[\(text)]" }
  }

  struct Paper: Sendable {
    let grams: Int
  }

  final class PrintShop: Sendable {
    private let press: any Press
    private let paper: Paper

    init(press: any Press, paper: Paper) {
      (self.press, self.paper) = (press, paper)
    }

    func order(_ text: String) -> String { "\(press.print(text)) on \(paper.grams) g" }
  }

  struct PressModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind((any Press).self, OffsetPress.init)
      binder.bind(Paper.self, to: Paper(grams: 90))
      binder.bind(PrintShop.init).scoped(.singleton)
    }
  }
  // end

  @Test func example() throws {
    // guide: use
    let graph = try Plan(PrintShop.self, modules: [PressModule()]).build()
    #expect(graph.root.order("Menu") == "[Menu] on 90 g")
    // end
  }

  struct Poster: Sendable {
    let text: String
    var copies = 100
    init(text: String, copies: Int = 100) { (self.text, self.copies) = (text, copies) }
    init(shop: PrintShop) { text = shop.order("Poster") }
  }

  struct Leaflet: Sendable { let poster: Poster }
  struct Proof: Sendable { let text: String }
  struct PlateIsWorn: Error {}

  struct PosterModule: Module {
    static var includes: [any Module] { [PressModule()] }

    func configure(_ binder: inout Binder) {
      // guide: forms
      // An overloaded initializer is chosen by its labels.
      binder.bind(Poster.init(shop:))
      // A closure's parameters are dependencies like those of an initializer.
      binder.bind(Leaflet.self) { (poster: Poster) in Leaflet(poster: poster) }
      // A factory may throw; the caller receives the error.
      binder.bind(Proof.self) { (paper: Paper) throws(PlateIsWorn) in
        if paper.grams < 60 { throw PlateIsWorn() }
        return Proof(text: "proof")
      }
      // A choice at run time: the plan cannot see what the closure asks for.
      binder.bind(
        String.self,
        resolving: { resolver in
          try resolver.resolve(Paper.self).grams > 80 ? "poster" : resolver.resolve(Proof.self).text
        })
      // end
      // guide: default
      binder.bind(Poster.self) { Poster(text: "Open today") }.named(Key("plain"))
      // end
    }
  }

  @Test func forms() throws {
    let graph = try Plan(Leaflet.self, modules: [PosterModule()]).build()
    #expect(graph.root.poster.text == "[Poster] on 90 g")
    #expect(try graph.resolve(Proof.self).text == "proof")
    #expect(try graph.resolve(String.self) == "poster")
    #expect(try graph.resolve(named: Key<Poster>("plain")).copies == 100)
  }

  // guide: module
  struct WindowModule: Module {
    static var includes: [any Module] { [PressModule()] }

    func configure(_ binder: inout Binder) {
      binder.requires(Proof.self)
      binder.bind(Window.init)
      binder.root(Window.self)
    }
  }

  struct Window: Sendable {
    let shop: PrintShop
  }
  // end

  @Test func modules() throws {
    let error = #expect(throws: WiringError.self) { try Plan(PrintShop.self, modules: [WindowModule()]) }
    #expect(error?.problems.map(\.summary) == ["nothing provides 'DeclaringGuide.Proof'"])
    let plan = try Plan(PrintShop.self, modules: [WindowModule(), PosterModule()])
    #expect(plan.description.roots.count == 2)
  }
}
