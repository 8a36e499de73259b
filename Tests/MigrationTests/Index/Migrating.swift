import Synchronization
import Testing
import Wiring

// guide: list
/// The keys that the old container still provides: the list of the work that is left.
struct OldContainerModule: Module {
  let greeting: @Sendable () -> String

  func configure(_ binder: inout Binder) {
    binder.bind(String.self) { greeting() }
  }
}

/// A module that has moved. It states the keys that it needs, and not where they come from.
struct DoorModule: Module {
  func configure(_ binder: inout Binder) {
    binder.requires(String.self)
    binder.bind(Door.init).scoped(.singleton)
  }
}

final class Door: Sendable {
  let greeting: String
  init(greeting: String) { self.greeting = greeting }
}
// end

private final class Knocker: Sendable {}

@Suite struct MigratingTests {
  @Test func `a module does not know which container provides its keys`() throws {
    // guide: plan
    let bridge = OldContainerModule { "Welcome" }
    let graph = try Plan(Door.self, modules: [DoorModule(), bridge], isStrict: true).build()
    // end

    #expect(graph.root.greeting == "Welcome")
  }

  @Test func `a closure without a scope leaves the sharing to the old container`() throws {
    let calls = Mutex(0)
    let bridge = OldContainerModule {
      calls.withLock {
        $0 += 1; return "Welcome \($0)"
      }
    }
    let graph = try Plan(String.self, modules: [bridge]).build()

    #expect(graph.root == "Welcome 1")
    #expect(try graph.resolve(String.self) == "Welcome 2")
  }

  @Test func `a transient object of the graph is created each time that the old container calls a function`() throws {
    let graph = try Plan(modules: [Bindings { $0.bind(Knocker.init) }]).build()
    let newKnocker = try graph.resolve((@Sendable () -> Knocker).self)

    #expect(newKnocker() !== newKnocker())
  }

  @Test func `a line of the bridge that no module needs is reported`() throws {
    let bridge = OldContainerModule { "Welcome" }
    let plan = try Plan(Knocker.self, modules: [Bindings { $0.bind(Knocker.init) }, bridge])
    #expect(plan.warnings.map(\.code) == [.unused])
  }

  @Test func `a key that no longer comes over the bridge is reported with the module that needs it`() throws {
    let error = #expect(throws: WiringError.self) { try Plan(Door.self, modules: [DoorModule()]) }
    #expect(error?.problems.map(\.code) == [.missing])
  }
}
