/// A definition or component as a candidate for injection: its names and the types that it conforms to, besides its own
/// key.
package final class InjectionCandidate: Sendable {
  /// The declaration of the object.
  package enum Origin: Sendable {
    case definition
    case component
  }

  /// The type of the object.
  let type: any Any.Type
  let origin: Origin
  /// The names for references, the primary one first. Empty for an unnamed one.
  let names: [String]
  /// The qualifier that consumers must specify, when it is not one of the names.
  let qualifier: String?
  let isPrimary: Bool
  let isLazy: Bool
  /// The declared conformances of the object.
  let views: [CandidateView]
  /// Names of protocols as which it is not injected.
  let ignoredInterfaces: [String]
  /// The types that it provides without a qualifier, in preference to all other bindings.
  package let boundInterfaces: [Dependency]
  /// The component and its module; `nil` where a factory creates the object.
  package let component: (type: any Any.Type, module: String)?

  package init(
    type: any Any.Type, origin: Origin, names: [String], qualifier: String?, isPrimary: Bool, isLazy: Bool,
    views: [CandidateView], ignoredInterfaces: [String], boundInterfaces: [Dependency],
    component: (type: any Any.Type, module: String)?
  ) {
    self.type = type
    self.origin = origin
    self.names = names
    self.qualifier = qualifier
    self.isPrimary = isPrimary
    self.isLazy = isLazy
    self.views = views
    self.ignoredInterfaces = ignoredInterfaces
    self.boundInterfaces = boundInterfaces
    self.component = component
  }

  /// Whether it can be injected without a qualifier. A nested definition is for the enclosing one only.
  var isUnqualified: Bool { qualifier == nil && !(names.first.map(GeneratedQualifier.isGenerated) ?? false) }

  /// Returns whether it matches a qualifier, or a request without one.
  func answers(to qualifier: String?) -> Bool {
    guard let qualifier else { return isUnqualified }
    return self.qualifier == qualifier || names.contains(qualifier)
  }

  /// Returns whether it can be injected as a type.
  package func provides(_ type: any Any.Type, _ conformances: Conformances) -> Bool {
    guard
      self.type == type || views.contains(where: { $0.dependency.key.type == type })
        || conformances.isSubtype(self.type, of: type)
    else { return false }
    return self.type == type || !ignores(type)
  }

  private func ignores(_ type: any Any.Type) -> Bool {
    guard !ignoredInterfaces.isEmpty else { return false }
    return ignoredInterfaces.contains(AnyKey(type).bareTypeName)
  }
}

/// A conformance of a candidate's object.
package struct CandidateView: Sendable {
  package let dependency: Dependency
  let link: @Sendable (inout Linker, Scope) -> AnyNode
  /// Creates a node of the view from the node of an object, for lookups that the plan does not know.
  let node: @Sendable (AnyNode) -> AnyNode

  package init(
    dependency: Dependency, node: @escaping @Sendable (AnyNode) -> AnyNode,
    link: @escaping @Sendable (inout Linker, Scope) -> AnyNode
  ) {
    self.dependency = dependency
    self.node = node
    self.link = link
  }
}

/// An index of candidates by name and qualifier.
struct CandidateIndex {
  /// The positions of definitions and components.
  private(set) var positions: [Int] = []
  /// Positions by name and qualifier.
  private var named: [String: [Int]] = [:]
  /// Positions of candidates without a qualifier.
  private var unqualified: [Int] = []
  let values: (any NamedValues)?
  let conformances = Conformances()
  private var knownProxies: [LazyProxyRegistration]?

  init(_ values: (any NamedValues)?) {
    self.values = values
  }

  /// The form of the value under a qualifier; `nil` where there is none.
  func form(of qualifier: String) -> NamedValueForm? { values?.form(of: qualifier) }

  /// Adds the candidate at a position; called once for each.
  mutating func add(_ candidate: InjectionCandidate, at position: Int) {
    positions.append(position)
    if candidate.isUnqualified { unqualified.append(position) }
    for name in candidate.names { named[name, default: []].append(position) }
    if let qualifier = candidate.qualifier, !candidate.names.contains(qualifier) {
      named[qualifier, default: []].append(position)
    }
  }

  /// Returns the candidates that match a qualifier, or a request without one.
  func answering(to qualifier: String?) -> [Int] {
    qualifier.map { named[$0] ?? [] } ?? unqualified
  }

  /// Whether there are candidates or values.
  var isInUse: Bool { !positions.isEmpty || values != nil }

  /// Returns the proxy of a protocol.
  mutating func proxy(for type: any Any.Type) -> LazyProxyRegistration? {
    proxies().first { $0.interface == type }
  }

  /// Returns all proxies, which are read once.
  mutating func proxies() -> [LazyProxyRegistration] {
    let known = knownProxies ?? values?.proxies ?? []
    knownProxies = known
    return known
  }
}
