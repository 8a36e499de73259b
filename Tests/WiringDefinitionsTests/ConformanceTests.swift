import Testing
import Wiring
import WiringDefinitions

/// What a component conforms to besides what its description says.
@Suite struct ConformanceTests {
  @Test func `a conformance that an extension adds is found`() throws {
    let graph = try plan(Component(Chisel.self, "Chisel") { $0.initializer([], Chisel.init) }).build()

    #expect(try graph.resolve((any Tool).self).label == "chisel")
  }

  @Test func `a conformance of a superclass is found`() throws {
    let graph = try plan(Component(Gouge.self, "Gouge") { $0.initializer([], Gouge.init) }).build()

    #expect(try graph.resolve((any Tool).self).label == "chisel")
  }

  @Test func `a conformance of a generic superclass is found`() throws {
    let graph = try plan(Component(Plane.self, "Plane") { $0.initializer([], Plane.init) }).build()

    #expect(try graph.resolve((any Tool).self).label == "generic")
  }

  @Test func `a conformance of a struct is found`() throws {
    let graph = try plan(Component(Ruler.self, "Ruler") { $0.initializer([], Ruler.init) }).build()

    #expect(try graph.resolve((any Tool).self).label == "ruler")
  }

  @Test func `two protocols at once need both`() throws {
    let graph = try plan(
      Component(Chisel.self, "Chisel") { $0.initializer([], Chisel.init) },
      Component(Ruler.self, "Ruler") { $0.initializer([], Ruler.init) }
    )
    .build()

    #expect(try graph.resolve((any Tool & Straight).self).label == "ruler")
  }

  @Test func `a factory that a superclass makes one is a factory`() throws {
    let graph = try plan(Component(FineSawFactory.self, "FineSawFactory") { $0.initializer([], FineSawFactory.init) })
      .build()

    #expect(try graph.resolve(Saw.self).label == "factory")
  }

  /// A plan of a definition of each component.
  private func plan(_ components: Component...) throws -> Plan<Void> {
    var context = Definitions(registry: ComponentRegistry(components))
    for component in components { context.add(Definition(nil, class: component.typeName)) }
    return try Plan(Void.self, modules: [RootModule()], context: context)
  }

  private struct RootModule: Module {
    func configure(_ binder: inout Binder) { binder.bind(Void.self, to: ()) }
  }
}

protocol Straight {}

class Chisel {
  let label = "chisel"
  required init() {}
}

extension Chisel: Tool, @unchecked Sendable {}

final class Gouge: Chisel, @unchecked Sendable {}

class Shaped<Material> {
  let label = "generic"
}

extension Shaped: Tool, @unchecked Sendable {}

final class Plane: Shaped<Int>, @unchecked Sendable {
  override init() {}
}

struct Ruler: Tool, Straight {
  let label = "ruler"
}

class SomeSawFactory: ObjectFactory {
  func makeObject() throws -> Saw { Saw(label: "factory", teeth: 3) }
}

final class FineSawFactory: SomeSawFactory {
  override init() {}
}
