/// Everything that a plan knows about one key: what provides it and since when, who needs it, and what it was chosen over.
///
/// ```
/// any NoteRepository
///   bound by    StorageModule  NotesStorage/StorageModule.swift:24
///   layers      decorator (any NoteRepository, CallTimes)  NotesCLI/CLIModule.swift:18
///               stand-in LazyNoteRepository
///   scope       singleton
///   needs       NoteDatabase
///   needed by   NoteListViewModel, SearchViewModel
///   path        ListCommand.Screen → NoteListViewModel → any NoteRepository
///   instead of  the default at NotesDomain/…:9
/// ```
public struct Explanation: Sendable, Hashable {
  /// One of the things that are said.
  public struct Fact: Sendable, Hashable {
    /// What it is about, as in `needed by`.
    public let topic: String
    /// What is so, a line each.
    public let lines: [String]
  }

  /// The key.
  public let key: AnyKey
  /// What there is to know; the topic `bound by` is missing when nothing provides the key.
  public let facts: [Fact]
  /// The position of its binding in ``GraphDescription/bindings``; `nil` when nothing provides the key.
  public let position: Int?
}

extension Explanation: CustomStringConvertible {
  /// The facts as a table.
  public var description: String {
    var lines = [key.description]
    for fact in facts {
      for (index, line) in fact.lines.enumerated() {
        let topic = index == 0 ? fact.topic : ""
        lines.append("  " + topic + String(repeating: " ", count: max(1, 12 - topic.count)) + line)
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension Plan {
  /// Explains a type.
  ///
  /// - Parameter type: The type.
  /// - Returns: What the plan knows about it.
  public func explain<Value>(_ type: Value.Type) -> Explanation {
    Explainer(blueprint.analysis).explain(AnyKey(type))
  }

  /// Explains a qualified key.
  ///
  /// - Parameter key: The key.
  /// - Returns: What the plan knows about it.
  public func explain<Value>(_ key: Key<Value>) -> Explanation {
    Explainer(blueprint.analysis).explain(key.erased)
  }
}

extension GraphDescription {
  /// Explains a key.
  ///
  /// - Parameter key: The key.
  /// - Returns: What the plan knows about it.
  public func explain(_ key: AnyKey) -> Explanation {
    Explainer(analysis).explain(key)
  }

  /// Explains what is bound under a name, as this description prints it: `any Clock`, `Report`, `any Store "cache"`.
  ///
  /// - Parameter name: The key as it is written in code.
  /// - Returns: What is known about each key of that name; empty when nothing has it. Types of several modules can share one.
  public func explain(named name: String) -> [Explanation] {
    var keys: [AnyKey] = []
    for declaration in analysis.declarations
    where declaration.key.description == name && !keys.contains(declaration.key) {
      keys.append(declaration.key)
    }
    return keys.map(explain)
  }
}
