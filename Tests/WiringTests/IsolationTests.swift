import Dispatch
import Testing
import Wiring

@Suite("Objects of the main actor")
struct IsolationTests {
  private func plan(_ made: Counter = Counter(), scope: Scope = .singleton) throws -> Plan<String> {
    try Plan(
      String.self,
      modules: [
        Bindings { binder in
          binder.bind(String.self, to: "")
          binder.bind((any Engine).self, Diesel.init)
          binder.main.bind({ @MainActor (engine: any Engine) in
            made.increment()
            return Display(engine: engine)
          }).sendable().scoped(scope)
          binder.bind(Window.init)
        }
      ])
  }

  @Test("on the main actor they and their consumers are resolved synchronously")
  @MainActor
  func there() throws {
    let graph = try plan().buildOnMainActor()
    #expect(try graph.resolveOnMainActor(Window.self).screen === graph.resolveOnMainActor(Display.self))
  }

  @Test("elsewhere they are awaited")
  func elsewhere() async throws {
    let graph = try await plan().buildAsync()
    #expect(try await graph.resolveAsync(Window.self).screen === graph.resolveAsync(Display.self))
  }

  @Test("a synchronous look-up elsewhere gets an error rather than a trap")
  func atOnce() throws {
    let graph = try Self.built(plan())
    #expect {
      _ = try graph.resolve(Window.self)
    } throws: {
      ($0 as? ResolutionError)?.message
        == "'Window' belongs to the main actor; use buildAsync, resolveAsync or openAsync, or buildOnMainActor, resolveOnMainActor or openOnMainActor there"
    }
  }

  @Test("awaiting callers and callers on the main actor get the same object, created once", arguments: 0..<50)
  func once(round: Int) async throws {
    let made = Counter()
    let graph = try await plan(made).buildAsync()
    async let awaited = graph.resolveAsync(Display.self)
    async let atOnce = MainActor.run { try graph.resolveOnMainActor(Display.self) }
    let (first, second) = (try await awaited, try await atOnce)
    #expect(first === second)
    #expect(made.value == 1)
  }

  @Test("a weak object is created once for both, too")
  func weakOnce() async throws {
    let made = Counter()
    let graph = try await plan(made, scope: .weak).buildAsync()
    async let awaited = graph.resolveAsync(Display.self)
    async let atOnce = MainActor.run { try graph.resolveOnMainActor(Display.self) }
    let screens = [try await awaited, try await atOnce]
    #expect(screens[0] === screens[1])
    #expect(made.value == 1)
  }

  @Test("a plan with an eager one cannot be built synchronously elsewhere, and the error has the right advice")
  func eager() throws {
    let plan = try Plan(
      String.self,
      modules: [
        Bindings { binder in
          binder.bind(String.self, to: "")
          binder.main.bind(Panel.init).sendable().scoped(.singleton).eager()
        }
      ])
    #expect {
      _ = try Self.built(plan)
    } throws: {
      ($0 as? ResolutionError)?.message
        == "'Panel' belongs to the main actor; use buildAsync, resolveAsync or openAsync, or buildOnMainActor, resolveOnMainActor or openOnMainActor there"
    }
  }

  @Test("an asynchronous object is not resolved synchronously on the main actor")
  @MainActor
  func asyncThere() throws {
    let graph = try Plan(
      String.self,
      modules: [
        Bindings { binder in
          binder.bind(String.self, to: "")
          binder.bind(Int.self, async: { () async in 1 })
        }
      ]
    ).buildOnMainActor()
    #expect(throws: ResolutionError.self) { _ = try graph.resolveOnMainActor(Int.self) }
  }

  @Test("Lazy and Provider, which work on any thread, cannot resolve one")
  func handles() {
    let error = #expect(throws: WiringError.self) {
      _ = try Plan(
        String.self,
        modules: [
          Bindings { binder in
            binder.bind(String.self) { (_: Lazy<Panel>, _: Provider<Panel>) in "" }
            binder.main.bind(Panel.init)
          }
        ])
    }
    #expect(error?.problems.map(\.code) == [.isolation, .isolation])
  }

  private static func built<Root>(_ plan: Plan<Root>) throws -> Graph<Root> { try plan.build() }
}

@MainActor private final class Display {
  let engine: any Engine
  init(engine: any Engine) { self.engine = engine }
}

private final class Window: Sendable {
  let screen: Display
  init(screen: Display) { self.screen = screen }
}
