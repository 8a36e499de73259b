/// A problem of a plan. Data; ``description`` is the message.
public struct Problem: Sendable, Hashable {
  /// The kind of a problem. The raw value is stable.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A dependency, root or requirement that no module provides.
    case missing = "W001"
    /// Bindings that depend on each other.
    case cycle = "W002"
    /// A key that is bound more than once, or a name that a list contains more than once.
    case duplicate = "W003"
    /// A long-lived object that would hold a shorter-lived one.
    case captive = "W004"
    /// A replacement of a binding or module that does not exist.
    case unboundReplacement = "W005"
    /// A module that is listed more than once, or included with different settings.
    case moduleListedTwice = "W006"
    /// A weak binding of a type that has no identity.
    case weakValue = "W007"
    /// A key with several equal candidates or defaults.
    case ambiguous = "W008"
    /// A synchronous use of an asynchronous object.
    case async = "W009"
    /// A synchronous use, outside the main actor, of an object of the main actor.
    case isolation = "W010"
    /// A factory that is requested with other arguments than it takes.
    case wrongArguments = "W011"
    /// A binding that no entry point reaches. A warning.
    case unused = "W012"
    /// A closure whose dependencies the plan cannot see. A warning.
    case opaque = "W013"
    /// A use of an object outside its custom scope.
    case outOfScope = "W014"
    /// A key whose only bindings are excluded: by a profile, a condition, or a replaced module.
    case excluded = "W015"
    /// An object whose factory can throw an error that its proxy or closure cannot.
    case unreportableFailure = "W016"
    /// A decorator of a binding that does not exist, or that does not take it.
    case looseDecorator = "W017"
    /// A context file that cannot be read: missing, too large, malformed, or of an unsupported kind.
    case unreadable = "W018"
    /// The name of a type that no component has.
    case unknownType = "W019"
    /// An unknown name of an element, a key, a property, a parameter or a method.
    case unknownName = "W020"
    /// A value that cannot be read as its parameter's type.
    case badValue = "W021"
    /// Context files that import each other.
    case importCycle = "W022"
    /// A placeholder without a value or a default.
    case missingPlaceholder = "W023"
    /// A lazy definition that is requested as a type without a proxy.
    case noStandIn = "W024"
    /// A type that is named by a metatype of its superclass.
    case dynamicType = "W025"
    /// A start hook, or an early creation, of an object that has no owner.
    case throwaway = "W026"
    /// An object that would take another one away from the main actor.
    case confined = "W027"
    /// A modifier that does nothing where it stands, such as a proxy of a decorator.
    case ineffective = "W028"
    /// A class that is created anew for each of its consumers, which no scope says (a warning).
    case unshared = "W029"
    /// Two parameters of a factory that get one value or shared object (a warning).
    case sameParameters = "W030"

    /// The word after the code in messages: the case's name in words.
    public var word: String {
      self == .noStandIn ? "no stand-in" : "\(self)".map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined()
    }

