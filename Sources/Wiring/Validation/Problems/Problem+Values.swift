// The problems of named values.
extension Problem {
  package static func valueCycle(_ names: [String], _ locations: [SourceLocation?]) -> Problem {
    // The beginning of a long cycle suffices.
    let sites = zip(names, locations).prefix(12).map {
      Site(role: "refers to", text: "'\($0)'", location: $1)
    }
    return Problem(
      .cycle,
      names.count == 1 ? "the value '\(names[0])' refers to itself" : "\(names.count) values refer to each other",
      at: locations.first ?? nil, sites: sites, fixes: ["give one of them a value"])
  }

  package static func badValue(_ failure: ValueFailure, for key: AnyKey, at location: SourceLocation) -> Problem {
    let path = failure.path.reduce("") { $0 + ($1.hasPrefix("[") ? $1 : ".\($1)") }
    return Problem(
      .badValue,
      "'\(key.qualifier.map(GeneratedQualifier.displayName) ?? key.typeName)\(path)' must be \(failure.expected), and is \(failure.found)",
      at: failure.location ?? location,
      nearMisses: NearMiss.names(failure.nearMiss.map { [$0] } ?? [], "would do"),
      fixes: ["write \(failure.expected)"])
  }
}

extension Problem.NearMiss {
  /// Returns similar names, which exist or are valid.
  package static func names(_ names: [String], _ verb: String = "exists") -> [Problem.NearMiss] {
    names.map { Problem.NearMiss(text: "'\($0)' \(verb)", location: nil, advice: "write that") }
  }
}
