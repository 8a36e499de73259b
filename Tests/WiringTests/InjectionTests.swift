import Testing
import Wiring

@Suite("Injection after the initializer")
struct InjectionTests {
  private func base(_ binder: inout Binder) {
    binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
    binder.bind(String.self, to: "label")
  }

  @Test("a property is set")
  func property() throws {
    let root = try plan(Coupe.self) { binder in
      base(&binder)
      binder.bind(Coupe.init).property(\.label)
    }.build().root
    #expect(root.label == "label")
  }

  @Test("a method is called with its dependencies")
  func method() throws {
    let root = try plan(Coupe.self) { binder in
      base(&binder)
      binder.bind(Coupe.init).calling(Coupe.install)
    }.build().root
    #expect(root.engine != nil)
    #expect(root.label == "label installed")
  }

  @Test("steps run in order, with dependencies of their own, before anybody gets the object")
  func steps() throws {
    let log = Log()
    let root = try plan(Coupe.self) { binder in
      base(&binder)
      binder.bind(Coupe.init)
        .then { (coupe: Coupe, engine: any Engine, label: String) in
          coupe.engine = engine
          log.note("first \(label)")
        }
        .then { (coupe: Coupe) in log.note("second \(coupe.engine != nil)") }
    }.build().root
    #expect(root.engine != nil)
    #expect(log.all == ["first label", "second true"])
  }

  @Test("a step of a singleton runs once")
  func singleton() throws {
    let steps = Counter()
    let graph = try plan(Coupe.self) { binder in
      base(&binder)
      binder.bind(Coupe.init).scoped(.singleton).then { (_: Coupe) in steps.increment() }
    }.build()
    _ = try graph.resolve(Coupe.self)
    #expect(steps.value == 1)
  }

  @Test("a step's dependency is proved like any other")
  func proved() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Coupe.self) { $0.bind(Coupe.init).property(\.label) }
    }
    #expect(error?.problems.map(\.summary) == ["nothing provides 'String'"])
  }

  @Test("a step's error reaches the caller, and no object is cached")
  func failure() throws {
    let attempts = Counter()
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind(Coupe.init).scoped(.singleton).then { (_: Coupe) in
        if attempts.increment() == 1 { throw Refusal() }
      }
    }.build()
    #expect(throws: Refusal()) { _ = try graph.resolve(Coupe.self) }
    #expect(throws: Never.self) { _ = try graph.resolve(Coupe.self) }
  }

  @Test("an interface is injected into every conforming object")
  func interface() throws {
    let root = try plan(Coupe.self) { binder in
      base(&binder)
      binder.injector(for: (any NeedsEngine).self) { (object: inout any NeedsEngine, engine: any Engine) in
        object.engine = engine
      }
      binder.bind(Coupe.init).injected { $0 as any NeedsEngine }
    }.build().root
    #expect(root.engine != nil)
  }

  @Test("an object from outside the graph is injected: a struct")
  func intoStruct() throws {
    let graph = try plan(Int.self) { binder in
      base(&binder)
      binder.bind(Int.self, to: 0)
      binder.injector(for: PlainCommand.self) { (command: inout PlainCommand, engine: any Engine) in
        command.engine = engine
      }
    }.build()
    var command = PlainCommand()
    try graph.inject(into: &command)
    #expect(try command.engine === graph.resolve((any Engine).self))
  }

  @Test("a class, and a protocol")
  func intoClass() throws {
    let graph = try plan(Int.self) { binder in
      base(&binder)
      binder.bind(Int.self, to: 0)
      binder.injector(for: Coupe.self) { (coupe: inout Coupe, label: String) in coupe.label = label }
      binder.injector(for: (any NeedsEngine).self) { (object: inout any NeedsEngine, engine: any Engine) in
        object.engine = engine
      }
    }.build()
    var coupe = Coupe()
    try graph.inject(into: &coupe)
    var object: any NeedsEngine = coupe
    try graph.inject(into: &object)
    #expect(coupe.label == "label")
    #expect(coupe.engine != nil)
  }

  @Test("with asynchronous dependencies")
  func asynchronous() async throws {
    let graph = try await Plan(
      Int.self,
      modules: [
        Bindings { binder in
          binder.bind(Int.self, to: 0)
          binder.bind((any Engine).self, async: { () async in Diesel() })
          binder.injector(for: PlainCommand.self) { (command: inout PlainCommand, engine: any Engine) in
            command.engine = engine
          }
        }
      ]
    ).buildAsync()
    var command = PlainCommand()
    try await graph.injectAsync(into: &command)
    #expect(command.engine != nil)
  }

  @Test("into a type without an injector it is an error")
  func noInjector() throws {
    let graph = try plan(Int.self) { $0.bind(Int.self, to: 0) }.build()
    var command = PlainCommand()
    #expect(throws: ResolutionError.self) { try graph.inject(into: &command) }
  }

  @Test("an injector is an entry point: what it needs is used")
  func used() throws {
    let plan = try plan(Int.self) { binder in
      base(&binder)
      binder.bind(Int.self) { (_: String) in 0 }
      binder.injector(for: PlainCommand.self) { (command: inout PlainCommand, engine: any Engine) in
        command.engine = engine
      }
    }
    #expect(plan.warnings.isEmpty)
  }
}

private protocol NeedsEngine: AnyObject {
  var engine: (any Engine)? { get set }
}

private final class Coupe: NeedsEngine, @unchecked Sendable {  // a test uses it on one thread
  var engine: (any Engine)?
  var label = ""

  func install(_ engine: any Engine, label: String) {
    self.engine = engine
    self.label = "\(label) installed"
  }
}

private struct PlainCommand {
  var engine: (any Engine)?
}
