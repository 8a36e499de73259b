import Testing
import Wiring

@Suite("Guide: performance")
struct PerformanceGuide {
  final class Made: Sendable {
    init(_ count: Counter) { count.increment() }
  }

  // guide: example
  struct Engineer: Sendable {
    let tool: Provider<Tool>
  }

  final class Tool: Sendable {}

  struct WorkshopModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(Tool.init).scoped(.singleton)
      binder.bind(Engineer.init)
    }
  }
  // end

  @Test func example() throws {
    // guide: use
    let graph = try Plan(Engineer.self, modules: [WorkshopModule()]).build()
    let engineer = graph.root
    #expect(try engineer.tool() === engineer.tool())  // no look-up: one load each, once it is made
    let tool = try graph.resolve(Tool.self)  // a look-up by type, for the border of the program
    #expect(try engineer.tool() === tool)
    // end
  }

  @Test func nothing() throws {
    let made = Counter()
    let module = TestModule<Self> { binder in
      binder.bind(Int.self, to: 1)
      binder.bind(Made.self) { Made(made) }.scoped(.singleton)
    }
    _ = try Plan(Int.self, modules: [module]).build()
    #expect(made.value == 0)
  }
}
