import Testing
import Wiring

@Suite("Guide: concurrency and isolation")
struct ConcurrencyAndIsolationGuide {
  // guide: example
  final class Cellar: Sendable {
    let bottles: Int
    init(path: String) async throws { bottles = path.count }
  }

  @MainActor final class CellarScreen {
    let title: String
    init(cellar: Cellar) { title = "\(cellar.bottles) bottles" }
  }

  struct CellarModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(String.self, to: "cellar")
      binder.bind(async: Cellar.init(path:)).scoped(.singleton)
      binder.main.bind(CellarScreen.init)
    }
  }
  // end

  @Test @MainActor func example() async throws {
    // guide: use
    let plan = try Plan(CellarScreen.self, modules: [CellarModule()])
    let graph = try await plan.buildAsync()
    #expect(graph.root.title == "6 bottles")
    // end
    // guide: description
    let screen = plan.description.bindings.first { "\($0.key)".hasSuffix("CellarScreen") }
    #expect(screen?.isolation == .async)
    // end
  }

  // guide: main
  @MainActor final class Clock {
    let face = "12:00"
  }

  struct ClockModule: Module {
    func configure(_ binder: inout Binder) {
      binder.main.bind(Clock.init).scoped(.singleton)
    }
  }

  @Test @MainActor func onTheMainActor() throws {
    let graph = try Plan(Clock.self, modules: [ClockModule()]).buildOnMainActor()
    #expect(try graph.resolveOnMainActor(Clock.self) === graph.root)
  }
  // end

  // guide: late
  struct Guest: Sendable {
    let cellar: @Sendable () async throws -> Cellar
  }

  struct GuestModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(Guest.init)
    }
  }
  // end

  @Test func late() async throws {
    // guide: late-use
    let guest = try await Plan(Guest.self, modules: [CellarModule(), GuestModule()]).buildAsync().root
    #expect(try await guest.cellar().bottles == 6)
    // end
    #expect(
      try Plan(Guest.self, modules: [CellarModule(), GuestModule()]).explain(Guest.self).description
        .contains("await") == false)
  }

  @Test func wrongHandle() {
    // guide: wrong-handle
    let error = #expect(throws: WiringError.self) {
      try Plan(Lazy<Cellar>.self, modules: [CellarModule()])
    }
    #expect(error?.problems.map(\.code) == [.async])
    // end
  }
}
