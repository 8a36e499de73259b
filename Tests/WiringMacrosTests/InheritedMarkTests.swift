import Testing

@testable import Wiring

/// Subclasses of marked classes, which bear no mark themselves.
@Suite("Inherited marks")
struct InheritedMarkTests {
  private var names: [String] { ComponentRegistry.linked.components.map(\.typeName) }

  @Test func `a subclass counts where the initializer is required, at whatever distance`() {
    #expect(names.count { $0 == "Derived" } == 1)
    #expect(names.count { $0 == "Distant" } == 1)
  }

  @Test func `a subclass does not count where its superclass could not make it`() {
    #expect(!names.contains("OfClosed"))
    #expect(!names.contains("OfMarkedAgain"))
  }

  @Test func `what is generic is passed over`() {
    #expect(!names.contains { $0.contains("Generic") })
  }

  @Test func `a subclass that is marked itself is described once, by itself`() throws {
    let component = try ComponentRegistry.component("MarkedAgain")
    #expect(ObjectIdentifier(component.type) == ObjectIdentifier(MarkedAgain.self))
    #expect(component.parts().constructors.map(\.parameters) == [["size"], []])
  }

  @Test func `a subclass has its own name, and everything else of its superclass`() throws {
    let component = try ComponentRegistry.component("Derived")
    #expect(ObjectIdentifier(component.type) == ObjectIdentifier(Derived.self))
    #expect(component.name == "Derived")
    #expect(component.stereotype == "Component")
    #expect(component.isShareable)
  }

  @Test func `a subclass describes itself when it is asked`() {
    #expect(Derived.wiringComponent.typeName == "Derived")
    #expect(Base.wiringComponent.name == "base")
  }

  @Test func `its objects are of its own class`() throws {
    let module = ComponentModule(component: try ComponentRegistry.component("Derived"))
    #expect(try Plan(Derived.self, modules: [module]).build().root.text == "derived")
  }
}
