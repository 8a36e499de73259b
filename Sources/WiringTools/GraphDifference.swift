public import Wiring

/// The difference of two graphs: bindings that were added, removed and changed, for a review.
///
/// ```swift
/// let difference = try GraphDifference(from: try String(contentsOf: old, encoding: .utf8), to: plan.description)
/// print(difference.markdown)
/// ```
///
/// Bindings are compared by key; of several with one key, such as contributions to a list, by module and file. A binding that
/// only moved to another line is equal. What the container derives, such as `Lazy<Clock>` and lists, shows among the
/// dependencies of its consumers.
public struct GraphDifference: Sendable, Hashable {
  /// A binding on one side of the difference.
  public struct Binding: Sendable, Hashable {
    /// The name of the key, as in `any Clock`.
    public let key: String
    /// The name of the scope.
    public let scope: String
    /// The name of the module that declares it.
    public let module: String
    /// The location as `file:line`.
    public let location: String
    let kind: String
  }

  /// A binding that is in both graphs, and not the same.
  public struct Change: Sendable, Hashable {
    /// The binding in the new graph.
    public let binding: Binding
    /// The differences, one per line, as in `scope: transient → singleton`.
    public let details: [String]
  }

  /// A text that is not the JSON of a graph.
  public enum Unreadable: Error, Sendable, Hashable, CustomStringConvertible {
    /// It is not JSON, or not of a graph.
    case notAGraph
    /// It has a version that this library does not know.
    case version(Int)

    /// The message, as in `is not the JSON of a graph`.
    public var description: String {
      switch self {
      case .notAGraph: "is not the JSON of a graph; write one with: graph --format json"
      case .version(let version): "has version \(version) of the JSON of a graph; known is version 1"
      }
    }
  }

  /// The bindings of the new graph alone, by key.
  public let added: [Binding]
  /// The bindings of the old graph alone, by key.
  public let removed: [Binding]
  /// The bindings that differ, by key.
  public let changed: [Change]
  /// The changes of the entry points, as in `+ App`.
  public let roots: [String]

  /// Whether the graphs have equal bindings and entry points.
  public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty && roots.isEmpty }

  /// Compares a graph with an older one.
  ///
  /// - Parameters:
  ///   - old: The older graph's `GraphDescription.json`.
  ///   - new: The newer graph.
  /// - Throws: ``Unreadable`` when the text is not the JSON of a graph.
  public init(from old: String, to new: GraphDescription) throws(Unreadable) {
    self.init(from: try GraphRecord(json: old), to: try GraphRecord(json: new.json))
  }

  init(from old: GraphRecord, to new: GraphRecord) {
    let (before, after) = (Self.entries(of: old), Self.entries(of: new))
    var (added, removed, changed): ([Entry], [Entry], [Change]) = ([], [], [])
    for key in Set(before.keys).union(after.keys).sorted() {
      let pairs = Self.pairs(before[key] ?? [], after[key] ?? [])
      added += pairs.compactMap { $0.old == nil ? $0.new : nil }
      removed += pairs.compactMap { $0.new == nil ? $0.old : nil }
      changed += pairs.compactMap { pair in
        guard let old = pair.old, let new = pair.new, case let details = new.changes(since: old), !details.isEmpty
        else { return nil }
        return Change(binding: new.description, details: details)
      }
    }
    self.added = added.map(\.description)
    self.removed = removed.map(\.description)
    self.changed = changed
    roots = Self.changes(from: old.roots, to: new.roots)
  }
}

// MARK: - Comparing

extension GraphDifference {
  /// A binding with the keys of its dependencies.
  private struct Entry {
    let binding: GraphRecord.Binding
    let dependencies: [String]

    var description: Binding {
      Binding(
        key: binding.key, scope: binding.scope, module: binding.module,
        location: "\(binding.location.file):\(binding.location.line)", kind: binding.kind)
    }

