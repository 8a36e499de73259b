/// One thing that is wrong with a plan. Data; for the wording see ``description``.
public struct Problem: Sendable, Hashable {
  /// What kind of problem it is. The raw value is stable.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A dependency, root or requirement that no module provides.
    case missing = "W001"
    /// Bindings that need each other.
    case cycle = "W002"
    /// A key that is bound more than once.
    case duplicate = "W003"
    /// A long-lived object that would hold on to one that belongs to a single resolution.
    case captive = "W004"
    /// A replacement of something that is not there.
    case unboundReplacement = "W005"
    /// A module that is listed more than once.
    case moduleListedTwice = "W006"
    /// A weak binding of a type that has no identity.
    case weakValue = "W007"

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
      }
    }
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
  }

  /// Something that is nearly what was wanted, and what to do about it. Facts, never guesses.
  public struct NearMiss: Sendable, Hashable {
    /// What is so.
    public let text: String
    /// Where it is so.
    public let location: SourceLocation?
    /// What would make it fit.
    public let advice: String
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
}
