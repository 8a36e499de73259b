import Testing
import Wiring
import WiringTesting

private struct ClockModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Almanac).self, to: FixedAlmanac(day: 1))
    binder.bind(Counter.init).scoped(.singleton)
    binder.bind(String.self) { (almanac: any Almanac) in "day \(almanac.day)" }
  }
}

/// Tasks, and the traits of tests.
extension SwiftDependenciesExpectations {
  private func graph(day: Int) throws -> Graph<any Almanac> {
    try Plan((any Almanac).self, modules: [ClockModule()]) {
      $0.replace((any Almanac).self, with: FixedAlmanac(day: day))
    }.build()
  }

  private static func currentDay() -> Int { injected((any Almanac).self, or: FixedAlmanac(day: 0)).day }

  @Test("A task inherits the overrides of the code that starts it")
  func task() async throws {
    let graph = try graph(day: 9)

    let day = await graph.perform { await Task { Self.currentDay() }.value }

    #expect(day == 9)
  }

  @Test("All tasks of a group inherit the overrides")
  func taskGroup() async throws {
    let graph = try graph(day: 9)

    let days = await graph.perform {
      await withTaskGroup { group in
        for _ in 0..<10 { group.addTask { Self.currentDay() } }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
    }

    #expect(days == [9])
  }

  @Test("A detached task does not inherit the overrides")
  func detachedTask() async throws {
    let graph = try graph(day: 9)

    let day = await graph.perform { await Task.detached { Self.currentDay() }.value }

    #expect(day == 0)
  }

  @Test("Code that escapes the operation takes the overrides along by a captured graph")
  func escaping() async throws {
    let graph = try graph(day: 9)

    let day = await Task.detached { graph.perform { Self.currentDay() } }.value

    #expect(day == 9)
  }

  @Test("Overrides of parallel operations do not reach each other")
  func parallelOperations() async throws {
    let graphs = try (1...20).map { try graph(day: $0) }

    let days = await withTaskGroup { group in
      for graph in graphs {
        group.addTask {
          await graph.perform {
            await Task.yield()
            return Self.currentDay()
          }
        }
      }
      return await group.reduce(into: [Int]()) { $0.append($1) }
    }

    #expect(days.sorted() == Array(1...20))
  }

  @Test(
    "A trait of a test sets its dependency",
    .wired(modules: [ClockModule()]), .replacing((any Almanac).self, with: FixedAlmanac(day: 5)))
  func testTrait() throws {
    #expect(try Wired.resolve(String.self) == "day 5")
    #expect(Self.currentDay() == 5)
  }

  @Test("Each case of a test starts with fresh dependencies", .wired(modules: [ClockModule()]), arguments: 0..<20)
  func freshDependencies(_ number: Int) throws {
    let counter = try Wired.resolve(Counter.self)

    #expect(counter.increment() == 1)
  }

  /// Tests whose suite sets a dependency.
  @Suite(
    "In a suite with dependencies", .wired(modules: [ClockModule()]),
    .replacing((any Almanac).self, with: FixedAlmanac(day: 3)))
  struct InSuite {
    @Test("A test inherits the trait of its suite")
    func inherited() throws {
      #expect(try Wired.resolve(String.self) == "day 3")
    }

    @Test(
      "A test's own trait takes precedence over its suite's",
      .replacing((any Almanac).self, with: FixedAlmanac(day: 4)))
    func overridden() throws {
      #expect(try Wired.resolve(String.self) == "day 4")
    }
  }
}
