extension GraphDescription {
  /// The graph as JSON, with a line for each binding, dependency and problem.
  ///
  /// The text is an object. A member may be added; none changes its meaning without a new `version`.
  ///
  /// | member | contents |
  /// |---|---|
  /// | `version` | `1` |
  /// | `roots` | the positions of the entry points in `bindings` |
  /// | `modules` | the names of the modules with bindings, in the order of the plan |
  /// | `bindings` | `key`, `scope`, `kind`, `isolation`, `module`, `location`, `notes`; see ``Binding`` |
  /// | `edges` | `from` and `to`, positions in `bindings`, and `deferred`; by consumer, then by parameter |
  /// | `problems` | the members of ``Problem`` by their names, with the `word` behind its `code` |
  ///
  /// A location has `file`, `line` and `column`; where there is none it is `null`. The same graph gives the same text.
  public var json: String {
    let bindings = bindings
    let value: JSONValue = [
      "version": .number(1),
      "roots": .list(roots.map(JSONValue.number)),
      "modules": .list(Self.moduleNames(of: bindings).map(JSONValue.string)),
      "bindings": .list(bindings.map(\.json)),
      "edges": .list(
        bindings.enumerated().flatMap { position, binding in
          binding.edges.map { edge in
            ["from": .number(position), "to": .number(edge.target), "deferred": .boolean(edge.isDeferred)]
          }
        }),
      "problems": .list(problems.map(\.json)),
    ]
    return value.text
  }

  /// The names of the modules, each once, in the order in which they come first.
  static func moduleNames(of bindings: [Binding]) -> [String] {
    var seen: Set<String> = []
    return bindings.map(\.module).filter { seen.insert($0).inserted }
  }
}

extension GraphDescription.Binding {
  fileprivate var json: JSONValue {
    [
      "key": .string(key.description), "scope": .string(scope.name), "kind": .string(kind.rawValue),
      "isolation": .string(isolation.rawValue), "module": .string(module), "location": location.json,
      "notes": .list(notes.map(JSONValue.string)),
    ]
  }
}

extension Problem {
  var json: JSONValue {
    [
      "code": .string(code.rawValue), "word": .string(code.word), "summary": .string(summary),
      "location": location?.json ?? .null, "path": .list(path.map(JSONValue.string)),
      "sites": .list(
        sites.map { site in
          [
            "role": .string(site.role), "text": .string(site.text),
            "parameter": site.parameter.map(JSONValue.number) ?? .null, "location": site.location?.json ?? .null,
          ]
        }),
      "context": .list(context.map(JSONValue.string)),
      "nearMisses": .list(
        nearMisses.map { miss in
          [
            "text": .string(miss.text), "location": miss.location?.json ?? .null, "advice": .string(miss.advice),
          ]
        }),
      "fixes": .list(fixes.map(JSONValue.string)),
    ]
  }
}

extension SourceLocation {
  fileprivate var json: JSONValue {
    ["file": .string(fileID), "line": .number(line), "column": .number(column)]
  }
}
