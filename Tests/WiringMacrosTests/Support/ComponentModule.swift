import Testing

@testable import Wiring

/// Binds what a component describes, without any definition.
struct ComponentModule: Module {
  let component: Component
  /// Which of its initializers to use.
  var initializer = 0
  /// The properties to set besides.
  var properties: [String] = []
  /// A number, for those who ask for one.
  var number: Int?

  func configure(_ binder: inout Binder) {
    let parts = component.parts()
    let index = parts.constructors[initializer].declare(binder, AnyKey(component.type), component.site)
    let declaration = binder.list.declarations[index]
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
  /// The one component of the program with that type's name.
  static func component(_ typeName: String) throws -> Component {
    let found = linked.components.filter { $0.typeName == typeName }
    #expect(found.count == 1)
    return try #require(found.first)
  }
}
