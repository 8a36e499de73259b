import Testing
import Wiring

private class Plugin: @unchecked Sendable { required init() {} }
private final class Big: Plugin, @unchecked Sendable { let list = [1, 2, 3] }

/// A metatype is a value: that of a superclass may name a subclass, of which an object of the superclass need not be one.
@Suite("Metatypes of superclasses")
struct DynamicTypeTests {
  /// The type that a program chose at run time.
  private let chosen: Plugin.Type = Big.self

  private static let declarations: [(name: String, bind: @Sendable (inout Binder, Plugin.Type) -> Void)] = [
    ("a value", { binder, type in binder.bind(type, to: Plugin()) }),
    ("a factory", { binder, type in binder.bind(type) { type.init() } }),
    ("a resolving closure", { binder, type in binder.bind(type, resolving: { _ in type.init() }) }),
    ("a factory of the main actor", { binder, type in binder.main.bind(type, { @MainActor in type.init() }) }),
    ("an asynchronous factory", { binder, type in binder.bind(type, async: { type.init() }) }),
    ("a contribution", { binder, type in binder.contribute(to: type) { type.init() } }),
    ("a decorator", { binder, type in binder.decorate(type) { (inner: Plugin) in inner } }),
  ]

  @Test("declare nothing under the key of a subclass", arguments: declarations.indices)
  func declaration(index: Int) {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { [chosen] binder in
        binder.bind(String.self, to: "")
        Self.declarations[index].bind(&binder, chosen)
      }
    }
    #expect(error?.problems.contains { $0.code == .dynamicType } == true)
  }

  private static let overrides: [@Sendable (inout Overrides, Plugin.Type) -> Void] = [
    { overrides, type in overrides.replace(type, with: Plugin()) },
    { overrides, type in overrides.replace(type) { type.init() } },
    { overrides, type in overrides.replace(type, resolving: { _ in type.init() }) },
    { overrides, type in overrides.main.bind(type, { @MainActor in type.init() }) },
    { overrides, type in overrides.replace(type, async: { type.init() }) },
    { overrides, type in overrides.decorate(type) { (inner: Plugin) in inner } },
    { overrides, type in overrides.modify(type) { $0 = Plugin() } },
  ]

  @Test("override nothing under the key of a subclass", arguments: overrides.indices)
  func override(index: Int) {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Big.self, overrides: { Self.overrides[index](&$0, chosen) }) { $0.bind(Big.init) }
    }
    #expect(error?.problems.contains { $0.code == .dynamicType } == true)
  }

  @Test("a loop over types declares each of them once, and is told that it declares none")
  func loop() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Plugin.self) { binder in
        for type in [Plugin.self, Big.self] { binder.bind(type) { type.init() } }
      }
    }
    #expect(error?.problems.map(\.code) == [.dynamicType])
  }

  @Test("are no root of a plan")
  func root() {
    let error = #expect(throws: WiringError.self) { _ = try plan(chosen) { $0.bind(Plugin.init) } }
    #expect(error?.problems.map(\.code) == [.dynamicType])
  }

  @Test("as requirements and entry points mean the subclass")
  func requirement() throws {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Plugin.self) { [chosen] binder in
        binder.bind(Plugin.init)
        binder.requires(chosen)
        binder.root(chosen)
      }
    }
    #expect(error?.problems.map(\.summary) == ["nothing provides 'Big'"])
  }

  private static let lookUps: [@Sendable (Graph<Plugin>, Plugin.Type) throws -> Void] = [
    { graph, type in _ = try graph.resolve(type) },
    { graph, type in _ = try graph.resolve(ifBound: type) },
    { graph, type in _ = try graph.resolve(named: "Plugin", as: type) },
    { graph, type in _ = try graph.resolve(ifNamed: "Plugin", as: type) },
    { graph, type in _ = try graph.resolveAll(named: "Plugin", as: type) },
    { graph, type in _ = try graph.replacing(type, with: Plugin()) },
    { graph, type in _ = try graph.perform { try CurrentGraph.resolve(type) } },
    { graph, type in
      var target = Plugin()
      try graph.inject(into: &target, as: type)
    },
  ]

  @Test("look up nothing", arguments: lookUps.indices)
  func lookUp(index: Int) throws {
    let graph = try plan(Plugin.self) { $0.bind(Plugin.init) }.build()
    #expect {
      try Self.lookUps[index](graph, chosen)
    } throws: {
      ($0 as? ResolutionError)?.message
        == "'Big' is named by a metatype of its superclass 'Plugin', and an object of that may be none; "
        + "name the type itself: Big.self"
    }
    #expect(graph.perform { CurrentGraph.provides(chosen) } == false)
  }

  @Test("are found by the resolver of a factory, too")
  func resolver() throws {
    let graph = try plan(Plugin.self) { [chosen] binder in
      binder.bind(Plugin.init)
      binder.bind(Int.self, resolving: { try $0.resolve(ifBound: chosen) == nil ? 0 : 1 })
      binder.bind(Double.self, resolving: { try $0.resolve(chosen) === $0.resolve(chosen) ? 0 : 1 })
    }.build()
    #expect(throws: ResolutionError.self) { try graph.resolve(Int.self) }
    #expect(throws: ResolutionError.self) { try graph.resolve(Double.self) }
  }
}
