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
    let qualifier = GeneratedQualifier.make(
      "\(GeneratedQualifier.displayName(recipe.title)).\(member.name)", level: level, number: names)
    names += 1
    register(member.value, as: qualifier)
    return (qualifier, location)
  }

  /// Stores a value, and the values in it, under a qualifier.
  mutating func register(_ value: DefinitionValue, as qualifier: String) {
    switch value.content {
    case .definition(let definition):
      nested.append((definition, qualifier))
    case .list(let values) where value.hasObjects:
      sources[qualifier] = value
      for (index, value) in values.enumerated() { register(value, as: "\(qualifier)[\(index)]") }
    case .map(let members) where value.hasObjects:
      sources[qualifier] = value
      for member in members { register(member.value, as: "\(qualifier)[\(member.name)]") }
    case .null, .text, .boolean, .integer, .number, .list, .map, .reference, .given:
      sources[qualifier] = value
    }
  }
}