    /// The differences, one per line.
    func changes(since old: Entry) -> [String] {
      let (before, after) = (old.binding, binding)
      let values = [
        ("kind", before.kind, after.kind), ("scope", before.scope, after.scope),
        ("isolation", before.isolation, after.isolation), ("module", before.module, after.module),
        ("file", before.location.file, after.location.file),
      ]
      let lists = [
        ("needs", GraphDifference.changes(from: old.dependencies, to: dependencies)),
        ("notes", GraphDifference.changes(from: before.notes, to: after.notes)),
      ]
      return values.filter { $0.1 != $0.2 }.map { "\($0.0): \($0.1) → \($0.2)" }
        + lists.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1.joined(separator: ", "))" }
    }
  }

  /// The bindings that modules declare, by key, in a stable order.
  private static func entries(of graph: GraphRecord) -> [String: [Entry]] {
    let entries = zip(graph.bindings, graph.dependencies).filter { !$0.0.isDerived }.map(Entry.init)
    return Dictionary(grouping: entries, by: \.binding.key).mapValues { entries in
      entries.sorted { left, right in
        let (first, second) = (left.binding, right.binding)
        return (first.kind, first.module, first.location.file, first.location.line, first.location.column)
          < (second.kind, second.module, second.location.file, second.location.line, second.location.column)
      }
    }
  }

  /// Pairs the bindings of one key: first those that are equal except for the line, then those that agree in less and less.
  private static func pairs(_ old: [Entry], _ new: [Entry]) -> [(old: Entry?, new: Entry?)] {
    var (old, new) = (old, new)
    var pairs: [(old: Entry?, new: Entry?)] = []
    let agreements: [(Entry, Entry) -> Bool] = [
      { $1.changes(since: $0).isEmpty },
      { $0.binding.kind == $1.binding.kind && $0.binding.location.file == $1.binding.location.file },
      { $0.binding.kind == $1.binding.kind && $0.binding.module == $1.binding.module },
      { $0.binding.kind == $1.binding.kind },
      { ($0.binding.kind == "decorator") == ($1.binding.kind == "decorator") },
    ]
    for agree in agreements {
      old.removeAll { entry in
        guard let match = new.firstIndex(where: { agree(entry, $0) }) else { return false }
        pairs.append((entry, new.remove(at: match)))
        return true
      }
    }
    return pairs + old.map { ($0, nil) } + new.map { (nil, $0) }
  }

  /// The elements of one list alone, each with a sign; an element counts as often as it occurs.
  private static func changes(from old: [String], to new: [String]) -> [String] {
    var counts: [String: Int] = [:]
    for element in new { counts[element, default: 0] += 1 }
    for element in old { counts[element, default: 0] -= 1 }
    return counts.sorted { $0.key < $1.key }.flatMap { element, count in
      Array(repeating: "\(count > 0 ? "+" : "-") \(element)", count: abs(count))
    }
  }
}

// MARK: - Wording

extension GraphDifference {
  /// The difference for a terminal, one line for each binding; `no differences` when there are none.
  public var text: String {
    guard !isEmpty else { return "no differences\n" }
    let changes = changed.flatMap { change in
      ["~ \(change.binding.text)"] + change.details.map { "    \($0)" }
    }
    let entryPoints = roots.isEmpty ? [] : ["  entry points: " + roots.joined(separator: ", ")]
    let lines =
      [summary, ""] + added.map { "+ \($0.text)" } + removed.map { "- \($0.text)" } + changes + entryPoints
    return lines.map { $0.onOneLine + "\n" }.joined()
  }

  /// The difference for a pull request, in Markdown.
  public var markdown: String {
    guard !isEmpty else { return "**Wiring:** no differences\n" }
    let sections = [
      ("Added", added.map(\.markdown)), ("Removed", removed.map(\.markdown)),
      ("Changed", changed.flatMap { change in [change.binding.markdown] + change.details.map { "  - \($0.code)" } }),
      ("Entry points", roots.map(\.code)),
    ]
    let blocks = sections.filter { !$0.1.isEmpty }.map { title, lines in
      "**\(title)**\n\n" + lines.map { $0.hasPrefix("  ") ? $0 : "- \($0)" }.joined(separator: "\n") + "\n"
    }
    return (["**Wiring:** \(summary)\n"] + blocks).joined(separator: "\n")
  }

  private var summary: String {
    "\(added.count) added, \(removed.count) removed, \(changed.count) changed"
  }
}

extension GraphDifference.Binding {
  fileprivate var text: String { "\(key)  (\(lifetime), \(module))  \(location)" }

  fileprivate var markdown: String { "\(key.code) · \(lifetime) · \(module.code) · \(location.code)" }

  private var lifetime: String {
    switch kind {
    case "factory": scope
    case "value": kind
    case "context": "context of \(scope)"
    default: "\(scope), \(kind)"
    }
  }
}

extension String {
  /// The text as code in Markdown, also where it contains backticks.
  fileprivate var code: String {
    let runs = onOneLine.split { $0 != "`" }.map(\.count)
    let fence = String(repeating: "`", count: (runs.max() ?? 0) + 1)
    return fence.count == 1 ? "`\(onOneLine)`" : "\(fence) \(onOneLine) \(fence)"
  }
}
