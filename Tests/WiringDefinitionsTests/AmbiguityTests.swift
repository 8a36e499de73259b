import Testing
import Wiring
import WiringDefinitions

@Suite struct AmbiguityTests {
  private static let saw = Definition("saw", Saw.self, values: ["label": "saw", "teeth": 1])
  private static let hammer = Definition("hammer", Hammer.self)

  /// A consumer of a tool, so that the plan must find one.
  private struct ToolUser: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(Job.self, Job.init)
      binder.root(Job.self)
    }
  }

  private struct Job {
    let tool: any Tool
  }

  @Test func `several candidates are a problem, with the place of each`() throws {
    let error = try #require(throws: WiringError.self) {
      try Workshop.plan(Definitions(Self.saw, Self.hammer), modules: [ToolUser()])
    }

    #expect(error.problems.map(\.code) == [.ambiguous])
    #expect(error.problems[0].summary == "'any Tool' has 2 candidates, and none of them is primary")
    #expect(error.problems[0].sites.map(\.role) == ["candidate", "candidate", "needed by"])
  }

  @Test func `the primary one of several candidates is taken`() throws {
    var primary = Self.saw
    primary.isPrimary = true

    let graph = try Workshop.plan(Definitions(primary, Self.hammer), modules: [ToolUser()]).build()

    #expect(try graph.resolve(Job.self).tool.label == "saw")
  }

  @Test func `a definition with an interface decides between candidates`() throws {
    var standing = Self.hammer
    standing.interfaces = ["Tool"]

    let graph = try Workshop.plan(Definitions(Self.saw, standing), modules: [ToolUser()]).build()

    #expect(try graph.resolve(Job.self).tool.label == "hammer")
  }

  @Test func `a definition with an interface replaces a module's binding`() throws {
    var standing = Self.hammer
    standing.interfaces = ["any Tool"]

    let plan = try Workshop.plan(Definitions(standing), modules: [ToolUser(), ToolModule()])

    #expect(try plan.build().resolve(Job.self).tool.label == "hammer")
    #expect(plan.explain((any Tool).self).description.contains("replaced by"))
  }

  @Test func `a module's binding is taken before definitions that could do`() throws {
    let graph = try Workshop.plan(Definitions(Self.hammer), modules: [ToolUser(), ToolModule()]).build()

    #expect(try graph.resolve(Job.self).tool.label == "module")
  }

  @Test func `all candidates are a list`() throws {
    let graph = try Workshop.plan(Definitions(Self.saw, Self.hammer)).build()

    #expect(try graph.resolve([any Tool].self).map(\.label).sorted() == ["hammer", "saw"])
    #expect(try graph.resolveAll(named: "Tool", as: (any Tool).self).count == 2)
  }

  @Test func `contributions and candidates make one list`() throws {
    struct ListModule: Module {
      func configure(_ binder: inout Binder) {
        binder.contribute(to: (any Tool).self, named: "file") { Saw(label: "file", teeth: 0) as any Tool }
        binder.bind(Kit.self, Kit.init)
      }
    }
    let graph = try Workshop.plan(Definitions(Self.hammer), modules: [ListModule()]).build()

    let kit = try graph.resolve(Kit.self)

    #expect(kit.tools.map(\.label) == ["file", "hammer"])
    #expect(Set(kit.named.keys) == ["file", "hammer"])
  }

  @Test func `an optional is what is defined, or nothing`() throws {
    struct OptionalModule: Module {
      func configure(_ binder: inout Binder) { binder.bind(Shelf.self, Shelf.init) }
    }

    #expect(
      try Workshop.plan(Definitions(Self.hammer), modules: [OptionalModule()]).build().resolve(Shelf.self).tool != nil)
    #expect(try Workshop.plan(.none, modules: [OptionalModule()]).build().resolve(Shelf.self).tool == nil)
  }

  @Test func `a shared object is one and the same, as whatever it is asked for`() throws {
    let graph = try Workshop.plan(Definitions(Self.hammer)).build()

    let one = try graph.resolve(named: Key<Hammer>("hammer"))

    #expect(try graph.resolve((any Tool).self) as? Hammer === one)
    #expect(try graph.resolve(named: "Hammer", as: Hammer.self) === one)
    #expect(try graph.resolve(Hammer.self) === one)
  }

  private struct Kit {
    let tools: [any Tool]
    let named: [String: any Tool]
  }

  private struct Shelf {
    let tool: (any Tool)?
  }

  private struct ToolModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind((any Tool).self) { Saw(label: "module", teeth: 1) as any Tool }
    }
  }
}
