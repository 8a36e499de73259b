/// Bindings that nearly match a missing key. Each is a checked fact; a similar name alone is none.
final class NearMisses {
  /// A longer list does not help.
  private static let maximum = 5

  private let graph: BindingGraph
  /// The types' names, by position: computed once, since each missing key is compared with all of them.
  let typeNames: [String]
  private let conformances = Conformances()

  init(_ graph: BindingGraph) {
    self.graph = graph
    typeNames = graph.declarations.map(\.key.typeName)
  }

  func of(_ missing: BindingGraph.Missing) -> [Problem.NearMiss] {
    let excluded = graph.installer.excluded.filter { $0.wouldProvide(missing.key, conformances) }
    let misses =
      nearMisses(missing)
      + excluded.map(Self.excluded) + (excluded.isEmpty ? unread : [])
      + leftOut(missing.key) + nearNames(missing.key) + otherTags(missing.key)
    let sorted = Set(misses).sorted {
      ($0.text, $0.location?.description ?? "") < ($1.text, $1.location?.description ?? "")
    }
    guard sorted.count > Self.maximum else { return sorted }
    let rest = Problem.NearMiss(
      text: "\(sorted.count - Self.maximum) more bindings are as near", location: nil,
      advice: "see the list of bindings")
    return sorted.prefix(Self.maximum) + [rest]
  }

  /// Components that match, and that the scan excludes.
  private func leftOut(_ key: AnyKey) -> [Problem.NearMiss] {
    (graph.installer.values?.leftOut ?? []).filter { conformances.isSubtype($0.type, of: key.type) }.map {
      Problem.NearMiss(text: "component \($0.text)", location: $0.location, advice: $0.advice)
    }
  }

  /// Files that could not be read and may contain the definition.
  private var unread: [Problem.NearMiss] {
    graph.installer.problems.filter { $0.code == .unreadable }.map {
      Problem.NearMiss(
        text: "a context file was not read", location: $0.location, advice: "correct that first: it may define this")
    }
  }

  /// Names of definitions that are similar to the requested one.
  private func nearNames(_ key: AnyKey) -> [Problem.NearMiss] {
    guard let qualifier = key.qualifier else { return [] }
    var named = graph.declarations.flatMap { declaration in
      declaration.candidate?.names.map { ($0, SourceLocation?.some(declaration.site.location)) } ?? []
    }
    named += graph.installer.values?.declared.map { ($0.name, $0.location) } ?? []
    // Of two definitions with the same name, the first in the source is shown.
    let locations = Dictionary(named, uniquingKeysWith: { [$0, $1].compactMap(\.self).min() })
    return Spelling.near(qualifier, in: locations.keys.filter { !GeneratedQualifier.isGenerated($0) }.sorted()).map {
      Problem.NearMiss(text: "'\($0)' is defined", location: locations[$0] ?? nil, advice: "refer to that")
    }
  }

  /// Other tags of the elements of a list that nothing is tagged for.
  private func otherTags(_ key: AnyKey) -> [Problem.NearMiss] {
    guard key.qualifier != nil, let element = key.witness.list?.element else { return [] }
    return graph.tags(of: (element.handleTarget ?? element).key.type).compactMap { tag, member in
      guard let name = tag.qualifier else { return nil }
      return Problem.NearMiss(
        text: "objects are tagged '\(tag)'", location: graph.declarations[member].site.location,
        advice: "ask for the list of \"\(name)\"")
    }
  }

