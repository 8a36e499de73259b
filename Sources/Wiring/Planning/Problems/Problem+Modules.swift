extension Problem {
  /// A replacement of a key or module that the plan does not have.
  static func unboundReplacement(of subject: String, at location: SourceLocation, present: [String]) -> Problem {
    Problem(
      code: .unboundReplacement, summary: "nothing to replace: \(subject) is not in the plan", location: location,
      path: [], sites: [Site(role: "replaced", text: subject, parameter: nil, location: location)], context: [],
      nearMisses: present.map { NearMiss(text: "\($0) is in the plan", location: nil, advice: "replace that") },
      fixes: ["remove the replacement, or add what it replaces to the plan's modules"])
  }

  /// A module that stands in the plan's list more than once.
  static func moduleListedTwice(_ name: String, times: Int) -> Problem {
    Problem(
      code: .moduleListedTwice, summary: "module \(name) is listed \(times) times", location: nil,
      path: [], sites: [], context: ["a module is known by its type, so the plan cannot tell which of them is meant"],
      nearMisses: [], fixes: ["list it once; modules that need it include it by type"])
  }
}
