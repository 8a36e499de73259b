/// One binding as it was declared. Data: it creates nothing until it is linked.
///
/// A class, since copying twenty words about, with their reference counts, would be a third of what a plan does
/// with a binding.
///
/// Unchecked: a declaration is made and changed while one plan is made, by the thread that makes it, which nobody else can
/// see before it is done; from then on it is only read. The variables are free of exclusivity checks, since no access to
/// one spans a call.
@usableFromInline final class Declaration: @unchecked Sendable {
  /// How the object comes to be, as far as the plan can know.
  @usableFromInline enum Kind: String, Sendable {
    /// Made from declared dependencies.
    case factory
    /// Given.
    case value
    /// Made by a closure that asks a resolver, so that its needs are unknown.
    case opaque
    /// Stands in for an object until it is needed.
    case proxy
    /// Made around another object of the same key.
    case decorator
    /// Several objects of one type, or none where one is optional.
    case collection
    /// A way to an object that is had later: `Lazy`, `Provider`, a closure.
    case handle
    /// Given when a custom scope is opened.
    case context
    /// Another object as something that it conforms to.
    case view
  }

  /// What a declaration stands for among those of its key.
  @usableFromInline enum Role: Sendable {
    case binding
    /// One of many, by name or without.
    case contribution(name: String?)
    /// Around the binding of the key.
    case decorator
  }

  @usableFromInline let key: AnyKey
  /// A closure, since naming a generic type for the first time costs more than everything else about a binding, and most
  /// bindings are never asked.
  @usableFromInline let witness: @Sendable () -> any AnyTypeWitness.Type
  @usableFromInline let kind: Kind
  @usableFromInline let site: CallSite
  @exclusivity(unchecked) @usableFromInline var dependencies: [Dependency]
  @exclusivity(unchecked) @usableFromInline var scope = Scope.transient
  /// Whether somebody chose the scope. If not, a plan's default holds; a replacement takes that of what it replaces.
  @exclusivity(unchecked) @usableFromInline var hasChosenScope = false
  /// Whether the compiler knows that the objects can be shared between threads, so that a replacement may take over a scope
  /// that shares them.
  @exclusivity(unchecked) @usableFromInline var isShareable = false
  @exclusivity(unchecked) @usableFromInline var role = Role.binding
  /// Where the factory itself must run.
  @exclusivity(unchecked) @usableFromInline var isolation = Isolation.any
  /// What the factory itself throws; `Never` when it does not.
  @exclusivity(unchecked) @usableFromInline var failure: any Error.Type = Never.self
  @exclusivity(unchecked) @usableFromInline var modifiers: [Modifier] = []
  /// The position of the module in the plan's list of modules; -1 for a declaration of the container's own.
  @exclusivity(unchecked) @usableFromInline var module = -1
  /// What the object can be had as, for that of a definition or component.
  @exclusivity(unchecked) var candidate: InjectionCandidate?
  /// Makes the node of this binding; called once per graph, after its dependencies have theirs.
  @usableFromInline let link: @Sendable (inout Linker, Scope) -> AnyNode

  @inlinable
  convenience init<Value>(
    _ type: Value.Type, key: AnyKey, kind: Kind, site: CallSite, dependencies: [Dependency],
    link: @escaping @Sendable (inout Linker, Scope) -> AnyNode
  ) {
    self.init(
      witness: { TypeWitness<Value>.self }, key: key, kind: kind, site: site, dependencies: dependencies, link: link)
  }

  @inlinable
  init(
    witness: @escaping @Sendable () -> any AnyTypeWitness.Type, key: AnyKey, kind: Kind, site: CallSite,
    dependencies: [Dependency],
    link: @escaping @Sendable (inout Linker, Scope) -> AnyNode
  ) {
    self.witness = witness
    self.key = key
    self.kind = kind
    self.site = site
    self.dependencies = dependencies
    self.link = link
  }

  /// Whether the dependencies are needed later than the object, so that they close no cycle.
  var isDeferring: Bool { kind == .handle || kind == .proxy }

  /// Whether the container itself derived it from other declarations. A handle that a module declares is a ``Factory``.
  var isDerived: Bool {
    kind == .proxy || kind == .collection || kind == .view || (kind == .handle && module < 0)
  }

  var isDefault: Bool {
    modifiers.contains { if case .byDefault = $0 { true } else { false } }
  }

  var isEager: Bool {
    modifiers.contains { if case .eager = $0 { true } else { false } }
  }

  /// Where it reaches to outside the process, if it does.
  var externalAccess: String? {
    for case .external(let text) in modifiers { return text }
    return nil
  }

  var proxy: ProxyDescription? {
    for case .lazy(let proxy) in modifiers { return proxy }
    return nil
  }

  var hasHook: Bool {
    modifiers.contains {
      switch $0 {
      case .start, .stop: true
      case .eager: scope.kind == .custom
      case .condition, .byDefault, .value, .external, .lazy, .step: false
      }
    }
  }

  var hasStopHook: Bool {
    modifiers.contains { if case .stop = $0 { true } else { false } }
  }
}

/// What was said about a binding beyond its key, its factory and its scope.
@usableFromInline enum Modifier: Sendable {
  /// It stands only where a condition holds; the text says which, as in `profile 'test' only`.
  case condition(isMet: @Sendable (Profile) -> Bool, text: String)
  /// It stands only where no other binding has its key.
  case byDefault
  /// It is made when the graph is built.
  case eager
  /// It is this value.
  case value(any Sendable)
  /// It reaches outside the process; the text says where to.
  case external(String)
  /// Its object is made on the first call of a stand-in.
  case lazy(ProxyDescription)
  /// Runs on the new object before anybody gets it.
  case step(any AnyStep)
  case start(LifecycleHook)
  case stop(LifecycleHook)
}

/// The stand-in of a lazy binding.
@usableFromInline struct ProxyDescription: Sendable {
  /// Its type, which only descriptions need in words.
  let type: any Any.Type
  /// What its calls can throw; `Never` when one of them cannot.
  let failure: any Error.Type
  let isMainActor: Bool
  /// Makes the node that hands it out.
  let link: @Sendable (inout Linker, Scope) -> AnyNode
}

/// What to do with an object when its graph starts or stops.
@usableFromInline struct LifecycleHook: Sendable {
  /// How long it may take.
  let limit: Duration
  /// Runs it on the node's object. A start makes the object; a stop leaves one alone that was never made.
  let run: @Sendable (AnyNode) async throws -> Void
}

/// Where an object can be made: each asks for more than the one before.
///
/// It spreads from a dependency to its consumers: what needs an object of the main actor is made there too, and what needs
/// one that takes an `await` takes one itself.
public enum Isolation: String, Sendable, Hashable, Comparable, CaseIterable {
  /// Anywhere, at once.
  case any
  /// On the main actor at once, from elsewhere by `await`.
  case main
  /// By `await` only.
  case async

  /// Orders by what making the object asks for.
  public static func < (left: Isolation, right: Isolation) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .any: 0
    case .main: 1
    case .async: 2
    }
  }
}
