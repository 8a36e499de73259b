extension Problem {
  /// A problem of a definition, a value or a scan.
  ///
  /// - Parameters:
  ///   - code: What kind of problem it is.
  ///   - summary: The first line.
  ///   - location: The place to look at first.
  ///   - sites: Every place that has to do with it.
  ///   - context: Further context.
  ///   - near: What is there, and may have been meant.
  ///   - verb: What is said of these.
  ///   - fixes: What to do.
  static func ofContext(
    _ code: Code, _ summary: String, at location: SourceLocation?, sites: [Site] = [], context: [String] = [],
    near: [String] = [], _ verb: String = "exists", fixes: [String]
  ) -> Problem {
    Problem(
      code: code, summary: summary, location: location, path: [], sites: sites, context: context,
      nearMisses: near.map { NearMiss(text: "'\($0)' \(verb)", location: nil, advice: "write that") }, fixes: fixes)
  }

  static func definedTwice(_ name: String, _ places: [SourceLocation?]) -> Problem {
    // A value that was written in code has no place.
    let sites =
      places.compactMap(\.self).sorted().map { Site(role: "defined", text: "'\(name)'", location: $0) }
      + places.filter { $0 == nil }.map { _ in Site(role: "defined", text: "'\(name)' (a value)", location: nil) }
    return .ofContext(
      .duplicate, "'\(name)' is defined \(places.count) times", at: sites.dropFirst().first?.location, sites: sites,
      fixes: ["keep one of them, or give them names of their own"])
  }

  // MARK: Types

  static func unknownType(_ name: String, in definition: Definition, near: [String]) -> Problem {
    .ofContext(
      .unknownType, "no component is called '\(name)'", at: definition.location, near: near,
      fixes: ["mark the type with @Component, or list it in the registry"])
  }

  static func ambiguousType(_ name: String, in definition: Definition, components: [Component]) -> Problem {
    let sites = components.map {
      Site(role: "component", text: "\($0.module).\($0.typeName)", parameter: nil, location: $0.location)
    }.sorted { $0.text < $1.text }
    return .ofContext(
      .unknownType, "\(components.count) components are called '\(name)'", at: definition.location, sites: sites,
      fixes: ["say which one is meant: \(sites.map(\.text).joined(separator: " or "))"])
  }

  static func duplicateComponentName(_ one: Component, _ other: Component) -> Problem {
    let sites = [one, other].map {
      Site(role: "component", text: $0.typeName, parameter: nil, location: $0.location)
    }.sorted { $0.text < $1.text }
    return .ofContext(
      .duplicate, "2 components are called '\(one.name)'", at: sites.last?.location, sites: sites,
      fixes: ["give each of them a name of its own"])
  }

  static func givenTwice(
    _ one: DefinitionValue.Member, _ other: DefinitionValue.Member, of recipe: Recipe
  ) -> Problem {
    let places = [one, other].map { $0.location ?? $0.value.location ?? recipe.site.location }
    return .ofContext(
      .duplicate, "\(recipe.subject) is given '\(one.name)' twice", at: places.last,
      sites: places.map { Site(role: "given", text: "'\(one.name)'", parameter: nil, location: $0) },
      fixes: ["keep one of them"])
  }

  static func ambiguousInterface(
    _ interface: DefinitionValue.Member, of recipe: Recipe, _ types: [String]
  ) -> Problem {
    .ofContext(
      .unknownType, "\(recipe.subject) stands for '\(interface.name)', and \(types.count) types are called that",
      at: interface.location ?? recipe.site.location, context: ["the types: \(types.joined(separator: ", "))"],
      fixes: ["write one of them in full"])
  }

  static func valueCycle(_ names: [String], _ places: [SourceLocation?]) -> Problem {
    // A long circle tells nobody more than its beginning does.
    let sites = zip(names, places).prefix(12).map {
      Site(role: "refers on", text: "'\($0)'", parameter: nil, location: $1)
    }
    return .ofContext(
      .cycle, names.count == 1 ? "the value '\(names[0])' is itself" : "\(names.count) values refer to each other",
      at: places.first ?? nil, sites: sites, fixes: ["give one of them a value"])
  }

  static func unmarkedSubclass(_ name: String, as component: Component, in definition: Definition) -> Problem {
    .ofContext(
      .unknownType, "'\(name)' is no component: only its superclass '\(component.typeName)' is marked",
      at: definition.location, fixes: ["mark it with @Component, or make the initializer of its superclass required"])
  }

  static func unknownScannedType(_ name: String, at location: SourceLocation, near: [String]) -> Problem {
    .ofContext(
      .unknownType, "the scan names '\(name)', and no component is called that", at: location, near: near,
      fixes: ["mark the type with @Component, or take the name out of the scan"])
  }

  static func unknownInterface(_ interface: DefinitionValue.Member, of recipe: Recipe, near: [String]) -> Problem {
    .ofContext(
      .unknownType, "\(recipe.subject) stands for '\(interface.name)', and there is no type of that name",
      at: interface.location ?? recipe.site.location, near: near,
      fixes: ["name a protocol of '\(recipe.component.typeName)', or a type that a module binds or asks for"])
  }

  static func notConforming(_ interface: DefinitionValue.Member, of recipe: Recipe) -> Problem {
    .ofContext(
      .badValue, "\(recipe.subject) stands for '\(interface.name)', and '\(recipe.component.typeName)' is none",
      at: interface.location ?? recipe.site.location, fixes: ["name a type that it conforms to, or use another class"])
  }

  // MARK: Names

  static func unknownName(
    _ noun: String, _ member: DefinitionValue.Member, of recipe: Recipe, known: [String]
  ) -> Problem {
    let name = noun == "method" ? member.methodName : member.name
    let plural = noun == "property" ? "properties" : "\(noun)s"
    return .ofContext(
      .unknownName, "'\(recipe.component.typeName)' has no \(noun) '\(name)'",
      at: member.location ?? member.value.location ?? recipe.site.location,
      context: [known.isEmpty ? "it has no \(plural)" : "its \(plural): \(known.joined(separator: ", "))"],
      near: Spelling.near(name, in: known),
      fixes: ["correct the name, or take it out"])
  }

  static func noMatchingInitializer(_ recipe: Recipe, taking names: [String], _ parts: ComponentParts) -> Problem {
    let offered = parts.constructors.map { constructor in
      "init(\(constructor.parameters.map { "\($0.name):" }.joined()))"
    }
    return .ofContext(
      .unknownName, "no initializer of '\(recipe.component.typeName)' takes \(names.joined(separator: ", "))",
      at: recipe.arguments.first?.location ?? recipe.site.location,
      context: ["its initializers: \(offered.joined(separator: ", "))"],
      fixes: ["give the arguments of one of them"])
  }

  static func unexpectedArgument(
    _ argument: DefinitionValue.Member, _ factory: DefinitionValue.Member, of recipe: Recipe
  ) -> Problem {
    .ofContext(
      .unknownName,
      "\(recipe.title) is made by the factory '\(factory.name)', which takes no argument '\(argument.name)'",
      at: argument.location ?? argument.value.location ?? recipe.site.location,
      fixes: ["give it to the definition '\(factory.name)', or set a property"])
  }

  static func asyncInitMethod(_ member: DefinitionValue.Member, of recipe: Recipe) -> Problem {
    .ofContext(
      .badValue,
      "'\(member.methodName)' of '\(recipe.component.typeName)' takes an await, and objects are made at once",
      at: member.location ?? recipe.site.location,
      fixes: ["call it when the graph starts: start-method"])
  }

  static func unsharedStartMethod(_ member: DefinitionValue.Member, of recipe: Recipe, in scope: Scope) -> Problem {
    .ofContext(
      .badValue, "\(recipe.subject) is \(scope.name), so that nobody has the object that would be started",
      at: member.location ?? recipe.site.location,
      fixes: ["give it a scope that is shared, such as singleton, or remove the method"])
  }

  static func unshareable(_ recipe: Recipe, subject: String) -> Problem {
    .ofContext(
      .badValue, "\(recipe.subject) cannot be \(recipe.scope.name): \(subject) is not known to be Sendable",
      at: recipe.site.location, fixes: ["make the type Sendable, or use the scope transient or graph"])
  }

  // MARK: Values

  static func badValue(_ failure: ValueFailure, for key: AnyKey, at place: SourceLocation) -> Problem {
    let path = failure.path.reduce("") { $0 + ($1.hasPrefix("[") ? $1 : ".\($1)") }
    return .ofContext(
      .badValue,
      "'\(key.qualifier.map(GeneratedQualifier.displayName) ?? key.typeName)\(path)' must be \(failure.expected), and is \(failure.found)",
      at: failure.value.location ?? place, near: failure.nearMiss.map { [$0] } ?? [], "would do",
      fixes: ["write \(failure.expected)"])
  }
}
