extension DefinitionInstaller {
  /// The qualifier under which what is given to a parameter is found, and where it is given.
  mutating func source(
    of member: DefinitionValue.Member, for recipe: Recipe
  ) -> (qualifier: String, place: SourceLocation?) {
    let place = member.value.location ?? member.location
    if case .reference(let name, isLazy: false) = member.value.content { return (name, place) }
    let qualifier = GivenName.make("\(GivenName.shown(recipe.title)).\(member.name)", level: level, number: names)
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
