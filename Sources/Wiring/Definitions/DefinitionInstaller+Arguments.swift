extension DefinitionInstaller {
  /// The types that a definition stands for besides its own.
  mutating func boundInterfaces(
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

extension DefinitionInstaller {
  /// The qualifier under which what is given to a parameter is found, and where it is given.
  mutating func source(
    of member: DefinitionValue.Member, for recipe: Recipe
  ) -> (qualifier: String, place: SourceLocation?) {
    let place = member.value.location ?? member.location
    if case .reference(let name, isLazy: false) = member.value.content { return (name, place) }
    let qualifier = GeneratedQualifier.make("\(GeneratedQualifier.displayName(recipe.title)).\(member.name)", level: level, number: names)
    names += 1
    register(member.value, as: qualifier)
    return (qualifier, place)
  }

  /// Keeps what stands for a qualifier, and what stands in it.
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

/// The name under which a plan finds what a definition gives to a parameter.
///
/// Nobody else can write it: it begins with what no name has, a number of its own between two control characters, so that
/// it is no other value's, no other definition's, and no other plan's. What is shown is the rest.
enum GeneratedQualifier {
  private static let mark: Character = "\u{1}"

  /// Makes a name.
  ///
  /// - Parameters:
  ///   - text: What is shown, as in `database.url`.
  ///   - level: How many graphs are around the plan's own.
  ///   - number: A number that no other name of the plan has.
  static func make(_ text: String, level: Int, number: Int) -> String { "\(mark)\(level).\(number)\(mark)\(text)" }

  static func isGenerated(_ name: String) -> Bool { name.first == mark }

  /// What is shown of a name.
  static func displayName(_ name: String) -> String {
    guard isGenerated(name), let end = name.lastIndex(of: mark) else { return name }
    return String(name[name.index(after: end)...])
  }
}
