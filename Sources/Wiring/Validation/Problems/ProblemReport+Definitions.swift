extension ProblemReport {
  /// What is wrong with what definitions and components candidate.
  func definitionProblems() -> [Problem] {
    ambiguities() + bindingGraph.badValues.map { .badValue($0.failure, for: $0.key, at: $0.place) }
      + lazyOnes().map(noStandIn) + bindingGraph.valueCycles.map(valueCycle)
  }

  /// From the first of them by name, whoever refers to one.
  private func valueCycle(_ circle: [String]) -> Problem {
    let start = circle.indices.min { circle[$0] < circle[$1] } ?? 0
    let names = Array(circle[start...] + circle[..<start])
    let sources = bindingGraph.installer.sources
    return .valueCycle(names.map(GeneratedQualifier.displayName), names.map { sources[$0]?.location })
  }

  /// A value with a name for which nobody asks: a slip in the name would change nothing, and in silence.
  func unasked(_ value: DefinitionValue.Member) -> Problem {
    let names = Set(
      bindingGraph.declarations.flatMap { declaration in
        declaration.isDerived ? [] : [declaration.key.qualifier].compactMap(\.self)
      }.filter { !GeneratedQualifier.isGenerated($0) })
    return .ofContext(
      .unused, "nobody asks for the value '\(value.name)'", at: value.location ?? value.value.location,
      near: Spelling.near(value.name, in: names.sorted()), fixes: ["correct the name, or take it out"])
  }

  /// Where a file asks for a dependency, if one does.
  func place(of parameter: Int, of position: Int) -> SourceLocation? {
    let dependencies = bindingGraph.declarations[position].dependencies
    return dependencies.indices.contains(parameter) ? dependencies[parameter].definitionOrigin?.location : nil
  }

  // MARK: What is missing

  /// Whether only definitions ask for something, by its name.
  func isReferredTo(_ missing: BindingGraph.Missing) -> Bool {
    missing.requirements.isEmpty
      && missing.consumers.allSatisfy { consumer in
        let declaration = bindingGraph.declarations[consumer.position]
        return declaration.isDerived || declaration.dependencies[consumer.parameter].definitionOrigin != nil
      }
  }

  /// What to do about a reference that leads to nothing.
  func referenceFix(for name: String, _ code: Problem.Code) -> String {
    let isDefined = bindingGraph.declarations.contains { $0.candidate?.names.contains(name) ?? false }
    if isDefined { return "refer to another one" }
    return "define '\(name)'\(code == .excluded ? " for this profile" : ""), or refer to another one"
  }

  /// Definitions that could be given what is missing.
  func argumentFixes(for missing: BindingGraph.Missing) -> [String] {
    let places = missing.consumers.compactMap { consumer in
      let candidate = bindingGraph.declarations[consumer.position].candidate
      return candidate?.origin == .definition
        ? (candidate?.names.first).map { (GeneratedQualifier.displayName($0), consumer.parameter + 1) } : nil
    }
    return places.sorted { $0 < $1 }.map { "or give parameter \($0.1) of '\($0.0)' a value or a reference" }
  }

  /// Who declares something: a module, or what stands beside the modules.
  func origin(of position: Int) -> String {
    switch bindingGraph.declarations[position].candidate?.origin {
    case .definition: "definition"
    case .component: "component"
    case nil: moduleName(position)
    }
  }

  // MARK: Candidates

  /// Each key once, with everybody who would do.
  private func ambiguities() -> [Problem] {
    var groups: [(key: AnyKey, candidates: [Int])] = []
    for ambiguity in bindingGraph.ambiguities {
      let candidates = ambiguity.candidates.map(object(behind:))
      if let index = groups.firstIndex(where: { $0.key == ambiguity.key }) {
        groups[index].candidates += candidates.filter { !groups[index].candidates.contains($0) }
      } else {
        groups.append((ambiguity.key, candidates))
      }
    }
    return groups.map { ambiguity(of: $0.key, $0.candidates) }
  }

  /// The object that is behind what it can be had as.
  private func object(behind position: Int) -> Int {
    var object = position
    while bindingGraph.declarations[object].kind == .view || bindingGraph.declarations[object].kind == .proxy,
      let inner = bindingGraph.edges.targets(of: object).first, inner >= 0
    {
      object = inner
    }
    return object
  }

  private func ambiguity(of key: AnyKey, _ candidates: [Int]) -> Problem {
    let offers = candidates.compactMap { bindingGraph.declarations[$0].candidate }
    let claimants = offers.count { candidate in candidate.boundInterfaces.contains { $0.key == key } }
    let primary = offers.count(where: \.isPrimary)
    let sites = candidates.map { position in
      Problem.Site(role: "candidate", text: signature(position), parameter: nil, location: site(position))
    }.sorted { ($0.text, $0.location?.description ?? "") < ($1.text, $1.location?.description ?? "") }
    let summary: String
    var fixes: [String]
    if claimants > 0 {
      summary = "\(candidates.count) definitions stand for '\(key)'"
      fixes = ["let one of them stand for it, and take it from the others"]
    } else {
      let verdict = primary == 0 ? "none of them is primary" : "\(primary) of them are primary"
      summary = "'\(key)' has \(candidates.count) candidates, and \(verdict)"
      fixes = [
        primary == 0 ? "make one of them primary" : "leave one of them primary"
      ]
      // Whoever asks by name is not helped by another name, nor by what stands for the type alone.
      if key.qualifier == nil { fixes.append("or let a definition stand for it: as: \(key.bareTypeName)") }
      if key.qualifier == nil, let name = offers.flatMap({ $0.names.prefix(1) }).filter({ !GeneratedQualifier.isGenerated($0) }).min()
      {
        fixes.append("or ask for one by its name: \"\(name)\"")
      }
    }
    let consumers = self.consumers(of: key)
    return Problem(
      code: .ambiguous, summary: summary, location: sites.first?.location,
      path: consumers.first.map { way(to: $0) + [key.description] } ?? [],
      sites: sites
        + consumers.map { position in
          Problem.Site(role: "needed by", text: signature(position), parameter: nil, location: site(position))
        }, context: consumers.first.map { context(of: $0) } ?? [], nearMisses: [], fixes: fixes)
  }

  /// Who asks for a key, the nearest to a root first, then by place.
  private func consumers(of key: AnyKey) -> [Int] {
    bindingGraph.own.filter { position in
      bindingGraph.declarations[position].kind != .view
        && bindingGraph.declarations[position].dependencies.contains { $0.key == key }
    }.sorted { (way(to: $0).count, site($0), name($0)) < (way(to: $1).count, site($1), name($1)) }
  }

  // MARK: Lazy ones

  /// Each object once, with all types for which it has no stand-in.
  private func lazyOnes() -> [(position: Int, keys: [AnyKey])] {
    Dictionary(grouping: bindingGraph.withoutProxy, by: { object(behind: $0.position) }).map { position, findings in
      (position, Set(findings.map(\.key)).sorted { $0.description < $1.description })
    }
  }

  private func noStandIn(_ position: Int, _ keys: [AnyKey]) -> Problem {
    let consumers = Set(keys.flatMap { self.consumers(of: $0) }).sorted { (site($0), name($0)) < (site($1), name($1)) }
    let interface = keys.first(where: \.isExistential)
    return Problem(
      code: .noStandIn, summary: "'\(name(position))' is lazy, and nothing can stand in for it",
      location: site(position), path: way(to: position),
      sites: [Problem.Site(role: "lazy", text: signature(position), location: site(position))]
        + consumers.map { Problem.Site(role: "needed by", text: signature($0), location: site($0)) },
      context: context(of: position), nearMisses: [],
      fixes: [
        interface.map { "mark \($0.bareTypeName) with @LazyProxy" }
          ?? "ask for it as a protocol that carries @LazyProxy",
        "or ask for it later: Lazy<…>, Provider<…>, and let it not be lazy",
      ])
  }
}