  private static func excluded(_ excluded: ExcludedDeclaration) -> Problem.NearMiss {
    let declaration = excluded.declaration
    let (text, advice): (String, String)
    switch excluded.reason {
    case .condition(let condition):
      let (noun, verb) = declaration.candidate == nil ? ("binding", "bind") : ("definition", "define")
      text = "a \(noun) of '\(declaration.key)' is excluded: \(condition)"
      advice = "change its condition, or \(verb) another one beside it"
    case .moduleReplaced(let module, let replacement):
      let name = AnyKey(replacement).typeName
      text = "\(AnyKey(module).typeName) binds '\(declaration.key)', and \(name) replaces that module"
      advice = "bind it in \(name)"
    case .replaced, .defaultNotNeeded, .defined, .bound:
      (text, advice) = ("'\(declaration.key)' was bound", "see its replacement")
    }
    return Problem.NearMiss(text: text, location: declaration.site.location, advice: advice)
  }

  /// Returns whether a key is a composition of protocols, with those of another key among them: `any A & B` of `any A`.
  private static func isComposition(_ bound: AnyKey, of key: AnyKey) -> Bool {
    let wanted = ProgramConformances.protocols(of: key.type)
    guard !wanted.isEmpty, bound.type != key.type else { return false }
    return Set(wanted).isSubset(of: ProgramConformances.protocols(of: bound.type))
  }

  private func nearMisses(_ missing: BindingGraph.Missing) -> [Problem.NearMiss] {
    let (name, function) = (missing.key.typeName, missing.key.isFunction ? missing.key.typeName.withoutSendable : nil)
    return graph.declarations.indices.compactMap { nearMiss($0, missing, named: name, function: function) }
  }

  /// Returns the near miss of a binding.
  ///
  /// - Parameters:
  ///   - wantedName: The name of the missing type.
  ///   - function: The name of a missing function type, without `@Sendable`; `nil` for another type.
  private func nearMiss(
    _ position: Int, _ missing: BindingGraph.Missing, named wantedName: String, function: String?
  ) -> Problem.NearMiss? {
    let (declaration, key) = (graph.declarations[position], missing.key)
    guard !declaration.isDerived else { return nil }
    let (bound, boundName) = (declaration.key, typeNames[position])
    func miss(_ text: String, _ advice: String) -> Problem.NearMiss {
      Problem.NearMiss(text: text, location: declaration.site.location, advice: advice)
    }
    guard declaration.isBinding else {
      return bound == key ? miss("'\(bound)' is contributed to a list", "ask for [\(bound.typeName)]") : nil
    }
    if bound.type == key.type, let name = bound.qualifier, declaration.candidate != nil, key.qualifier != nil {
      return miss("'\(name)' is defined", "refer to that")
    }
    if bound.type == key.type {
      let advice = missing.consumers.isEmpty ? "ask for it by its key" : "ask for it with .from(…)"
      return miss(
        "'\(bound)' is bound", key.qualifier == nil ? "\(advice), or bind one without qualifier" : "ask for that key")
    }
    if let qualifier = key.qualifier, let other = bound.qualifier, declaration.candidate != nil, other == qualifier {
      return miss(
        "'\(GeneratedQualifier.displayName(qualifier))' is a '\(bound.typeName)', which is not a '\(key.typeName)'",
        "conform to it, or refer to another one")
    }
    guard bound.qualifier == key.qualifier else { return nil }
    if let factory = bound.type as? any ArgumentFactory.Type, factory.product == key.type {
      return miss("'\(bound)' is bound, which creates it from arguments", "ask for that, and pass the arguments")
    }
    if conformances.isSubtype(bound.type, of: key.type) {
      return miss("\(boundName) is bound as '\(bound)'", "bind it as \(key.expression)")
    }
    if declaration.kind == .value, graph.value(at: position).map(missing.dependency.key.witness.accepts) == true {
      return miss("the value bound as '\(bound)' is also of type '\(key.typeName)'", "bind it as \(key.expression)")
    }
    if Self.isComposition(bound, of: key) {
      return miss("'\(bound)' is bound", "ask for that, or bind it as \(key.expression)")
    }
    if let function, bound.isFunction, boundName.withoutSendable == function {
      return miss("'\(bound)' is bound, another type of function", "ask for that, or bind it as \(key.expression)")
    }
    if boundName == wantedName {
      return miss(
        "'\(bound.qualifiedTypeName)' is bound, another type of that name",
        "the one that is needed is '\(key.qualifiedTypeName)'")
    }
    if bound.witness.wrapped?.key.type == key.type {
      return miss("'\(bound)' is bound, which may be nil", "take it as an optional")
    }
    if let wanted = key.type as? any ArgumentFactory.Type, let offered = bound.type as? any ArgumentFactory.Type,
      wanted.product == offered.product
    {
      let difference =
        wanted.arguments == offered.arguments ? offered.isolation.caller : "takes other arguments"
      return miss("'\(bound)' is bound, which \(difference)", "ask for that type")
    }
    return nil
  }
}