    /// Whether a plan can be built nevertheless, unless it is strict.
    public var isWarning: Bool { [.unused, .opaque, .unshared, .sameParameters].contains(self) }
  }

  /// A location that is involved in a problem.
  public struct Site: Sendable, Hashable {
    /// Its role in the problem, as in `needed by`.
    public let role: String
    /// The declaration at the location, as in `any NoteRepository (any Database, any Clock)`.
    public let text: String
    /// The number of the parameter, from 1; `nil` without one.
    public let parameter: Int?
    /// The location; `nil` outside the user's code.
    public let location: SourceLocation?

    package init(role: String, text: String, parameter: Int? = nil, location: SourceLocation?) {
      self.role = role
      self.text = text
      self.parameter = parameter
      self.location = location
    }
  }

  /// A binding that nearly matches, with the change that would make it match. Facts, never guesses.
  public struct NearMiss: Sendable, Hashable {
    /// The fact.
    public let text: String
    /// The location of the binding.
    public let location: SourceLocation?
    /// The change that would make it match.
    public let advice: String

    package init(text: String, location: SourceLocation?, advice: String) {
      self.text = text
      self.location = location
      self.advice = advice
    }

    /// The line of a message.
    var line: String {
      "  near       " + [text, location?.short, "→ \(advice)"].compactMap(\.self).joined(separator: "  ")
    }
  }

  /// The kind of the problem.
  public let code: Code
  /// The first line, as in `nothing provides 'any Clock'`.
  public let summary: String
  /// The primary location.
  public let location: SourceLocation?
  /// The names from a root to the problem; for a cycle, the cycle.
  public let path: [String]
  /// All locations that are involved.
  public let sites: [Site]
  /// Further context, as in `required from root App`.
  public let context: [String]
  /// Bindings that nearly match.
  public let nearMisses: [NearMiss]
  /// Possible fixes, one per line.
  public let fixes: [String]

  package init(
    _ code: Code, _ summary: String, at location: SourceLocation?, path: [String] = [], sites: [Site] = [],
    context: [String] = [], nearMisses: [NearMiss] = [], fixes: [String]
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
  /// The message: the summary, the path, all locations, near misses and fixes.
  public var description: String {
    let prefix = location.map { "\($0): " } ?? ""
    var blocks = ["\(prefix)\(code.isWarning ? "warning" : "error"): [\(code.rawValue) \(code.word)] \(summary)"]
    if path.count > 1 { blocks.append("  " + Self.shortened(path).joined(separator: " → ")) }
    blocks.append((Self.aligned(sites) + context.map { "  \($0)" }).joined(separator: "\n"))
    let hints =
      nearMisses.map(\.line) + fixes.map { "  fix        \($0)" }
    blocks.append(hints.joined(separator: "\n"))
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The ends of a long path; the middle is omitted.
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
  /// Creates the problem of an override of a key or module that the plan does not have.
  static func unboundReplacement(
    of subject: String, at location: SourceLocation, nearMisses: [NearMiss] = []
  ) -> Problem {
    Problem(
      .unboundReplacement, "nothing to replace: \(subject) is not in the plan", at: location,
      sites: [Site(role: "replaced", text: subject, location: location)], nearMisses: nearMisses,
      fixes: ["remove the replacement, or add what it replaces to the plan's modules"])
  }

  /// Creates the problem of a type that a metatype of its superclass names.
  static func dynamicType(_ key: AnyKey, of known: AnyKey, at location: SourceLocation) -> Problem {
    Problem(
      .dynamicType, "'\(key)' is named by a metatype of its superclass '\(known)'", at: location,
      sites: [Site(role: "named as", text: "\(known.typeName).Type", location: location)],
      context: ["its objects would be known as '\(known)' only, and could be none of '\(key)'"],
      fixes: [
        "name the type itself: \(key.expression)", "or bind it as '\(known)', with a qualifier for each subclass",
      ])
  }

  /// Creates the problem of an override of the context of a scope, which no binding creates.
  static func replacedContext(_ key: AnyKey, of scope: String, at location: SourceLocation) -> Problem {
    Problem(
      .unboundReplacement, "nothing to replace: '\(key)' is the context of the scope '\(scope)'", at: location,
      sites: [Site(role: "replaced", text: "'\(key)'", location: location)],
      fixes: ["pass another one when the scope is opened: open(_:with:)"])
  }

  /// Creates the problem of an override that decorates a key that the plan does not have.
  static func unboundDecoration(of key: AnyKey, at location: SourceLocation, nearMisses: [NearMiss]) -> Problem {
    Problem(
      .unboundReplacement, "nothing to decorate: '\(key)' is not in the plan", at: location,
      sites: [Site(role: "decorated", text: "'\(key)'", location: location)], nearMisses: nearMisses,
      fixes: ["remove the decorator, or add what it decorates to the plan's modules"])
  }

  /// Creates the problem of an override that replaces a module of a closure.
  static func unspecificReplacement(at location: SourceLocation) -> Problem {
    Problem(
      .unboundReplacement, "'Bindings' cannot be replaced: it is the type of every module of a closure", at: location,
      sites: [Site(role: "replaced", text: "module Bindings", location: location)],
      fixes: ["replace what it binds: overrides.replace(…)", "or declare the module as a type of its own"])
  }

  /// Creates the problem of a module that others include with different settings.
  static func moduleIncludedTwice(
    _ module: any Module.Type, by includers: [any Module.Type], at location: SourceLocation
  ) -> Problem {
    let name = AnyKey(module).typeName
    return Problem(
      .moduleListedTwice, "module \(name) is included with different settings", at: location,
      sites: includers.map { AnyKey($0).typeName }.sorted().map {
        Site(role: "included", text: "by module \($0)", location: nil)
      },
      context: ["a module is installed once, so the plan cannot tell which settings are meant"],
      fixes: ["list \(name) in the plan, with the settings that count", "or make it two modules"])
  }

  /// Creates the problem of a module that the plan lists more than once.
  static func moduleListedTwice(
    _ name: String, places: [Int], of count: Int, at location: SourceLocation
  ) -> Problem {
    Problem(
      .moduleListedTwice, "module \(name) is listed \(places.count) times", at: location,
      sites: places.map { Site(role: "listed", text: "module \($0 + 1) of \(count)", location: nil) },
      context: ["a module is known by its type, so the plan cannot tell which of them is meant"],
      fixes: ["list it once; modules that need it include it by type"])
  }
}
