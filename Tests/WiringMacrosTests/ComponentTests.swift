import Testing

@testable import Wiring
@testable import WiringDefinitions

/// The descriptions of components in the program.
@Suite("Components")
struct ComponentTests {
  @Test func `a marked type is found once, under its qualified name`() {
    let names = ComponentRegistry.linked.components.map(\.typeName)
    for name in ["TopDrawer", "Hook", "Handle", "Cabinet.Shelf", "Chair", "Pane", "Base", "MarkedAgain", "Closed"] {
      #expect(names.count { $0 == name } == 1, "\(name)")
    }
  }

  @Test func `the arguments of the attribute are properties of the component`() throws {
    let component = try ComponentRegistry.component("TopDrawer")
    #expect(component.name == "top")
    #expect(component.scope == .singleton)
    #expect(component.isLazy && component.isPrimary && component.isEager)
    #expect(component.qualifier == "upper")
    #expect(component.profiles == [.test])
  }

  @Test func `without arguments a component is transient, and has the name of its type`() throws {
    let component = try ComponentRegistry.component("Handle")
    #expect(component.name == "Handle")
    #expect(component.scope == .transient)
    #expect(!component.isLazy && !component.isPrimary && !component.isEager)
    #expect(component.qualifier == nil && component.profiles.isEmpty)
  }

  @Test(arguments: [
    ("TopDrawer", "Component"), ("Hook", "Service"), ("Handle", "Controller"), ("Cabinet.Shelf", "Repository"),
    ("Chair", "Furniture"),
  ])
  func `the attribute's own name is the stereotype`(type: String, stereotype: String) throws {
    #expect(try ComponentRegistry.component(type).stereotype == stereotype)
  }

  @Test func `the location of a component is that of its type's name`() throws {
    let location = try ComponentRegistry.component("TopDrawer").location
    #expect(location.description == "WiringMacrosTests/Cabinet.swift:14:13")
  }

  @Test func `a component knows whether its objects can be shared between threads`() throws {
    #expect(try ComponentRegistry.component("TopDrawer").isShareable)
    #expect(try !ComponentRegistry.component("Chair").isShareable)
  }

  @Test func `injected constants of a type without an initializer are parameters with their qualifiers`() throws {
    let constructors = try ComponentRegistry.component("TopDrawer").parts().constructors
    #expect(constructors.map(\.parameters) == [["label", ComponentParameter("key", qualifier: "key")]])
  }

  @Test func `the marked initializer is first, and has injected properties after its parameters`() throws {
    let constructors = try ComponentRegistry.component("Chair").parts().constructors
    let first: [ComponentParameter] = [ComponentParameter("name", qualifier: "chair"), "label", "legs"]
    #expect(constructors.map(\.parameters) == [first, ["number", "color", "label", "legs"]])
  }

  @Test func `a struct without an initializer has the memberwise one`() throws {
    #expect(try ComponentRegistry.component("Hook").parts().constructors.map(\.parameters) == [["text"]])
    #expect(try ComponentRegistry.component("Cabinet.Shelf").parts().constructors.map(\.parameters) == [[]])
  }

  @Test func `variables can be set, private ones and those of the main actor included`() throws {
    #expect(try ComponentRegistry.component("Chair").parts().properties.map(\.name) == ["label", "legs", "color"])
    let pane = try ComponentRegistry.component("Pane").parts()
    #expect(pane.properties.map(\.name) == ["label", "title", "isOpen"])
    #expect(try ComponentRegistry.component("Handle").parts().properties.isEmpty)
  }

  @Test func `methods without parameters can be called, private ones included`() throws {
    #expect(try ComponentRegistry.component("Handle").parts().methods.map(\.name) == ["turn"])
    let methods = try ComponentRegistry.component("Chair").parts().methods
    #expect(methods.map(\.name) == ["fold"])
  }

  @Test func `the conformances of the declaration are described`() throws {
    func interfaces(_ name: String) throws -> [ObjectIdentifier] {
      try ComponentRegistry.component(name).parts().views.map { ObjectIdentifier($0.dependency.key.type) }
    }
    #expect(try interfaces("TopDrawer") == [ObjectIdentifier((any Drawer).self)])
    #expect(try interfaces("Hook") == [ObjectIdentifier((any Codable).self)])
    #expect(try interfaces("MarkedAgain") == [ObjectIdentifier(Base.self)])
  }

  @Test func `the program has a registration of a protocol's lazy proxy`() {
    #expect(ComponentRegistry.linked.proxies.count { $0.interface == (any Hinge).self } == 1)
  }
}
