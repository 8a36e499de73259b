import Testing
import Wiring

@Suite("Decorators")
struct DecoratorTests {
  private struct Loud: Exporter {
    let inner: any Exporter
    var name: String { inner.name.uppercased() }
  }

  private struct Quoted: Exporter {
    let inner: any Exporter
    let mark: String
    init(inner: any Exporter, mark: String) { (self.inner, self.mark) = (inner, mark) }
    var name: String { mark + inner.name + mark }
  }

  private final class Shared: Exporter {
    let inner: any Exporter
    init(inner: any Exporter) { self.inner = inner }
    var name: String { inner.name }
  }

  @Test("every consumer receives the decorator instead of the object")
  func one() throws {
    let root = try plan(String.self) { binder in
      binder.bind((any Exporter).self, Markdown.init)
      binder.decorate((any Exporter).self, Loud.init(inner:))
      binder.bind(String.self) { (exporter: any Exporter) in exporter.name }
    }.build().root
    #expect(root == "MARKDOWN")
  }

  @Test("decorators wrap in the order of their declaration, the last one outermost, and have dependencies of their own")
  func order() throws {
    let root = try Plan(
      (any Exporter).self,
      modules: [
        Bindings { binder in
          binder.bind((any Exporter).self, Markdown.init)
          binder.decorate((any Exporter).self) { (inner: any Exporter) in Quoted(inner: inner, mark: "x") }
        },
        MoreBindings { binder in
          binder.bind(String.self, to: "'")
          binder.decorate((any Exporter).self, Loud.init(inner:))
          binder.decorate((any Exporter).self, Quoted.init(inner:mark:))
        },
      ]
    ).build().root
    #expect(root.name == "'XMARKDOWNX'")
  }

  @Test("a decorator may precede the binding it decorates")
  func earlier() throws {
    let root = try plan((any Exporter).self) { binder in
      binder.decorate((any Exporter).self, Loud.init(inner:))
      binder.bind((any Exporter).self, Markdown.init)
    }.build().root
    #expect(root.name == "MARKDOWN")
  }

  @Test("a decorated singleton stays one, inside and outside")
  func singleton() throws {
    let made = Counter()
    let graph = try plan((any Exporter).self) { binder in
      binder.bind((any Exporter).self) {
        made.increment()
        return Markdown()
      }.scoped(.singleton)
      binder.decorate((any Exporter).self, Shared.init)
    }.build()
    let (first, second) = (graph.root as? Shared, try graph.resolve((any Exporter).self) as? Shared)
    #expect(first === second && first != nil)
    #expect(made.value == 1)
  }

  @Test("a value is decorated")
  func value() throws {
    let root = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 1)
      binder.decorate(Int.self) { (inner: Int) in inner + 1 }
    }.build().root
    #expect(root == 2)
  }

  @Test("a decorator of a value is shared")
  func decoratedValueIsShared() throws {
    let graph = try plan(String.self) { binder in
      binder.bind(String.self, to: "")
      binder.bind((any Engine).self, to: Diesel())
      binder.decorate((any Engine).self) { (_: any Engine) in Diesel() as any Engine }
    }.build()
    #expect(try graph.resolve((any Engine).self) === graph.resolve((any Engine).self))
  }

  @Test("a qualified key is decorated apart from the plain one", arguments: [true, false])
  func qualified(isChosen: Bool) throws {
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 1)
      binder.bind(Int.self, to: 10).named(Key("second"))
      let decorator = binder.decorate(Int.self) { (inner: Int) in inner + 1 }.named(Key("second"))
      if isChosen { decorator.from(Key("second")) }
    }.build()
    #expect(graph.root == 1)
    #expect(try graph.resolve(named: Key<Int>("second")) == 11)
  }

  @Test("a lazy binding stays lazy: the decorator holds the proxy")
  func lazy() throws {
    let made = Counter()
    let graph = try plan((any Exporter).self) { binder in
      binder.bind((any Exporter).self) {
        made.increment()
        return Markdown()
      }.scoped(.singleton).lazy(LazyExporter.self)
      binder.decorate((any Exporter).self, Loud.init(inner:))
    }.build()
    #expect(made.value == 0)
    #expect(graph.root.name == "MARKDOWN")
    #expect(made.value == 1)
  }

  @Test("a replaced object is decorated as well")
  func replaced() throws {
    let root = try plan((any Exporter).self) { overrides in
      overrides.replace((any Exporter).self, with: Plain())
    } _: { binder in
      binder.bind((any Exporter).self, Markdown.init)
      binder.decorate((any Exporter).self, Loud.init(inner:))
    }.build().root
    #expect(root.name == "PLAIN")
  }

  @Test("an inner graph decorates what the outer one binds, for itself only")
  func inner() throws {
    let outer = try plan((any Exporter).self) { $0.bind((any Exporter).self, Markdown.init).scoped(.singleton) }.build()
    let inner = try outer.child(
      (any Exporter).self, modules: [Bindings { $0.decorate((any Exporter).self, Loud.init(inner:)) }]
    ).build()
    #expect(inner.root.name == "MARKDOWN")
    #expect(try outer.resolve((any Exporter).self).name == "markdown")
  }

  @Test("an asynchronous object is decorated")
  func asynchronous() async throws {
    let root = try await Plan(
      Int.self,
      modules: [
        Bindings { binder in
          binder.bind(Int.self, async: { () async in 1 }).scoped(.singleton)
          binder.decorate(Int.self) { (inner: Int) in inner + 1 }
        }
      ]
    ).buildAsync().root
    #expect(root == 2)
  }

  @Test("a decorator that holds what lives shorter is a captive dependency's holder")
  func captive() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan((any Exporter).self) { binder in
        binder.bind(String.self) { "" }.scoped(.graph)
        binder.bind((any Exporter).self, Markdown.init).scoped(.singleton)
        binder.decorate((any Exporter).self, Quoted.init(inner:mark:))
      }
    }
    #expect(error?.problems.map(\.code) == [.captive])
  }

  @Test("a decorator of a key without a binding is a problem, and one that does not take its object is another")
  func loose() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Int.self) { binder in
        binder.bind(Int.self, to: 1)
        binder.decorate(Int.self) { 2 }
        binder.decorate((any Exporter).self, Loud.init(inner:))
      }
    }
    #expect(error?.problems.map(\.code) == [.looseDecorator, .looseDecorator])
  }
}

/// A proxy as the macro generates it.
final class LazyExporter: Exporter, LazyProxy {
  private let object: LazyObject<any Exporter, Never>
  init(_ object: LazyObject<any Exporter, Never>) { self.object = object }
  static func proxy(for object: LazyObject<any Exporter, Never>) -> any Exporter { LazyExporter(object) }
  var name: String {
    object.made().object.name
  }
}