extension String {
  fileprivate var withoutSendable: String { replacing("@Sendable ", with: "") }
}

extension Isolation {
  /// The callers of a factory with it.
  fileprivate var caller: String {
    switch self {
    case .any: "can be called anywhere"
    case .main: "is called on the main actor"
    case .async: "is called with await"
    }
  }
}

extension ArraySlice<Declaration> {
  /// Returns the binding of an enclosing graph that an override of an inner one means, and does not reach.
  func outerBindings(of key: AnyKey) -> [Problem.NearMiss] {
    let bound = last { $0.isBinding && !$0.isDerived && $0.key == key }
    return bound.map {
      [
        Problem.NearMiss(
          text: "'\(key)' is bound in the enclosing graph", location: $0.site.location,
          advice: "override it there, or bind it in a module of the inner graph, for that alone")
      ]
    } ?? []
  }

  /// Returns the bindings that an override of a key without one probably means: of the same type, or of a type that is bound
  /// as the other. The objects of a list are replaced as a whole.
  func nearMisses(ofOverriding key: AnyKey) -> [Problem.NearMiss] {
    let conformances = Conformances()
    var misses: [AnyKey: Problem.NearMiss] = [:]
    for declaration in sorted(by: { $0.site.location < $1.site.location }) where misses[declaration.key] == nil {
      let (bound, location) = (declaration.key, declaration.site.location)
      switch declaration.role {
      case .binding:
        let isRelated =
          bound.type == key.type
          || bound.qualifier == key.qualifier
            && (conformances.isSubtype(bound.type, of: key.type) || conformances.isSubtype(key.type, of: bound.type))
        guard isRelated else { continue }
        misses[bound] = Problem.NearMiss(text: "'\(bound)' is in the plan", location: location, advice: "replace that")
      case .contribution where bound == key:
        misses[bound] = Problem.NearMiss(
          text: "'\(bound)' is contributed to a list", location: location,
          advice: "replace the list: [\(bound.typeName)].self")
      case .contribution, .decorator: continue
      }
    }
    return misses.values.sorted { $0.text < $1.text }
  }
}

/// A declaration that is not part of the plan.
package struct ExcludedDeclaration: Sendable {
  package enum Reason: Sendable {
    /// A condition that the text describes does not hold.
    case condition(String)
    /// The module that declares it was replaced.
    case moduleReplaced(any Module.Type, by: any Module.Type)
    /// An override replaced it.
    case replaced
    /// It is a default, and another binding has the key.
    case defaultNotNeeded
    /// A definition provides the key.
    case defined(at: SourceLocation)
    /// It is a component, and a module binds its type.
    case bound(at: SourceLocation)
  }

  let declaration: Declaration
  let reason: Reason

  package init(declaration: Declaration, reason: Reason) {
    self.declaration = declaration
    self.reason = reason
  }

  /// Returns whether it would provide a key: as its own key, or as another type of a definition.
  func wouldProvide(_ key: AnyKey, _ conformances: Conformances) -> Bool {
    if declaration.key == key { return true }
    guard case .condition = reason, let candidate = declaration.candidate else { return false }
    return candidate.answers(to: key.qualifier) && candidate.provides(key.type, conformances)
  }
}
