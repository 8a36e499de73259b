/// Bindings that are nearly what is missing. Each is a fact that was checked; a name that merely looks alike is no fact.
struct NearMisses {
  private let analysis: Analysis

  init(_ analysis: Analysis) {
    self.analysis = analysis
  }

  func of(_ missing: Analysis.Missing) -> [Problem.NearMiss] {
    let probe = missing.consumers.first.map { analysis.declarations[$0.position].dependencies[$0.parameter] }
    let misses =
      analysis.declarations.compactMap { nearMiss($0, missing.key, probe ?? missing.requirements.first?.accepts) }
      + analysis.installer.excluded.filter { $0.declaration.key == missing.key }.map { excluded in
        let replacement = AnyKey(excluded.replacement).typeName
        return Problem.NearMiss(
          text: "\(AnyKey(excluded.module).typeName) binds '\(missing.key)', and \(replacement) replaces that module",
          location: excluded.declaration.site.location, advice: "bind it in \(replacement)")
      }
    return misses.sorted { ($0.text, $0.location?.description ?? "") < ($1.text, $1.location?.description ?? "") }
  }

  private func nearMiss(_ declaration: Declaration, _ key: AnyKey, _ probe: Dependency?) -> Problem.NearMiss? {
    let bound = declaration.key
    let location = declaration.site.location
    if bound.type == key.type {
      return Problem.NearMiss(
        text: "'\(bound)' is bound", location: location,
        advice: key.qualifier == nil ? "ask for it with .from(…), or bind one without qualifier" : "ask for that key")
    }
    guard bound.qualifier == key.qualifier else { return nil }
    if let probe, declaration.isInstance?(probe) == true {
      return Problem.NearMiss(
        text: "the value bound as '\(bound)' is also of type '\(key.typeName)'", location: location,
        advice: "bind it as \(key.expression)")
    }
    if bound.typeName == key.typeName {
      return Problem.NearMiss(
        text: "'\(bound.qualifiedTypeName)' is bound, another type of that name", location: location,
        advice: "the one that is needed is '\(key.qualifiedTypeName)'")
    }
    if bound.typeName == "Optional<\(key.bareTypeName)>" {
      return Problem.NearMiss(
        text: "'\(bound)' is bound, which may be nil", location: location, advice: "take it as an optional")
    }
    if key.typeName == "Optional<\(bound.bareTypeName)>" {
      return Problem.NearMiss(
        text: "'\(bound)' is bound, which is never nil", location: location, advice: "take it without the question mark"
      )
    }
    return nil
  }
}
