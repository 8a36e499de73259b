extension DefinitionInstaller {
  /// The types that a definition stands for besides its own.
  mutating func claims(
    of recipe: Recipe, _ parts: ComponentParts, type: any Any.Type
  ) -> [Dependency] {
    recipe.interfaces.compactMap { interface in
      let named = types(named: interface.name, parts)
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

  /// The types that a name can mean: what the object conforms to, and what modules and definitions name.
  private mutating func types(named name: String, _ parts: ComponentParts) -> [Dependency] {
    var found = (parts.views.map(\.dependency) + knownTypes).filter { $0.key.isNamed(name) }
    if found.isEmpty { found = definedTypes().filter { $0.key.isNamed(name) } }
    var seen: [any Any.Type] = []
    return found.filter { dependency in
      if seen.contains(where: { $0 == dependency.key.type }) { return false }
      seen.append(dependency.key.type)
      return true
    }.map { $0.asking(for: nil) }
  }

  /// The types that definitions and components name.
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
