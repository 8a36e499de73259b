import Wiring

extension Problem {
  static func definedTwice(_ name: String, _ locations: [SourceLocation?]) -> Problem {
    // A value that was written in code has no location.
    let sites =
      locations.compactMap(\.self).sorted().map { Site(role: "defined", text: "'\(name)'", location: $0) }
      + locations.filter { $0 == nil }.map { _ in Site(role: "defined", text: "'\(name)' (a value)", location: nil) }
    return Problem(
      .duplicate, "'\(name)' is defined \(locations.count) times", at: sites.dropFirst().first?.location, sites: sites,
      fixes: ["keep one of them, or give them different names"])
  }

  // MARK: Types

  static func unknownType(_ name: String, in definition: Definition, near: [String]) -> Problem {
    Problem(
      .unknownType, "no component is called '\(name)'", at: definition.location, nearMisses: NearMiss.names(near),
      fixes: ["mark the type with @Component, or list it in the registry"])
  }

  static func ambiguousType(_ name: String, in definition: Definition, components: [Component]) -> Problem {
    let sites = components.map {
      Site(role: "component", text: "\($0.module).\($0.typeName)", location: $0.location)
    }.sorted { $0.text < $1.text }
    return Problem(
      .unknownType, "\(components.count) components are called '\(name)'", at: definition.location, sites: sites,
      fixes: ["write which one is meant: \(sites.map(\.text).joined(separator: " or "))"])
  }

  static func duplicateComponentName(_ one: Component, _ other: Component) -> Problem {
    let sites = [one, other].map {
      Site(role: "component", text: $0.typeName, location: $0.location)
    }.sorted { $0.text < $1.text }
    return Problem(
      .duplicate, "2 components are called '\(one.name)'", at: sites.last?.location, sites: sites,
      fixes: ["give each of them a different name"])
  }

  static func givenTwice(
    _ one: DefinitionValue.Member, _ other: DefinitionValue.Member, of recipe: Recipe
  ) -> Problem {
    let locations = [one, other].map(recipe.location(of:))
    return Problem(
      .duplicate, "\(recipe.subject) is given '\(one.name)' twice", at: locations.last,
      sites: locations.map { Site(role: "given", text: "'\(one.name)'", location: $0) },
      fixes: ["keep one of them"])
  }

  static func ambiguousInterface(
    _ interface: DefinitionValue.Member, of recipe: Recipe, _ types: [String]
  ) -> Problem {
    Problem(
      .unknownType, "\(recipe.subject) is declared as '\(interface.name)', and \(types.count) types are called that",
      at: recipe.location(of: interface), context: ["the types: \(types.joined(separator: ", "))"],
      fixes: ["write one of them in full"])
  }

  static func unmarkedSubclass(_ name: String, as component: Component, in definition: Definition) -> Problem {
    Problem(
      .unknownType, "'\(name)' is not a component: only its superclass '\(component.typeName)' is marked",
      at: definition.location, fixes: ["mark it with @Component, or make the initializer of its superclass required"])
  }

  static func unknownScannedType(_ name: String, at location: SourceLocation, near: [String]) -> Problem {
    Problem(
      .unknownType, "the scan names '\(name)', and no component is called that", at: location,
      nearMisses: NearMiss.names(near),
      fixes: ["mark the type with @Component, or remove the name from the scan"])
  }

  static func unknownInterface(_ interface: DefinitionValue.Member, of recipe: Recipe, near: [String]) -> Problem {
    Problem(
      .unknownType, "\(recipe.subject) is declared as '\(interface.name)', and there is no type of that name",
      at: recipe.location(of: interface), nearMisses: NearMiss.names(near),
      fixes: ["name a protocol of '\(recipe.component.typeName)', or a type that a module binds or asks for"])
  }

  static func notConforming(_ interface: DefinitionValue.Member, of recipe: Recipe) -> Problem {
    Problem(
      .badValue,
      "\(recipe.subject) is declared as '\(interface.name)', and '\(recipe.component.typeName)' does not conform to it",
      at: recipe.location(of: interface), fixes: ["name a type that it conforms to, or use another class"])
  }

  // MARK: Names

  static func unknownName(
    _ noun: String, _ member: DefinitionValue.Member, of recipe: Recipe, known: [String]
  ) -> Problem {
    let name = noun == "method" ? member.methodName : member.name
    let plural = noun == "property" ? "properties" : "\(noun)s"
    return Problem(
      .unknownName, "'\(recipe.component.typeName)' has no \(noun) '\(name)'",
      at: recipe.location(of: member),
      context: [known.isEmpty ? "it has no \(plural)" : "its \(plural): \(known.joined(separator: ", "))"],
      nearMisses: NearMiss.names(Spelling.near(name, in: known)),
      fixes: ["correct the name, or remove it"])
  }

  static func noMatchingInitializer(_ recipe: Recipe, taking names: [String], _ parts: ComponentParts) -> Problem {
    let offered = parts.constructors.map { constructor in
      "init(\(constructor.parameters.map { "\($0.name):" }.joined()))"
    }
    return Problem(
      .unknownName, "no initializer of '\(recipe.component.typeName)' takes \(names.joined(separator: ", "))",
      at: recipe.definition.arguments.first?.location ?? recipe.site.location,
      context: ["its initializers: \(offered.joined(separator: ", "))"],
      fixes: ["pass the arguments of one of them"])
  }

  static func unexpectedArgument(
    _ argument: DefinitionValue.Member, _ factory: DefinitionValue.Member, of recipe: Recipe
  ) -> Problem {
    Problem(
      .unknownName,
      "\(recipe.title) is created by the factory '\(factory.name)', which takes no argument '\(argument.name)'",
      at: recipe.location(of: argument),
      fixes: ["pass it to the definition '\(factory.name)', or set a property"])
  }

  static func asyncInitMethod(_ member: DefinitionValue.Member, of recipe: Recipe) -> Problem {
    Problem(
      .badValue,
      "'\(member.methodName)' of '\(recipe.component.typeName)' is asynchronous, and objects are created synchronously",
      at: recipe.location(of: member),
      fixes: ["call it when the graph starts: start-method"])
  }

  static func unsharedStartMethod(_ member: DefinitionValue.Member, of recipe: Recipe, in scope: Scope) -> Problem {
    Problem(
      .badValue, "\(recipe.subject) is \(scope.name), so no object is retained that could be started",
      at: recipe.location(of: member),
      fixes: ["give it a scope that is shared, such as singleton, or remove the method"])
  }

  static func unshareable(_ recipe: Recipe, subject: String) -> Problem {
    Problem(
      .badValue, "\(recipe.subject) cannot be \(recipe.scope.name): \(subject) is not known to be Sendable",
      at: recipe.site.location, fixes: ["make the type Sendable, or use the scope transient or graph"])
  }
}
