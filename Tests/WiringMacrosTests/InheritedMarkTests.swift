import Testing

@testable import Wiring
@testable import WiringDefinitions

/// Unmarked subclasses of marked classes.
@Suite("Inherited marks")
struct InheritedMarkTests {
  private var names: [String] { ComponentRegistry.linked.components.map(\.typeName) }

  @Test func `a subclass at any depth is a component where the initializer is required`() {
    #expect(names.count { $0 == "Derived" } == 1)
    #expect(names.count { $0 == "Distant" } == 1)
  }

  @Test func `a subclass is not a component where the initializer is not required`() {
    #expect(!names.contains("OfClosed"))
    #expect(!names.contains("OfMarkedAgain"))
  }

  @Test func `generic subclasses and their subclasses are ignored`() {
    #expect(!names.contains { $0.contains("Generic") })
  }

  @Test func `a marked subclass is described once, by its own declaration`() throws {
    let component = try ComponentRegistry.component("MarkedAgain")
    #expect(ObjectIdentifier(component.type) == ObjectIdentifier(MarkedAgain.self))
    #expect(component.parts().constructors.map(\.parameters) == [["size"], []])
  }

  @Test func `a subclass has its own name, and all other properties of its superclass`() throws {
    let component = try ComponentRegistry.component("Derived")
    #expect(ObjectIdentifier(component.type) == ObjectIdentifier(Derived.self))
    #expect(component.name == "Derived")
    #expect(component.stereotype == "Component")
    #expect(component.isShareable)
  }

  @Test func `a subclass has its own description`() {
    #expect(Derived.wiringComponent.typeName == "Derived")
    #expect(Base.wiringComponent.name == "base")
  }

  @Test func `a subclass's description creates objects of the subclass`() throws {
    let module = ComponentModule(component: try ComponentRegistry.component("Derived"))
    #expect(try Plan(Derived.self, modules: [module]).build().root.text == "derived")
  }
}
