/// Why a plan cannot be made: all problems, found before any object was created.
///
/// The message, for one problem:
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
  /// The problems, by code, subject and place; the same set of modules gives the same list, however it was ordered.
  public var problems: [Problem] { graph.problems }

  /// What was declared, as far as it holds together, with its problems: to be looked at as a picture.
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
  /// All problems, one after the other, and their number.
  public var description: String {
    let codes = problems.map { "\($0.code.rawValue) \($0.code.word)" }.joined(separator: ", ")
    // Warnings are thrown by a strict plan, and only when there is nothing worse.
    let isStrict = problems.allSatisfy(\.code.isWarning)
    let noun = isStrict ? "warning" : "problem"
    let count =
      "\(problems.count) \(noun)\(problems.count == 1 ? "" : "s") (\(codes))"
      + "\(isStrict ? ", which a strict plan does not allow" : ""). Nothing was created."
    return (problems.map(\.description) + [count]).joined(separator: "\n\n")
  }
}

extension WiringError {
  /// The problems as JSON, a line each: an object with `version`, which is `1`, and `problems`, whose members are those of
  /// ``GraphDescription/json``.
  public var json: String {
    let value: JSONValue = ["version": .number(1), "problems": .list(problems.map(\.json))]
    return value.text
  }
}

extension Problem {
  /// Problems by code, subject and place.
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
