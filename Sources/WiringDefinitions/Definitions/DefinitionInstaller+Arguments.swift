import Wiring

extension DefinitionInstaller {
  /// Returns the types that a definition provides besides its own.
  mutating func boundInterfaces(
    of recipe: Recipe, parts: ComponentParts, type: any Any.Type
  ) -> [Dependency] {
    recipe.definition.interfaces.compactMap { interface in
      let named = types(named: interface.name, parts: parts)
      let fitting = named.filter { found in
        parts.views.contains { $0.dependency.key.type == found.key.type }
          || conformances.isSubtype(type, of: found.key.type)
      }
      if fitting.count == 1 { return fitting[0] }
      if named.isEmpty {
        let known = Set((parts.views.map(\.dependency) + knownTypes + definedTypes()).map(\.key.bareTypeName)).sorted()
        problems.append(.unknownInterface(interface, of: recipe, near: Spelling.near(interface.name, in: known)))
      } else if fitting.isEmpty {
        problems.append(.notConforming(interface, of: recipe))
      } else {
        problems.append(.ambiguousInterface(interface, of: recipe, fitting.map(\.key.qualifiedTypeName).sorted()))
      }
      return nil
    }
  }

  /// Returns the types with a name: those that the object conforms to, and those in modules and definitions.
  private mutating func types(named name: String, parts: ComponentParts) -> [Dependency] {
    var found = (parts.views.map(\.dependency) + knownTypes).filter { $0.key.isNamed(name) }
    if found.isEmpty { found = definedTypes().filter { $0.key.isNamed(name) } }
    var seen: [any Any.Type] = []
    return found.filter { dependency in
      if seen.contains(where: { $0 == dependency.key.type }) { return false }
      seen.append(dependency.key.type)
      return true
    }.map { $0.asking(for: nil) }
  }

  /// Returns the types in definitions and components.
  private mutating func definedTypes() -> [Dependency] {
    if let types = typesOfComponents { return types }
    let types = components.distinct.flatMap { component in
      let parts = component.parts()
      return parts.views.map(\.dependency) + parts.constructors.flatMap(\.dependencies)
        + parts.properties.map(\.dependency)
    }
    typesOfComponents = types
    return types
  }
}

extension DefinitionInstaller {
  /// Returns the qualifier of a parameter's value, and its location.
  mutating func source(
    of member: DefinitionValue.Member, for recipe: Recipe
  ) -> (qualifier: String, location: SourceLocation?) {
    let location = member.value.location ?? member.location
    if case .reference(let name, isLazy: false) = member.value.content { return (name, location) }
    let qualifier = generatedName("\(GeneratedQualifier.displayName(recipe.title)).\(member.name)")
    register(member.value, as: qualifier)
    return (qualifier, location)
  }

  /// Stores a value under a qualifier, and the values in it under others, which no file can have.
  mutating func register(_ value: DefinitionValue, as qualifier: String) {
    func elements(_ values: [(name: String, value: DefinitionValue)]) -> [String] {
      values.map { element in
        let name = generatedName("\(GeneratedQualifier.displayName(qualifier))[\(element.name)]")
        register(element.value, as: name)
        return name
      }
    }
    switch value.content {
    case .definition(let definition):
      nested.append((definition, qualifier))
    case .list(let values) where value.hasObjects:
      sources[qualifier] = NamedValue(value, elements: elements(values.enumerated().map { ("\($0)", $1) }))
    case .map(let members) where value.hasObjects:
      sources[qualifier] = NamedValue(value, elements: elements(members.map { ($0.name, $0.value) }))
    case .null, .text, .boolean, .integer, .number, .list, .map, .reference, .given:
      sources[qualifier] = NamedValue(value)
    }
  }

  private mutating func generatedName(_ text: String) -> String {
    defer { names += 1 }
    return GeneratedQualifier.make(text, level: level, number: names)
  }
}
