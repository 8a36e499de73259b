import Testing

@testable import Wiring
@testable import WiringDefinitions

/// A module that binds a component without a definition.
struct ComponentModule: Module {
  let component: Component
  /// The index of the initializer.
  var initializer = 0
  /// The names of additional properties to set.
  var properties: [String] = []
  /// The value that is bound to `Int`, if any.
  var number: Int?

  func configure(_ binder: inout Binder) {
    let parts = component.parts()
    let declaration = parts.constructors[initializer].declare(binder, AnyKey(component.type), component.site)
    for property in parts.properties where properties.contains(property.name) {
      declaration.dependencies.append(property.dependency)
      declaration.modifiers.append(.step(property.step()))
    }
    binder.bind(Label.self, to: Label(text: "label"))
    binder.bind(String.self, to: "text")
    if let number { binder.bind(Int.self, to: number) }
  }
}

extension ComponentRegistry {
  /// Returns the only component of the program with a type's name.
  static func component(_ typeName: String) throws -> Component {
    let found = linked.components.filter { $0.typeName == typeName }
    #expect(found.count == 1)
    return try #require(found.first)
  }
}
