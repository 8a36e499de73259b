import Testing

@testable import Wiring

/// The objects that are made as attributes say.
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

  @Test func `what is injected behind an initializer is there, and a value is kept that nobody provides`() throws {
    #expect(try Plan(Chair.self, modules: [module("Chair")]).build().root.text == "brown text label 4")
  }

  @Test func `a property that has a value takes the one that somebody provides`() throws {
    #expect(try Plan(Chair.self, modules: [module("Chair", number: 3)]).build().root.text == "brown text label 3")
  }

  @Test func `another initializer makes an object in another way`() throws {
    let chair = try Plan(Chair.self, modules: [module("Chair", initializer: 1, number: 3)]).build().root
    #expect(chair.text == "text 3 label 3")
  }

  @Test func `a property can be set besides`() throws {
    let chair = try Plan(Chair.self, modules: [module("Chair", properties: ["color"])]).build().root
    #expect(chair.text == "text text label 4")
  }

  @Test @MainActor func `an object of the main actor is made and set there`() throws {
    let graph = try Plan(Label.self, modules: [module("Pane", properties: ["title"])]).build()
    #expect(try graph.resolve(main: Pane.self).text == "label text")
  }

  @Test func `an object of the main actor is made and set from elsewhere, too`() async throws {
    let plan = try Plan(Pane.self, modules: [module("Pane", properties: ["title"])])
    let pane = try await plan.build().root
    #expect(await pane.text == "label text")
  }

  @Test func `an actor takes the default of a parameter that nobody provides`() async throws {
    let handle = try await Plan(Handle.self, modules: [module("Handle")]).build().root
    #expect(await handle.turns == 2)
  }

  @Test func `the generated initializer can be called by hand`() {
    #expect(TopDrawer(label: Label(text: "a"), key: "b").text == "a b")
  }
}
