/// What the object of a definition or a component can be had as, besides its own key: by its names, and as what it conforms
/// to.
final class InjectionCandidate: Sendable {
  /// Who speaks for the object.
  enum Origin: Sendable {
    case definition
    case component
  }

  /// The type of the object.
  let type: any Any.Type
  let origin: Origin
  /// What references call it, the most telling first. Empty for one that stands for its type alone.
  let names: [String]
  /// What consumers must ask for besides the type, when it is not one of the names.
  let qualifier: String?
  let isPrimary: Bool
  let isLazy: Bool
  /// The object as what its type says that it conforms to.
  let views: [ComponentParts.View]
  /// Names of protocols for which it is not found.
  let ignoredInterfaces: [String]
  /// The types that it stands for without a qualifier, whoever else provides them.
  let boundInterfaces: [Dependency]
  /// What it is made of, unless a factory makes it.
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

  /// Whether a consumer who asks without a qualifier can mean it. What stands within another definition is for that one.
  var isForAnybody: Bool { qualifier == nil && !(names.first.map(GeneratedQualifier.isGenerated) ?? false) }

  /// Whether a consumer who asks with a qualifier, or without one, can mean it.
  func answers(to qualifier: String?) -> Bool {
    guard let qualifier else { return isForAnybody }
    return self.qualifier == qualifier || names.contains(qualifier)
  }

  /// Whether it can be had as a type.
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

/// What definitions and components candidate to whoever asks for more than their own keys.
struct CandidateIndex {
  /// The positions of definitions and components.
  private(set) var positions: [Int] = []
  /// By name and qualifier those that answer to it.
  private var named: [String: [Int]] = [:]
  /// Those that answer to whoever asks without a qualifier.
  private var unqualified: [Int] = []
  /// By qualifier what was given under that name.
  let sources: [String: DefinitionValue]
  let reader: ValueReader
  let conformances = Conformances()
  private let registry: ComponentRegistry
  private var knownStandIns: [LazyProxyRegistration]?

  init(_ context: Definitions, sources: [String: DefinitionValue]) {
    self.sources = sources
    reader = ValueReader(context.conversions)
    registry = context.registry
  }

  /// Adds what a declaration offers; each comes once.
  mutating func add(_ candidate: InjectionCandidate, at position: Int) {
    positions.append(position)
    if candidate.isForAnybody { unqualified.append(position) }
    for name in candidate.names { named[name, default: []].append(position) }
    if let qualifier = candidate.qualifier, !candidate.names.contains(qualifier) {
      named[qualifier, default: []].append(position)
    }
  }

  /// Those that a consumer who asks with a qualifier, or without one, can mean.
  func answering(to qualifier: String?) -> [Int] {
    qualifier.map { named[$0] ?? [] } ?? unqualified
  }

  /// Whether there is anything at all.
  var isInUse: Bool { !positions.isEmpty || !sources.isEmpty }

  /// The stand-in of a protocol.
  mutating func standIn(for type: any Any.Type) -> LazyProxyRegistration? {
    proxies().first { $0.interface == type }
  }

  /// All stand-ins, read once.
  mutating func proxies() -> [LazyProxyRegistration] {
    let known = knownStandIns ?? registry.proxies
    knownStandIns = known
    return known
  }
}
