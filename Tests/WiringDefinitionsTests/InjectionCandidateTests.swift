import Testing
import Wiring
import WiringDefinitions

/// Definitions and components among what else a plan can have.
@Suite struct InjectionCandidateTests {
  private static let context = Definitions(scan: Scan(types: ["Hammer"]))

  @Test func `a test replaces what a component provides`() throws {
    let plan = try plan(Self.context) { $0.replace((any Tool).self, with: Saw(label: "fake", teeth: 1)) }

    #expect(try plan.build().resolve(Job.self).tool.label == "fake")
  }

  @Test func `a test replaces a definition, for all who ask for it by name`() throws {
    var context = Definitions(Definition("saw", Saw.self, values: ["label": "real", "teeth": 1]))
    context.add(Definition("bench", Bench.self, references: ["tool": "saw"]))
    let plan = try plan(context) { overrides in
      overrides.replace(Saw.self, with: Saw(label: "fake", teeth: 2)).named(Key("saw"))
      overrides.replace((any Tool).self, with: Hammer())
    }

    let graph = try plan.build()

    #expect(try graph.resolve(named: Key<Bench>("bench")).tool?.label == "fake")
    #expect(try graph.resolve(named: "saw", as: (any Tool).self).label == "fake")
  }

  @Test func `a test replaces a value that a definition gives by name`() throws {
    var context = Self.context
    context.add(value: "pageSize", 20)

    let plan = try plan(context) { $0.replace(Int.self, with: 5).named(Key("pageSize")) }

    #expect(try plan.build().resolve(named: Key<Int>("pageSize")) == 5)
  }

  @Test func `a decorator wraps a component's object`() throws {
    let plan = try plan(Self.context, modules: [PolishModule()])

    #expect(try plan.build().resolve(Job.self).tool.label == "polished hammer")
  }

  @Test func `a child sees what its parent defines, and defines its own`() throws {
    let parent = try plan(Self.context).build()
    let saw = Definition("saw", Saw.self, values: ["label": "child", "teeth": 1])

    let child = try parent.child(Bench.self, modules: [BenchModule()], context: context(saw)).build()

    #expect(child.root.tool?.label == "child")
    #expect(try child.resolve(named: "Hammer", as: Hammer.self) === parent.resolve(Hammer.self))
  }

  @Test func `a strict plan does not mind what is defined and not needed`() throws {
    var context = Self.context
    context.registry = Workshop.registry

    let plan = try Plan(Job.self, modules: [JobModule()], context: context, isStrict: true)

    #expect(plan.warnings.isEmpty)
  }

  @Test func `objects of definitions that need each other at once are a cycle`() throws {
    let left = Definition("left", Door.self, references: ["other": "right"])
    let right = Definition("right", Door.self, references: ["other": "left"])

    let error = try #require(throws: WiringError.self) { try Workshop.plan(Definitions(left, right)) }

    #expect(error.problems.map(\.code) == [.cycle])
  }

  @Test func `a proxy breaks a cycle of definitions`() throws {
    let left = Definition("left", Door.self, references: ["other": "right"])
    let right = Definition("right", Door.self, values: ["other": .reference("left", isLazy: true)])
    var context = Definitions(left, right)
    context.registry = ComponentRegistry([Door.wiringComponent], proxies: [LazyProxyRegistration(LazyHinge.self)])

    let graph = try Plan(Void.self, modules: [Nothing()], context: context).build()

    #expect(try graph.resolve(named: Key<Door>("left")).other?.name == "door")
  }

  @Test func `a lazy definition provides its proxy, by type and by name`() throws {
    var context = Definitions(Definition("door", Door.self, scope: .graph, isLazy: true))
    context.registry = ComponentRegistry([Door.wiringComponent], proxies: [LazyProxyRegistration(LazyHinge.self)])
    let graph = try Plan(Void.self, modules: [Nothing()], context: context).build()

    #expect(try graph.resolve((any Hinge).self) is LazyHinge)
    #expect(try graph.resolve(named: "door", as: (any Hinge).self) is LazyHinge)
    #expect(try graph.resolve([any Hinge].self).allSatisfy { $0 is LazyHinge })
  }

  @Test func `a lazy definition without a proxy is a problem`() throws {
    let error = try #require(throws: WiringError.self) {
      try Workshop.plan(Definitions(Definition("bench", Bench.self, isLazy: true)))
    }

    #expect(error.problems.map(\.code) == [.noStandIn])
  }

  @Test func `a proxy is not advised for a protocol with associated types, to which the macro cannot conform`() throws {
    var context = Definitions(Definition("crane", TowerCrane.self, isLazy: true))
    context.registry = ComponentRegistry([TowerCrane.wiringComponent])
    let site = Bindings { binder in
      binder.bind(String.self) { (crane: any Crane<Int>) in "\(crane.load)" }
    }
    let error = try #require(throws: WiringError.self) {
      try Plan(String.self, modules: [site], context: context)
    }
    #expect(error.problems.map(\.code) == [.noStandIn])
    #expect(!error.description.contains("mark Crane"))
  }

  // MARK: What it takes

  private func context(_ definitions: Definition...) -> Definitions {
    var context = Definitions()
    context.registry = Workshop.registry
    context.definitions = definitions
    return context
  }

  private func plan(
    _ context: Definitions, modules: [any Module] = [], overrides: (inout Overrides) -> Void = { _ in }
  ) throws(WiringError) -> Plan<Void> {
    var context = context
    context.registry = Workshop.registry
    return try Plan(Void.self, modules: modules + [JobModule(), Nothing()], context: context, overrides: overrides)
  }

  private struct Nothing: Module {
    func configure(_ binder: inout Binder) { binder.bind(Void.self, to: ()) }
  }

  private struct Job {
    let tool: any Tool
  }

  private struct JobModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(Job.self, Job.init)
      binder.root(Job.self)
    }
  }

  private struct BenchModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(Bench.self) { (tool: Saw) in
        let bench = Bench()
        bench.tool = tool
        return bench
      }.from(Key("saw"))
    }
  }

  private struct PolishModule: Module {
    func configure(_ binder: inout Binder) {
      binder.decorate((any Tool).self) { (tool: any Tool) in
        Saw(label: "polished \(tool.label)", teeth: 0) as any Tool
      }
    }
  }
}

protocol Hinge: AnyObject {
  var name: String { get }
}

final class Door: Hinge, ComponentType {
  var other: (any Hinge)?
  let name = "door"

  static var wiringComponent: Component {
    Component(Door.self, "Door") { component in
      component.initializer([], Door.init)
      component.property("other", \.other) { $0.other = $1 }
      component.conforms(to: (any Hinge).self) { $0 }
    }
  }
}

final class LazyHinge: Hinge, LazyProxy {
  private let object: LazyObject<any Hinge, Never>

  init(_ object: LazyObject<any Hinge, Never>) {
    self.object = object
  }

  static func proxy(for object: LazyObject<any Hinge, Never>) -> any Hinge { LazyHinge(object) }

  var name: String { object.value.name }
}

private protocol Crane<Load>: AnyObject {
  associatedtype Load
  var load: Load { get }
}

private final class TowerCrane: Crane, ComponentType {
  let load = 1

  static var wiringComponent: Component {
    Component(TowerCrane.self, "TowerCrane") { component in
      component.initializer([], TowerCrane.init)
      component.conforms(to: (any Crane<Int>).self) { $0 }
    }
  }
}
