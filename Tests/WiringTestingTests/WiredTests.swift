import Testing
import Wiring
import WiringDefinitions

@testable import WiringTesting

@Suite struct WiredTests {
  @Test(.wired(App.self, modules: [AppModule()]) { $0.replace((any Clock).self, with: FixedClock(time: 9)) })
  func `a test has the graph of its trait, with its replacements`() async throws {
    let app = try Wired.resolve(App.self)
    #expect(app.clock.time == 9)
  }

  @Test(.wired(modules: [AppModule()]))
  func `a graph needs no entry point`() throws {
    #expect(try Wired.resolve(named: .archive).name == "memory")
    #expect(try Wired.graph.resolve(App.self) === Wired.resolve(App.self))
  }

  @Test(.wired(modules: [AppModule()]), .replacing((any Clock).self, with: FixedClock(time: 9)))
  func `the graph is the current one, also for default values and child tasks`() async throws {
    #expect(injected((any Clock).self, or: SystemClock()).time == 9)
    async let time = CurrentGraph.resolve((any Clock).self)?.time
    #expect(try await time == 9)
  }

  @Test(.wired(modules: [Bindings { $0.bind(Profile.self, to: $0.profile) }]))
  func `the default profile is 'test'`() throws {
    #expect(try Wired.resolve(Profile.self) == .test)
  }

  @Test(.wired(modules: [AppModule()]), .replacing(module: PersistenceModule.self, with: MemoryModule()))
  func `a module is replaced`() throws {
    #expect(try Wired.resolve(App.self).store().name == "memory")
  }

  @Test(.wired(modules: [AppModule()]))
  func `an error says where the test asked for the object`() async {
    let file = #fileID
    for request: () async throws -> Void in [
      { _ = try Wired.resolve(Double.self) }, { _ = try await Wired.resolveAsync(Double.self) },
      { _ = try await Wired.resolveOnMainActor(Double.self) }, { _ = try Wired.graph.resolve(Double.self) },
    ] {
      let error = await #expect(throws: ResolutionError.self) { try await request() }
      #expect(error?.location?.fileID == file)
    }
  }

  @Test(.wired(modules: [AppModule()]), .replacing(named: .archive, with: FileStore()))
  func `a qualified key is replaced`() throws {
    #expect(try Wired.resolve(named: .archive).name == "file")
  }

  @Test(.wired(modules: [AppModule()], context: WiredTests.context))
  func `definitions are added to the modules`() throws {
    #expect(try Wired.resolve(named: Key<Int>("pageSize")) == 20)
  }

  private static var context: Definitions {
    var context = Definitions()
    context.add(value: "pageSize", 20)
    return context
  }

  @Test func `resolving without a graph throws an error with its fixes`() throws {
    #expect(throws: NoGraphError()) { try Wired.graph }
  }

  @Test func `an override without a graph throws an error`() async throws {
    var configuration = TestConfiguration()
    configuration.overrides.append { $0.replace((any Clock).self, with: FixedClock(time: 9)) }
    await #expect(throws: NoGraphError()) { try await configuration.run {} }
  }

  @Test func `a test with an invalid plan does not run, and has an issue for each problem`() async throws {
    var configuration = TestConfiguration()
    configuration.plan = TestPlan(modules: { [Bindings { $0.bind(App.init) }] }, profile: .test, entry: { _ in })
    let issues = try await issues { [configuration] in try await configuration.run { Issue.record("ran") } }
    #expect(issues.map(\.code) == ["W001", "W001"])
  }

  @Test func `an unbound entry point is an issue at the location of the trait`() async throws {
    var configuration = TestConfiguration()
    let line = #line + 1
    configuration.plan = TestPlan(modules: { [] }, profile: .test) { $0.root(App.self) }
    let issues = try await issues { [configuration] in try await configuration.run {} }
    #expect(issues.map(\.sourceLocation?.line) == [line])
  }
}

/// Tests in a suite that has a graph.
@Suite(.wired(App.self, modules: [AppModule()]), .replacing((any Clock).self, with: FixedClock(time: 1)))
struct WiredSuiteTests {
  let app: App

  init() async throws {
    app = try Wired.resolve()
  }

  @Test func `a suite's initializer can resolve objects of its graph`() throws {
    #expect(app.clock.time == 1)
    #expect(try Wired.resolve(App.self) === app)
  }

  @Test(.replacing((any Clock).self, with: FixedClock(time: 2)))
  func `a replacement of a test takes precedence over that of its suite`() {
    #expect(app.clock.time == 2)
  }

  @Test(.wired(modules: [AppModule(), Bindings { $0.bind(Int.self, to: 3) }]))
  func `a test with its own modules retains the replacements of its suite`() throws {
    #expect(try Wired.resolve(Int.self) == 3)
    #expect(app.clock.time == 1)
  }

  @Suite(.overriding { $0.replace((any Store).self) { MemoryStore() } })
  struct Inner {
    @Test(.replacing((any Clock).self, with: FixedClock(time: 4)))
    func `replacements of nested suites are combined`() throws {
      let app = try Wired.resolve(App.self)
      #expect(app.clock.time == 4)
      #expect(try app.store().name == "memory")
    }
  }

  @Suite(.replacing(module: PersistenceModule.self, with: MemoryModule()))
  struct Modules {
    @Test(.replacing(module: PersistenceModule.self, with: PersistenceModule()))
    func `a module replacement of a test takes precedence over that of its suite`() throws {
      #expect(try Wired.resolve((any Store).self).name == "file")
    }
  }
}
