import Testing

@testable import Wiring
@testable import WiringDefinitions

/// The objects of components, created by a container.
@Suite("Objects of components")
struct ComponentObjectTests {
  private func module(_ name: String, initializer: Int = 0, properties: [String] = [], number: Int? = nil) throws
    -> ComponentModule
  {
    ComponentModule(
      component: try ComponentRegistry.component(name), initializer: initializer, properties: properties, number: number
    )
  }

  @Test func `private constants are injected`() throws {
    #expect(try Plan(TopDrawer.self, modules: [module("TopDrawer")]).build().root.text == "label text")
  }

  @Test func `properties are set after the initializer, except for one with a value and an unbound type`() throws {
    #expect(try Plan(Chair.self, modules: [module("Chair")]).build().root.text == "brown text label 4")
  }

  @Test func `a property with a value is set when its type is bound`() throws {
    #expect(try Plan(Chair.self, modules: [module("Chair", number: 3)]).build().root.text == "brown text label 3")
  }

  @Test func `another initializer can be chosen`() throws {
    let chair = try Plan(Chair.self, modules: [module("Chair", initializer: 1, number: 3)]).build().root
    #expect(chair.text == "text 3 label 3")
  }

  @Test func `a property can be set in addition`() throws {
    let chair = try Plan(Chair.self, modules: [module("Chair", properties: ["color"])]).build().root
    #expect(chair.text == "text text label 4")
  }

  @Test @MainActor func `an object of the main actor is created on the main actor`() throws {
    let graph = try Plan(Label.self, modules: [module("Pane", properties: ["title"])]).build()
    #expect(try graph.resolveOnMainActor(Pane.self).text == "label text")
  }

  @Test func `an object of the main actor is created from another task too`() async throws {
    let plan = try Plan(Pane.self, modules: [module("Pane", properties: ["title"])])
    let pane = try await plan.buildAsync().root
    #expect(await pane.text == "label text")
  }

  @Test func `an actor uses the default of a parameter whose type is unbound`() async throws {
    let handle = try await Plan(Handle.self, modules: [module("Handle")]).buildAsync().root
    #expect(await handle.turns == 2)
  }

  @Test func `the generated initializer can be called directly`() {
    #expect(TopDrawer(label: Label(text: "a"), key: "b").text == "a b")
  }
}
