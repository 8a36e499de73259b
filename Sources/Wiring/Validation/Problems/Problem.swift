/// One thing that is wrong with a plan. Data; for the wording see ``description``.
public struct Problem: Sendable, Hashable {
  /// What kind of problem it is. The raw value is stable.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A dependency, root or requirement that no module provides.
    case missing = "W001"
    /// Bindings that need each other.
    case cycle = "W002"
    /// A key that is bound more than once, or a name that a list has more than once.
    case duplicate = "W003"
    /// A long-lived object that would hold on to one that lives shorter.
    case captive = "W004"
    /// A replacement of something that is not there.
    case unboundReplacement = "W005"
    /// A module that is listed more than once.
    case moduleListedTwice = "W006"
    /// A weak binding of a type that has no identity.
    case weakValue = "W007"
    /// Several defaults for a key that nobody binds otherwise.
    case ambiguous = "W008"
    /// Somebody who does not wait asks for an object that takes an `await`.
    case async = "W009"
    /// Somebody who may be anywhere asks, without waiting, for an object of the main actor.
    case isolation = "W010"
    /// A factory that is asked for with other arguments than it takes.
    case wrongArguments = "W011"
    /// A binding that no entry point leads to. A warning.
    case unused = "W012"
    /// A closure that the plan cannot see into. A warning.
    case opaque = "W013"
    /// An object that is asked for outside of the custom scope it lives in.
    case outOfScope = "W014"
    /// A key whose only bindings do not stand: by a profile, a condition, or a replaced module.
    case excluded = "W015"
    /// An object whose making can throw what the stand-in or closure that leads to it cannot.
    case unreportableFailure = "W016"
    /// A decorator of something that is not there, or that does not take it.
    case looseDecorator = "W017"
    /// A context file that cannot be read: missing, too large, malformed, or of a kind that is refused.
    case unreadable = "W018"
    /// A type that no component has.
    case unknownType = "W019"
    /// Something with a name that nothing there has: an element, a key, a property, a parameter, a method.
    case unknownName = "W020"
    /// A value that is none of the type that is asked for.
    case badValue = "W021"
    /// Context files that import each other.
    case importCycle = "W022"
    /// A placeholder that nothing fills, and that has no default.
    case missingPlaceholder = "W023"
    /// A lazy definition that is asked for as a type that has no stand-in.
    case noStandIn = "W024"

    /// The word that stands behind the code in messages.
    public var word: String {
      switch self {
      case .missing: "missing"
      case .cycle: "cycle"
      case .duplicate: "duplicate"
      case .captive: "captive"
      case .unboundReplacement: "unbound replacement"
      case .moduleListedTwice: "module listed twice"
      case .weakValue: "weak value"
      case .ambiguous: "ambiguous"
      case .async: "async"
      case .isolation: "isolation"
      case .wrongArguments: "wrong arguments"
      case .unused: "unused"
      case .opaque: "opaque"
      case .outOfScope: "out of scope"
      case .excluded: "excluded"
      case .unreportableFailure: "unreportable failure"
      case .looseDecorator: "loose decorator"
      case .unreadable: "unreadable"
      case .unknownType: "unknown type"
      case .unknownName: "unknown name"
      case .badValue: "bad value"
      case .importCycle: "import cycle"
      case .missingPlaceholder: "missing placeholder"
      case .noStandIn: "no stand-in"
      }
    }

    /// Whether a plan can be built nevertheless, unless it is strict.
    public var isWarning: Bool { self == .unused || self == .opaque }
  }

  /// A place that has to do with the problem.
  public struct Site: Sendable, Hashable {
    /// Its part in the problem, as in `needed by`.
    public let role: String
    /// What stands there, as in `any NoteRepository (any Database, any Clock)`.
    public let text: String
    /// The parameter that is meant, from 1; `nil` when none is.
    public let parameter: Int?
    /// The place; `nil` when it is outside the user's code.
    public let location: SourceLocation?

    package init(role: String, text: String, parameter: Int? = nil, location: SourceLocation?) {
      self.role = role
      self.text = text
      self.parameter = parameter
      self.location = location
    }
  }

  /// Something that is nearly what was wanted, and what to do about it. Facts, never guesses.
  public struct NearMiss: Sendable, Hashable {
    /// What is so.
    public let text: String
    /// Where it is so.
    public let location: SourceLocation?
    /// What would make it fit.
    public let advice: String

    package init(text: String, location: SourceLocation?, advice: String) {
      self.text = text
      self.location = location
      self.advice = advice
    }
  }

  /// What kind of problem it is.
  public let code: Code
  /// The first line, as in `nothing provides 'any Clock'`.
  public let summary: String
  /// The place to look at first.
  public let location: SourceLocation?
  /// The way to the problem, from a root; for a cycle, the circle.
  public let path: [String]
  /// Every place that has to do with it.
  public let sites: [Site]
  /// Further context, as in `required from root App`.
  public let context: [String]
  /// What is nearly right.
  public let nearMisses: [NearMiss]
  /// What to do, one line for each way.
  public let fixes: [String]

  package init(
    code: Code, summary: String, location: SourceLocation?, path: [String], sites: [Site], context: [String],
    nearMisses: [NearMiss], fixes: [String]
  ) {
    self.code = code
    self.summary = summary
    self.location = location
    self.path = path
    self.sites = sites
    self.context = context
    self.nearMisses = nearMisses
    self.fixes = fixes
  }
}

extension Problem: CustomStringConvertible {
  /// The problem in words: what, where, the way there, everybody concerned, what is near, and what to do.
  public var description: String {
    let place = location.map { "\($0): " } ?? ""
    var blocks = ["\(place)\(code.isWarning ? "warning" : "error"): [\(code.rawValue) \(code.word)] \(summary)"]
    if path.count > 1 { blocks.append("  " + Self.shortened(path).joined(separator: " → ")) }
    blocks.append((Self.aligned(sites) + context.map { "  \($0)" }).joined(separator: "\n"))
    let hints =
      nearMisses.map { miss in
        "  near       "
          + [miss.text, miss.location?.short, "→ \(miss.advice)"].compactMap(\.self).joined(separator: "  ")
      } + fixes.map { "  fix        \($0)" }
    blocks.append(hints.joined(separator: "\n"))
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// A long way keeps its ends: what lies between tells nobody anything.
  private static func shortened(_ path: [String]) -> [String] {
    guard path.count > 12 else { return path }
    return path.prefix(6) + ["… \(path.count - 11) more …"] + path.suffix(5)
  }

  private static func aligned(_ sites: [Site]) -> [String] {
    let roleWidth = max(9, sites.map(\.role.count).max() ?? 0)
    let textWidth = sites.map(\.text.count).max() ?? 0
    let hasParameters = sites.contains { $0.parameter != nil }
    return sites.map { site in
      var line = "  \(site.role.padded(roleWidth))  \(site.text.padded(textWidth))"
      if hasParameters { line += "  " + (site.parameter.map { "parameter \($0)" } ?? "").padded(12) }
      if let location = site.location { line += "  \(location.short)" }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}

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
