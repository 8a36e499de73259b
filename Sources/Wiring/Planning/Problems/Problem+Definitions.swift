extension Problem {
  /// A problem of a definition, a value or a scan.
  ///
  /// - Parameters:
  ///   - code: What kind of problem it is.
  ///   - summary: The first line.
  ///   - location: The place to look at first.
  ///   - sites: Every place that has to do with it.
  ///   - context: Further context.
  ///   - near: Names that exist, and that may have been meant.
  ///   - fixes: What to do.
  package static func ofContext(
    _ code: Code, _ summary: String, at location: SourceLocation?, sites: [Site] = [], context: [String] = [],
    near: [String] = [], fixes: [String]
  ) -> Problem {
    Problem(
      code: code, summary: summary, location: location, path: [], sites: sites, context: context,
      nearMisses: near.map { NearMiss(text: "'\($0)' exists", location: nil, advice: "write that") }, fixes: fixes)
  }

  static func definedTwice(_ name: String, _ places: [SourceLocation]) -> Problem {
    let sites = places.sorted().map { Site(role: "defined", text: "\"\(name)\"", parameter: nil, location: $0) }
    return .ofContext(
      .duplicate, "'\(name)' is defined \(places.count) times", at: sites.last?.location, sites: sites,
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
      fixes: ["write \(sites.first?.text ?? "the name") in full"])
  }

  static func unknownScannedType(_ name: String, at location: SourceLocation, near: [String]) -> Problem {
    .ofContext(
      .unknownType, "the scan names '\(name)', and no component is called that", at: location, near: near,
      fixes: ["mark the type with @Component, or take the name out of the scan"])
  }

  static func unknownInterface(_ interface: DefinitionValue.Member, of recipe: Recipe, near: [String]) -> Problem {
    .ofContext(
      .unknownType, "\(recipe.title) stands for '\(interface.name)', and nobody asks for a type of that name",
      at: interface.location ?? recipe.site.location, near: near,
      fixes: ["name a protocol of '\(recipe.component.typeName)', or a type that a module binds or needs"])
  }

  static func notConforming(_ interface: DefinitionValue.Member, of recipe: Recipe) -> Problem {
    .ofContext(
      .badValue, "\(recipe.title) stands for '\(interface.name)', which '\(recipe.component.typeName)' is not",
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

  static func noConstructor(_ recipe: Recipe, taking names: [String], _ parts: ComponentParts) -> Problem {
    let offered = parts.constructors.map { constructor in
      "init(\(constructor.parameters.map { "\($0.name):" }.joined()))"
    }
    return .ofContext(
      .unknownName, "no initializer of '\(recipe.component.typeName)' takes \(names.joined(separator: ", "))",
      at: recipe.arguments.first?.location ?? recipe.site.location,
      context: ["its initializers: \(offered.joined(separator: ", "))"],
      fixes: ["give the arguments of one of them"])
  }

  static func awaitingInit(_ member: DefinitionValue.Member, of recipe: Recipe) -> Problem {
    .ofContext(
      .badValue,
      "'\(member.methodName)' of '\(recipe.component.typeName)' takes an await, and objects are made at once",
      at: member.location ?? recipe.site.location,
      fixes: ["call it when the graph starts: start-method"])
  }

  static func unshareable(_ recipe: Recipe, subject: String) -> Problem {
    .ofContext(
      .badValue, "\(recipe.title) cannot be \(recipe.scope.name): \(subject) is not known to be Sendable",
      at: recipe.site.location, fixes: ["make the type Sendable, or use the scope transient or graph"])
  }

  // MARK: Values

  static func badValue(_ failure: ValueFailure, for key: AnyKey) -> Problem {
    let path = failure.path.isEmpty ? "" : " at \(failure.path.joined(separator: "."))"
    return .ofContext(
      .badValue, "\(key.qualifier ?? key.typeName)\(path) is to be \(failure.expected), and is \(failure.found)",
      at: failure.value.location, near: failure.nearMiss.map { [$0] } ?? [],
      fixes: ["give a value of type \(key.typeName)"])
  }
}
