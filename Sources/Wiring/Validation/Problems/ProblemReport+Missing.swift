extension ProblemReport {
  /// The number of missing keys that are compared with all bindings: with more, that takes long, and one mistake is behind all
  /// of them.
  private static let maximumCompared = 200

  func missing(_ missing: [BindingGraph.Missing]) -> [Problem] {
    guard missing.count > Self.maximumCompared else { return missing.map { self.missing($0, isCompared: true) } }
    // By name, so that the order of declaration does not matter.
    let names = missing.map(\.key.description)
    return missing.indices.sorted { names[$0] < names[$1] }.enumerated().map { rank, index in
      self.missing(missing[index], isCompared: rank < Self.maximumCompared)
    }
  }

  private func missing(_ missing: BindingGraph.Missing, isCompared: Bool) -> Problem {
    let consumers = missing.consumers.sorted { left, right in
      (site(left.position), left.parameter, name(left.position))
        < (site(right.position), right.parameter, name(right.position))
    }
    // The nearest to a root; of several, the first in the source.
    let reached = consumers.filter { before[$0.position] != nil }
    let nearest = reached.map { depth[$0.position] }.min()
    let first = reached.first { depth[$0.position] == nearest } ?? consumers.first
    let sites =
      consumers.map { consumer in
        Problem.Site(
          role: "needed by", text: signature(consumer.position), parameter: consumer.parameter + 1,
          location: location(ofParameter: consumer.parameter, of: consumer.position) ?? site(consumer.position))
      }
      + missing.requirements.map { requirement in
        Problem.Site(
          role: "needed by", text: requirement.describe(in: graph.installer.modules),
          location: requirement.site.location)
      }.sorted { ($0.location, $0.text) < ($1.location, $1.text) }
    let (code, summary) = verdict(missing)
    return Problem(
      code, summary, at: sites.first?.location,
      path: first.map { rootPath(to: $0.position) + [missing.key.description] } ?? [], sites: sites,
      context: (first.map { context(of: $0.position, isNamingProfile: code == .excluded) } ?? [])
        + (isCompared ? [] : ["too many keys are missing to look for what is near each of them"]),
      nearMisses: isCompared ? nearMisses.of(missing) : [], fixes: fixes(for: missing, code))
  }

  // MARK: Fixes

  private func fixes(for missing: BindingGraph.Missing, _ code: Problem.Code) -> [String] {
    let key = missing.key
    if let factory = key.type as? any ArgumentFactory.Type, code == .async || code == .isolation,
      let bound = leastIsolated(factory, qualifier: key.qualifier)
    {
      return ["ask for \(AnyKey(bound).typeName) instead"]
    }
    if let factory = key.type as? any ArgumentFactory.Type {
      return ["\(declaration(of: factory, key)) in one of the plan's modules"]
    }
    if let opener = key.type as? any ContextOpener.Type {
      let context = key.qualifier.map { ", context: Key(\"\($0)\")" } ?? ""
      let scope = "CustomScope<\(AnyKey(opener.context).typeName)>(\"…\")"
      return ["binder.scope(\(scope)\(context)) in one of the plan's modules"]
    }
    if let name = key.qualifier, isReferredTo(missing) { return [referenceFix(for: name, code)] }
    if code == .missing, let list = key.witness.list { return fixes(forList: list, of: key) }
    let scope = code == .excluded ? "beside it, for this plan" : "in one of the plan's modules"
    return undeclaredScopeFix(for: missing) + ["binder.bind(\(key.expression), …)\(key.naming) \(scope)"]
      + argumentFixes(for: missing) + defaultValueFix(for: missing)
  }

  /// Returns what helps where a parameter has a default value, which a reference to its initializer leaves out: a number or a text
  /// is seldom a dependency.
  private func defaultValueFix(for missing: BindingGraph.Missing) -> [String] {
    let isPlain = missing.key.qualifier == nil && missing.key.qualifiedTypeName.hasPrefix("Swift.")
    let isReference = missing.consumers.contains { consumer in
      let declaration = graph.declarations[consumer.position]
      return declaration.kind == .factory && declaration.module >= 0 && declaration.candidate == nil
    }
    return isPlain && isReference
      ? [
        "or, if the parameter has a default value, bind a closure that leaves it out, or mark the initializer @Injectable",
        "or, if callers pass it, declare a factory: binder.factory(…, argument: \(missing.key.expression))",
      ] : []
  }

  /// Returns the declaration of the scope in which the key is needed, if no module declares it: its context is missing then.
  private func undeclaredScopeFix(for missing: BindingGraph.Missing) -> [String] {
    let consumer = missing.consumers.map(\.position).filter { graph.scopes.undeclared.contains($0) }.min()
    guard let consumer else { return [] }
    return ["binder.scope(\(graph.declarations[consumer].scope.name.asScope)), if '\(missing.key)' is its context"]
  }

  /// Returns the declaration of a factory with arguments.
  private func declaration(of factory: any ArgumentFactory.Type, _ key: AnyKey) -> String {
    let types = factory.arguments.map(\.typeName)
    let arguments =
      types.count == 1
      ? "argument: \(types[0])" : types.enumerated().map { "argument\($0 + 1): \($1)" }.joined(separator: ", ")
    let product = AnyKey(factory.product).typeName
    switch factory.isolation {
    case .any: return "binder.factory { (\(arguments)) in { () -> \(product) in … } }\(key.naming)"
    case .main: return "binder.main.factory { (\(arguments)) in { @MainActor () -> \(product) in … } }\(key.naming)"
    case .async:
      return "binder.factory(async: { (\(arguments)) in { @concurrent () async -> \(product) in … } })\(key.naming)"
    }
  }

  private func fixes(forList list: any ListedValue.Type, of key: AnyKey) -> [String] {
    let type = AnyKey((list.element.handleTarget ?? list.element).key.type)
    let name = list.isOrdered ? "" : ", named: …"
    let tag = key.qualifier.map {
      ".tagged(Key<\(type.typeName)>(\(GeneratedQualifier.displayName($0).debugDescription)))"
    }
    let contribution =
      "binder.contribute(to: \(type.expression)\(name), …)\(tag ?? "") in one of the plan's modules"
    return [contribution, "or binder.mayBeEmpty(\(AnyKey(type.type, qualifier: key.qualifier).arguments))"]
  }

  // MARK: Verdicts

  /// Returns the code and the summary of a missing key.
  private func verdict(_ missing: BindingGraph.Missing) -> (Problem.Code, String) {
    let summary = "nothing provides '\(missing.key)'"
    if let wanted = missing.key.type as? any ArgumentFactory.Type,
      let (code, reason) = verdict(onFactory: wanted, qualifier: missing.key.qualifier)
    {
      return (code, "\(summary): \(reason)")
    }
    let excluded = graph.installer.excluded.filter {
      $0.declaration.isBinding && $0.wouldProvide(missing.key, conformances)
    }
    if !excluded.isEmpty {
      let noun = excluded.allSatisfy { $0.declaration.candidate != nil } ? "definition" : "binding"
      let bindings =
        excluded.count == 1 ? "its only \(noun) is excluded" : "its \(excluded.count) \(noun)s are excluded"
      return (.excluded, "\(summary): \(bindings)")
    }
    return (.missing, summary)
  }

  /// Returns the verdict on a factory of which others are bound; `nil` without any of its product.
  private func verdict(
    onFactory wanted: any ArgumentFactory.Type, qualifier: String?
  ) -> (Problem.Code, String)? {
    guard let bound = leastIsolated(wanted, qualifier: qualifier) else {
      return factories(of: wanted.product, qualifier: qualifier).isEmpty
        ? nil : (.wrongArguments, "the factory takes other arguments")
    }
    let product = AnyKey(wanted.product).typeName
    if bound.isolation < wanted.isolation { return (.missing, "'\(product)' is created by another kind of factory") }
    return bound.isolation == .async
      ? (.async, "creating '\(product)' is asynchronous") : (.isolation, "'\(product)' is created on the main actor")
  }

  /// Returns the bound factory with the same product and arguments that most callers can use.
  private func leastIsolated(
    _ wanted: any ArgumentFactory.Type, qualifier: String?
  ) -> (any ArgumentFactory.Type)? {
    factories(of: wanted.product, qualifier: qualifier).filter { $0.arguments == wanted.arguments }
      .min { $0.isolation < $1.isolation }
  }

  private func factories(of product: any Any.Type, qualifier: String?) -> [any ArgumentFactory.Type] {
    graph.declarations.filter { $0.key.qualifier == qualifier }
      .compactMap { $0.key.type as? any ArgumentFactory.Type }.filter { $0.product == product }
  }
}

extension RequiredKey {
  fileprivate func describe(in modules: [InstalledModule]) -> String {
    module.map { "module \(modules[$0].name)" } ?? "the plan's root"
  }
}
