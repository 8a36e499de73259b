extension ProblemReport {
  /// Returns the problems of definitions and components.
  func definitionProblems() -> [Problem] {
    ambiguities() + graph.findings.badValues.map { .badValue($0.failure, for: $0.key, at: $0.location) }
      + objectsWithoutProxy().map(noStandIn) + graph.findings.valueCycles.map(valueCycle)
  }

  /// From the first by name, whichever value was resolved first.
  private func valueCycle(_ cycle: [String]) -> Problem {
    let start = cycle.indices.min { cycle[$0] < cycle[$1] } ?? 0
    let names = Array(cycle[start...] + cycle[..<start])
    let values = graph.installer.values
    return .valueCycle(names.map(GeneratedQualifier.displayName), names.map { values?.location(of: $0) })
  }

  /// A named value that no binding uses: otherwise a misspelt name would have no effect, silently.
  func unusedValue(_ name: String, at location: SourceLocation?) -> Problem {
    let names = Set(
      graph.declarations.flatMap { declaration in
        declaration.isDerived ? [] : [declaration.key.qualifier].compactMap(\.self)
      }.filter { !GeneratedQualifier.isGenerated($0) })
    return Problem(
      .unused, "no binding uses the value '\(name)'", at: location,
      nearMisses: Problem.NearMiss.names(Spelling.near(name, in: names.sorted())),
      fixes: ["correct the name, or remove it"])
  }

  /// Returns the location of a dependency in a file.
  func location(ofParameter parameter: Int, of position: Int) -> SourceLocation? {
    let dependencies = graph.declarations[position].dependencies
    return dependencies.indices.contains(parameter) ? dependencies[parameter].definitionOrigin?.location : nil
  }

  // MARK: Missing dependencies

  /// Returns whether a missing key is requested only by references of definitions.
  func isReferredTo(_ missing: BindingGraph.Missing) -> Bool {
    missing.requirements.isEmpty
      && missing.consumers.allSatisfy { consumer in
        let declaration = graph.declarations[consumer.position]
        return declaration.isDerived || declaration.dependencies[consumer.parameter].definitionOrigin != nil
      }
  }

  /// Returns the fix of a reference without a target.
  func referenceFix(for name: String, _ code: Problem.Code) -> String {
    if definedNames.contains(name) { return "refer to another one" }
    return "define '\(name)'\(code == .excluded ? " for this profile" : ""), or refer to another one"
  }

  /// Returns the definitions that could pass the missing value.
  func argumentFixes(for missing: BindingGraph.Missing) -> [String] {
    let parameters = missing.consumers.compactMap { consumer in
      let candidate = graph.declarations[consumer.position].candidate
      return candidate?.origin == .definition
        ? (candidate?.names.first).map { (GeneratedQualifier.displayName($0), consumer.parameter + 1) } : nil
    }
    return parameters.sorted { $0 < $1 }.map { "or give parameter \($0.1) of '\($0.0)' a value or a reference" }
  }

  /// Returns the module or other source that declares a position.
  func origin(of position: Int) -> String {
    switch graph.declarations[position].candidate?.origin {
    case .definition: "definition"
    case .component: "component"
    case nil: moduleName(position)
    }
  }

  // MARK: Candidates

  /// Returns each ambiguous key once, with all candidates.
  private func ambiguities() -> [Problem] {
    var groups: [(key: AnyKey, candidates: [Int])] = []
    for ambiguity in graph.findings.ambiguities {
      let candidates = ambiguity.candidates.map(object(behind:))
      if let index = groups.firstIndex(where: { $0.key == ambiguity.key }) {
        groups[index].candidates += candidates.filter { !groups[index].candidates.contains($0) }
      } else {
        groups.append((ambiguity.key, candidates))
      }
    }
    return groups.map { ambiguity(of: $0.key, $0.candidates) }
  }

  /// Returns the object that a view or proxy refers to.
  private func object(behind position: Int) -> Int {
    var object = position
    while graph.declarations[object].kind == .view || graph.declarations[object].kind == .proxy,
      let inner = graph.edges.targets(of: object).first, inner >= 0
    {
      object = inner
    }
    return object
  }

  private func ambiguity(of key: AnyKey, _ candidates: [Int]) -> Problem {
    let injected = candidates.compactMap { graph.declarations[$0].candidate }
    let providers = injected.count { candidate in candidate.boundInterfaces.contains { $0.key == key } }
    let primary = injected.count(where: \.isPrimary)
    let sites = candidates.map { site("candidate", $0) }.sorted {
      ($0.text, $0.location?.description ?? "") < ($1.text, $1.location?.description ?? "")
    }
    let summary: String
    var fixes: [String]
    if providers > 0 {
      summary = "\(candidates.count) definitions provide '\(key)'"
      fixes = ["let one of them provide it, and remove it from the others"]
    } else {
      let verdict = primary == 0 ? "none of them is primary" : "\(primary) of them are primary"
      summary = "'\(key)' has \(candidates.count) candidates, and \(verdict)"
      fixes = [primary == 0 ? "make one of them primary" : "leave one of them primary"]
      // A request by name is fixed neither by another name nor by an unqualified interface.
      if key.qualifier == nil { fixes.append("or let a definition provide it: as: \(key.bareTypeName)") }
      if key.qualifier == nil,
        let name = injected.flatMap({ $0.names.prefix(1) }).filter({ !GeneratedQualifier.isGenerated($0) }).min()
      {
        fixes.append("or ask for one by its name: \"\(name)\"")
      }
    }
    let consumers = self.consumers(of: key)
    return Problem(
      .ambiguous, summary, at: sites.first?.location,
      path: consumers.first.map { rootPath(to: $0) + [key.description] } ?? [],
      sites: sites + consumers.map { site("needed by", $0) }, context: consumers.first.map { context(of: $0) } ?? [],
      fixes: fixes)
  }

  /// Returns the consumers of a key, the nearest to a root first, then by location.
  private func consumers(of key: AnyKey) -> [Int] {
    graph.own.filter { position in
      graph.declarations[position].kind != .view
        && graph.declarations[position].dependencies.contains { $0.key == key }
    }.sorted { (rootPath(to: $0).count, site($0), name($0)) < (rootPath(to: $1).count, site($1), name($1)) }
  }

  // MARK: Lazy objects

  /// Returns each object once, with all types for which it has no proxy.
  private func objectsWithoutProxy() -> [(position: Int, keys: [AnyKey])] {
    Dictionary(grouping: graph.findings.withoutProxy, by: { object(behind: $0.position) }).map { position, findings in
      (position, Set(findings.map(\.key)).sorted { $0.description < $1.description })
    }
  }

  private func noStandIn(_ position: Int, _ keys: [AnyKey]) -> Problem {
    let consumers = Set(keys.flatMap { self.consumers(of: $0) }).sorted { (site($0), name($0)) < (site($1), name($1)) }
    // The macro cannot conform to a protocol with associated types.
    let interface = keys.first { $0.isExistential && !$0.bareTypeName.contains("<") }
    return Problem(
      .noStandIn, "'\(name(position))' is lazy, and nothing can stand in for it",
      at: site(position), path: rootPath(to: position),
      sites: [site("lazy", position)] + consumers.map { site("needed by", $0) }, context: context(of: position),
      fixes: [
        interface.map { "mark \($0.bareTypeName) with @LazyProxy" }
          ?? "ask for it as a protocol that carries @LazyProxy",
        "or ask for it later: Lazy<…>, Provider<…>, and let it not be lazy",
      ])
  }
}
