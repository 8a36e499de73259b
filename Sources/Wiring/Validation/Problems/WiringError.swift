/// The error of an invalid plan: all problems, found before any object was created.
///
/// The message of one problem:
///
/// ```
/// NotesPersistence/PersistenceModule.swift:14:12: error: [W001 missing] nothing provides 'any Clock'
///
///   App → NotesViewModel → any NoteRepository → any Clock
///
///   needed by  any NoteRepository (any Database, any Clock)  parameter 2   NotesPersistence/PersistenceModule.swift:14
///   required from root App · modules AppModule › PersistenceModule
///
///   near       SystemModule binds 'any Clock', and FakesModule replaces that module  Notes/SystemModule.swift:8  → bind it in FakesModule
///   fix        binder.bind((any Clock).self, …) in one of the plan's modules
///
/// 1 problem (W001 missing). Nothing was created.
/// ```
public struct WiringError: Error, Sendable, Hashable {
  /// The problems, by code, subject and location; independent of the order of the modules.
  public var problems: [Problem] { graph.problems }

  /// The declarations with their problems, to be displayed as a diagram.
  public let graph: GraphDescription

  init(_ problems: [Problem], in bindingGraph: BindingGraph) {
    graph = GraphDescription(bindingGraph, problems: Problem.sorted(problems))
  }

  /// Whether two errors have the same problems.
  public static func == (left: WiringError, right: WiringError) -> Bool {
    left.problems == right.problems
  }

  /// Feeds the problems to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(problems)
  }
}

extension WiringError: CustomStringConvertible {
  /// The messages of all problems, and their number.
  public var description: String {
    let codes = problems.map { "\($0.code.rawValue) \($0.code.word)" }.joined(separator: ", ")
    // Only a strict plan throws warnings, and only without errors.
    let isStrict = problems.allSatisfy(\.code.isWarning)
    let noun = isStrict ? "warning" : "problem"
    let count =
      "\(problems.count) \(noun)\(problems.count == 1 ? "" : "s") (\(codes))"
      + "\(isStrict ? ", which a strict plan does not allow" : ""). Nothing was created."
    return (problems.map(\.description) + [count]).joined(separator: "\n\n")
  }
}

extension WiringError {
  /// The problems as one line of JSON: an object with `version`, which is `1`, and `problems`, whose elements are those
  /// of ``GraphDescription/json``.
  public var json: String {
    let value: JSONValue = ["version": .number(1), "problems": .list(problems.map(\.json))]
    return value.text
  }
}

extension Problem {
  /// Returns problems sorted by code, subject and location.
  static func sorted(_ problems: [Problem]) -> [Problem] {
    problems.sorted { $0.orderingKey < $1.orderingKey }
  }

  fileprivate var orderingKey: (String, String, String, String, String) {
    (
      code.rawValue, summary, location?.description ?? "", path.joined(separator: " "),
      sites.map { "\($0.text) \($0.location?.description ?? "")" }.joined(separator: " ")
    )
  }
}
