import Dispatch
import Testing
import Wiring
import WiringMacros
import WiringTesting

/// Overrides and their reach, as the tests of swift-dependencies show them.
@Suite("What users of swift-dependencies rely on")
struct SwiftDependenciesExpectations {
  private func graph() throws -> Graph<Newspaper> {
    try Plan(Newspaper.self, modules: [AlmanacModule()]).build()
  }

  @Test("A feature reads its dependencies without being passed them")
  func ambient() throws {
    let feature = try graph().perform { ParentFeature() }

    #expect(feature.day == 1)
  }

  @Test("An override holds for the operation, and no longer")
  func operation() throws {
    let graph = try graph()
    let overridden = try graph.replacing((any Almanac).self, with: FixedAlmanac(day: 9))

    let days = graph.perform {
      [ParentFeature().day, overridden.perform { ParentFeature().day }, ParentFeature().day]
    }

    #expect(days == [1, 9, 1])
  }

  @Test("A feature that another one makes inside the operation has its dependencies")
  func childFeature() throws {
    let overridden = try graph().replacing((any Almanac).self, with: FixedAlmanac(day: 9))

    let day = overridden.perform { ParentFeature().child().day }

    #expect(day == 9)
  }

  @Test("An override leaves all other dependencies as they are")
  func otherDependencies() throws {
    let overridden = try graph().replacing((any Almanac).self, with: FixedAlmanac(day: 9))

    #expect(try overridden.resolve(WeatherClient.self).today() == "sun")
  }

  @Test("One override reaches a dependency on every path to it")
  func diamond() throws {
    let overridden = try graph().replacing((any Almanac).self, with: FixedAlmanac(day: 9))

    let newspaper = try overridden.resolve(Newspaper.self)

    #expect(newspaper.forecast.day == 9)
    #expect(newspaper.almanac.day == 9)
  }

  @Test("An object that reads its dependency at each use follows the override")
  func lazyReader() throws {
    let overridden = try graph().replacing((any Almanac).self, with: FixedAlmanac(day: 9))

    #expect(try overridden.resolve(Report.self).day() == 9)
  }

  @Test(
    "An object that read its dependency when it was made is made again under the override",
    .differs("Sources/Wiring/Wiring.docc/Overriding.md#a-graph-that-differs-in-one-object"))
  func eagerReader() throws {
    let graph = try graph()
    let before = try graph.resolve(Forecast.self)

    let overridden = try graph.replacing((any Almanac).self, with: FixedAlmanac(day: 9))

    #expect(try overridden.resolve(Forecast.self).day == 9)
    #expect(before.day == 1)
    #expect(try graph.resolve(Forecast.self) === before)
  }

  @Test("One endpoint of a client is replaced, and the others stay")
  func endpoint() throws {
    let graph = try graph()
    var client = try graph.resolve(WeatherClient.self)
    client.tomorrow = { "rain" }

    let overridden = try graph.replacing(WeatherClient.self, with: client)

    #expect(try overridden.resolve(WeatherClient.self).tomorrow() == "rain")
    #expect(try overridden.resolve(WeatherClient.self).today() == "sun")
    #expect(try graph.resolve(WeatherClient.self).tomorrow() == "sun")
  }

  @Test(
    "An override of a dependency that the program does not have is refused",
    .differs("docs/errors/W005.md#why-it-is-an-error"))
  func overrideOfNothing() {
    let codes = problemCodes(
      of: try Plan(Newspaper.self, modules: [AlmanacModule()]) { $0.replace(Int.self, with: 7) })

    #expect(codes == [.unboundReplacement])
  }

  @Test(
    "A test gets the value for tests, and the program the live one", arguments: [(Profile.test, 0), (.production, 1)])
  func contexts(profile: Profile, day: Int) throws {
    let graph = try plan(profile: profile) { binder in
      binder.bind((any Almanac).self) { FixedAlmanac(day: 1) }.unless(.test)
      binder.bind((any Almanac).self) { FixedAlmanac(day: 0) }.when(.test)
    }.build()

    #expect(try graph.resolve((any Almanac).self).day == day)
  }

  @Test("A context without a value of its own gets the default one")
  func contextDefault() throws {
    let graph = try plan(profile: "preview") { binder in
      binder.bind((any Almanac).self) { FixedAlmanac(day: 1) }.byDefault()
      binder.bind((any Almanac).self) { FixedAlmanac(day: 0) }.when(.test)
    }.build()

    #expect(try graph.resolve((any Almanac).self).day == 1)
  }

  @Test(
    "A dependency without a value for tests is found when the plan is made, not when the test reaches it",
    .differs("docs/errors/W015.md#why-it-is-an-error"))
  func noTestValue() {
    let codes = problemCodes(
      of: try plan(profile: .test) { binder in
        binder.bind((any Almanac).self) { FixedAlmanac(day: 1) }.unless(.test)
        binder.bind(Forecast.init)
      })

    #expect(codes == [.excluded])
  }

  @Test(
    "A live dependency that a test reaches is an issue of the test",
    .wired(modules: [AlmanacModule(), liveSiren]), .forbidExternal)
  func liveInTest() throws {
    try withKnownIssue {
      _ = try Wired.resolve((any Siren).self)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("forbidden: 'any Siren' reaches the roof") }
    }
  }

  private static var liveSiren: any Module {
    Bindings { $0.bind((any Siren).self) { SilentSiren() }.external("the roof") }
  }

  @Test("An optional dependency is nil where none is set")
  func optionalDependency() throws {
    let graph = try plan { $0.bind(Bool.self) { (almanac: (any Almanac)?) in almanac == nil } }.build()

    #expect(try graph.resolve(Bool.self))
  }

  @Test("The default value of a dependency is made once, and keeps its state")
  func reusedDefault() throws {
    let graph = try plan { $0.bind(Counter.init).scoped(.singleton) }.build()
    try graph.resolve(Counter.self).increment()

    let count = graph.perform { injected(Counter.self, or: Counter()).value }

    #expect(count == 1)
  }

  @Test("A dependency that tasks reach at the same time is made once")
  func concurrentFirstAccess() async throws {
    let made = Counter()
    let graph = try plan { $0.bind(Int.self) { made.increment() }.scoped(.singleton) }.build()

    await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask { graph.perform { injected(Int.self, or: 0) } }
      }
      for await number in group { #expect(number == 1) }
    }

    #expect(made.value == 1)
  }

  @Test("A call to a dependency is recorded for the test to check")
  func recordedCall() throws {
    let spy = SpySiren(SilentSiren())
    let plan = try plan(overrides: { $0.replace((any Siren).self, with: spy) }) { binder in
      binder.bind((any Siren).self) { SilentSiren() }
    }

    try plan.build().resolve((any Siren).self).warn("storm")

    #expect(spy.calls(to: "warn(_:)").map { $0.argument("text") } == ["storm"])
  }
}
