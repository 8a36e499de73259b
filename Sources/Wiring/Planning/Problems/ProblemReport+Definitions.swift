extension ProblemReport {
  /// What is wrong with what definitions and components offer.
  func definitionProblems() -> [Problem] {
    analysis.ambiguities.map(ambiguity) + analysis.badValues.map { .badValue($0.failure, for: $0.key) }
      + lazyOnes().map(noStandIn)
  }

  /// Where a file asks for a dependency, if one does.
  func place(of parameter: Int, of position: Int) -> SourceLocation? {
    let dependencies = analysis.declarations[position].dependencies
    return dependencies.indices.contains(parameter) ? dependencies[parameter].wish?.location : nil
  }

  private func ambiguity(_ ambiguity: Derivation.Ambiguity) -> Problem {
    let sites = ambiguity.candidates.map { position in
      Problem.Site(role: "candidate", text: signature(position), parameter: nil, location: site(position))
    }.sorted { ($0.text, $0.location?.description ?? "") < ($1.text, $1.location?.description ?? "") }
    let names = ambiguity.candidates.flatMap { analysis.declarations[$0].offer?.names.prefix(1) ?? [] }.sorted()
    var fixes = ["make one of them primary", "or let a definition decide: as: \(ambiguity.key.bareTypeName)"]
    if let name = names.first { fixes.append("or ask for one by its name: \"\(name)\"") }
    return Problem(
      code: .ambiguous, summary: "'\(ambiguity.key)' has \(sites.count) candidates, and none of them is primary",
      location: sites.first?.location, path: [], sites: sites, context: [], nearMisses: [], fixes: fixes)
  }

  /// Each key once, whoever asks for it.
  private func lazyOnes() -> [(key: AnyKey, position: Int)] {
    var seen: Set<AnyKey> = []
    return analysis.withoutStandIn.filter { seen.insert($0.key).inserted }
  }

  private func noStandIn(_ key: AnyKey, _ position: Int) -> Problem {
    Problem(
      code: .noStandIn, summary: "'\(key)' is lazy, and nothing can stand in for it",
      location: site(position), path: way(to: position),
      sites: [Problem.Site(role: "lazy", text: signature(position), parameter: nil, location: site(position))],
      context: context(of: position), nearMisses: [],
      fixes: [
        "ask for it as a protocol that carries @LazyProxy",
        "or ask for it later: Lazy<\(key.typeName)>, Provider<\(key.typeName)>",
      ])
  }
}
