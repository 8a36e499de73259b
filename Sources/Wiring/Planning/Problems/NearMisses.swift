/// Bindings that are nearly what is missing. Each is a fact that was checked; a name that merely looks alike is no fact.
struct NearMisses {
  /// A list that goes on and on helps nobody.
  private static let maximum = 5

  private let analysis: Analysis
  /// The types' names, by position: made once, since each missing key is compared with all of them.
  private let typeNames: [String]

  init(_ analysis: Analysis) {
    self.analysis = analysis
    typeNames = analysis.declarations.map(\.key.typeName)
  }

  func of(_ missing: Analysis.Missing) -> [Problem.NearMiss] {
    let probe = missing.consumers.first.map { analysis.declarations[$0.position].dependencies[$0.parameter] }
    let misses =
      analysis.declarations.indices.compactMap {
        nearMiss($0, missing.key, probe ?? missing.requirements.first?.accepts)
      }
      + analysis.installer.excluded.filter { $0.declaration.key == missing.key }.map { excluded in
        let replacement = AnyKey(excluded.replacement).typeName
        return Problem.NearMiss(
          text: "\(AnyKey(excluded.module).typeName) binds '\(missing.key)', and \(replacement) replaces that module",
          location: excluded.declaration.site.location, advice: "bind it in \(replacement)")
      }
    let sorted = misses.sorted { ($0.text, $0.location?.description ?? "") < ($1.text, $1.location?.description ?? "") }
    guard sorted.count > Self.maximum else { return sorted }
    let rest = Problem.NearMiss(
      text: "\(sorted.count - Self.maximum) more bindings are as near", location: nil,
      advice: "see the list of bindings")
    return sorted.prefix(Self.maximum) + [rest]
  }

  private func nearMiss(_ position: Int, _ key: AnyKey, _ probe: Dependency?) -> Problem.NearMiss? {
    let declaration = analysis.declarations[position]
    let (bound, boundName) = (declaration.key, typeNames[position])
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
    if boundName == key.typeName {
      return Problem.NearMiss(
        text: "'\(bound.qualifiedTypeName)' is bound, another type of that name", location: location,
        advice: "the one that is needed is '\(key.qualifiedTypeName)'")
    }
    if boundName == "Optional<\(key.bareTypeName)>" {
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
