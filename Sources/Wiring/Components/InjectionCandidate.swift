/// A definition or component as a candidate for injection: its names and the types that it conforms to, besides its own
/// key.
final class InjectionCandidate: Sendable {
  /// The declaration of the object.
  enum Origin: Sendable {
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
  let views: [ComponentParts.View]
  /// Names of protocols as which it is not injected.
  let ignoredInterfaces: [String]
  /// The types that it provides without a qualifier, in preference to all other bindings.
  let boundInterfaces: [Dependency]
  /// The component, unless a factory creates the object.
  let component: Component?

  init(
    _ recipe: Recipe, type: any Any.Type, views: [ComponentParts.View], isProduct: Bool, isLazy: Bool,
    boundInterfaces: [Dependency]
  ) {
    self.type = type
    origin = recipe.isDefined ? .definition : .component
    names = recipe.names
    qualifier = recipe.qualifier
    isPrimary = recipe.isPrimary
    self.isLazy = isLazy
    self.views = views
    ignoredInterfaces = recipe.ignoredInterfaces
    self.boundInterfaces = boundInterfaces
    component = isProduct ? nil : recipe.component
  }

  /// Whether it can be injected without a qualifier. A nested definition is for the enclosing one only.
  var isUnqualified: Bool { qualifier == nil && !(names.first.map(GeneratedQualifier.isGenerated) ?? false) }

  /// Returns whether it matches a qualifier, or a request without one.
  func answers(to qualifier: String?) -> Bool {
    guard let qualifier else { return isUnqualified }
    return self.qualifier == qualifier || names.contains(qualifier)
  }

  /// Returns whether it can be injected as a type.
  func provides(_ type: any Any.Type, _ conformances: Conformances) -> Bool {
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

/// An index of candidates by name and qualifier.
struct CandidateIndex {
  /// The positions of definitions and components.
  private(set) var positions: [Int] = []
  /// Positions by name and qualifier.
  private var named: [String: [Int]] = [:]
  /// Positions of candidates without a qualifier.
  private var unqualified: [Int] = []
  /// The values of definitions, by qualifier.
  let sources: [String: DefinitionValue]
  let reader: ValueReader
  let conformances = Conformances()
  private let registry: ComponentRegistry
  private var knownProxies: [LazyProxyRegistration]?

  init(_ context: Definitions, sources: [String: DefinitionValue]) {
    self.sources = sources
    reader = ValueReader(context.conversions)
    registry = context.registry
  }

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
  var isInUse: Bool { !positions.isEmpty || !sources.isEmpty }

  /// Returns the proxy of a protocol.
  mutating func proxy(for type: any Any.Type) -> LazyProxyRegistration? {
    proxies().first { $0.interface == type }
  }

  /// Returns all proxies, which are read once.
  mutating func proxies() -> [LazyProxyRegistration] {
    let known = knownProxies ?? registry.proxies
    knownProxies = known
    return known
  }
}
