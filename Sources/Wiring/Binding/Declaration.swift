/// One binding as a module declared it. It creates nothing until it is linked.
///
/// A class, since copying its twenty words, with their reference counts, would be a third of a plan's work on a
/// binding.
///
/// Unchecked: a declaration is created and changed by the thread that creates a plan, before any other thread can see
/// it; from then on it is only read. The variables are free of exclusivity checks, since no access to one spans a call.
@usableFromInline package final class Declaration: @unchecked Sendable {
  @usableFromInline package typealias Kind = GraphDescription.Binding.Kind

  /// The role of a declaration among those of its key.
  @usableFromInline package enum Role: Sendable {
    case binding
    /// A member of a list, named or not.
    case contribution(name: String?)
    /// A decorator of the key's binding.
    case decorator
  }

  @exclusivity(unchecked) @usableFromInline package var key: AnyKey
  @usableFromInline package let kind: Kind
  @usableFromInline package let site: CallSite
  @exclusivity(unchecked) @usableFromInline package var dependencies: [Dependency]
  @exclusivity(unchecked) @usableFromInline package var scope = Scope.transient
  /// Whether a modifier chose the scope. If not, the plan's default applies; a replacement inherits the scope that it
  /// replaces.
  @exclusivity(unchecked) @usableFromInline package var hasChosenScope = false
  /// The number of parameters of the factory, if no modifier chose their keys; otherwise 0.
  @exclusivity(unchecked) package var unchosenParameters = 0
  /// Whether the type is known to be `Sendable`, so that a replacement may inherit a scope that shares objects.
  @exclusivity(unchecked) @usableFromInline package var isShareable = false
  @exclusivity(unchecked) @usableFromInline package var role = Role.binding
  /// The isolation of the factory itself.
  @exclusivity(unchecked) @usableFromInline package var isolation = Isolation.any
  /// Whether the object never leaves the main actor, where it is created.
  @exclusivity(unchecked) package var isConfined = false
  /// Whether a step runs on the main actor, with objects that need not be `Sendable`, so that the object must stay there.
  @exclusivity(unchecked) package var hasMainActorSteps = false
  /// Whether a handle or proxy goes nowhere without its consumer, since its type is not `Sendable`.
  @exclusivity(unchecked) package var staysWithConsumer = false
  /// Whether it is a value that is evaluated once, also in the place of an object that is not shared.
  @exclusivity(unchecked) package var isEvaluatedOnce = false
  /// The error type of the factory itself; `Never` when it does not throw.
  @exclusivity(unchecked) @usableFromInline package var failure: any Error.Type = Never.self
  @exclusivity(unchecked) package var modifiers: [Modifier] = []
  /// The position of the module in the plan's list of modules; -1 for a declaration by the container.
  @exclusivity(unchecked) @usableFromInline package var module = -1
  /// The declaration of this one's first dependency, whose key and conditions it follows.
  @exclusivity(unchecked) package var leader: Declaration?
  /// Whether every plan has it: no module declares it, and no other type is derived from it.
  @exclusivity(unchecked) package var isBuiltIn = false
  /// Whether it opens a custom scope, in which its dependencies are created.
  @exclusivity(unchecked) package var opensScope = false
  /// The names and types under which the object of a definition or component can be injected.
  @exclusivity(unchecked) package var candidate: InjectionCandidate?
  /// Creates the node of this binding; called once per graph, after the nodes of its dependencies were created.
  @usableFromInline package let link: @Sendable (inout Linker, Scope) -> AnyNode

  package init(
    key: AnyKey, kind: Kind, site: CallSite, dependencies: [Dependency],
    link: @escaping @Sendable (inout Linker, Scope) -> AnyNode
  ) {
    self.key = key
    self.kind = kind
    self.site = site
    self.dependencies = dependencies
    self.link = link
  }

  /// Whether the dependencies are needed later than the object, so that they close no cycle.
  var isDeferring: Bool { kind == .handle || kind == .proxy }

  /// Whether the container retains the object, once it exists, as long as it lives itself. A handle is created anew.
  var isShared: Bool { (scope.kind == .singleton || scope.kind == .custom) && kind != .handle }

  /// Whether the container derived it from other declarations. A handle that a module declares is a ``Factory``.
  var isDerived: Bool {
    kind == .proxy || kind == .collection || kind == .view || (kind == .handle && module < 0)
  }

  var isDefault: Bool {
    modifiers.contains { if case .byDefault = $0 { true } else { false } }
  }

  var isEager: Bool {
    modifiers.contains { if case .eager = $0 { true } else { false } }
  }

  /// The resource outside the process that the object accesses, if any.
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
      case .condition, .byDefault, .value, .external, .lazy, .misplaced, .sharing, .step, .tag: false
      }
    }
  }

  /// Whether a modifier is where it has no effect, or where it must not be.
  var hasMisplacedModifiers: Bool { hasMovedSteps || !ineffectiveModifiers.isEmpty }

  /// Whether the object may leave the main actor, though steps run on it there.
  var hasMovedSteps: Bool { hasMainActorSteps && !isConfined }

  /// The modifiers that have no effect where they are, as in source code.
  var ineffectiveModifiers: [String] {
    modifiers.compactMap { modifier in
      switch modifier {
      case .misplaced(let text): text
      case .lazy where kind == .decorator: ".lazy(…)"
      case .byDefault where !isBinding: ".byDefault()"
      case .tag where kind == .decorator: ".tagged(…)"
      case .lazy, .byDefault, .tag, .condition, .eager, .value, .external, .sharing, .step, .start, .stop: nil
      }
    }
  }

  /// The keys of the lists that it is tagged for.
  var tags: [AnyKey] {
    modifiers.compactMap { if case .tag(let key) = $0 { key } else { nil } }
  }

  var hasStartHook: Bool {
    modifiers.contains { if case .start = $0 { true } else { false } }
  }

  var hasStopHook: Bool {
    modifiers.contains { if case .stop = $0 { true } else { false } }
  }
}

/// A property of a binding beyond its key, its factory and its scope.
package enum Modifier: Sendable {
  /// Restricts the binding to a condition; the text describes it, as in `profile 'test' only`.
  case condition(isMet: @Sendable (Profile) -> Bool, text: String)
  /// Restricts the binding to plans where no other binding has its key.
  case byDefault
  /// Creates the object when the graph is built.
  case eager
  /// The bound value.
  case value(any Sendable)
  /// Membership of a contribution in the list of a qualified key.
  case tag(AnyKey)
  /// Access to a resource outside the process.
  case external(String)
  /// A proxy that creates the object on its first call.
  case lazy(ProxyDescription)
  /// A function that makes a factory share its objects among calls with equal arguments.
  case sharing(any AnyHandleTransform)
  /// A step that runs on the new object before it is returned.
  case step(any AnyStep)
  /// A modifier where it has no effect, as in source code.
  case misplaced(String)
  case start(LifecycleHook)
  case stop(LifecycleHook)

  /// Restricts a binding to profiles.
  package static func profiles(_ names: [String], isMet: @escaping @Sendable (Profile) -> Bool) -> Modifier {
    let names = names.map { "'\($0)'" }.joined(separator: ", ")
    return .condition(isMet: isMet, text: "it is for profile \(names) only")
  }
}

/// The proxy of a lazy binding.
@usableFromInline package struct ProxyDescription: Sendable {
  /// The proxy's type, which only descriptions print.
  let type: any Any.Type
  /// The error type of its calls; `Never` when one of them does not throw.
  let failure: any Error.Type
  let isMainActor: Bool
  /// Whether its type is known to be `Sendable`, so that it could be used where its object cannot.
  var isSendable = false
  /// Creates the node of the proxy.
  let link: @Sendable (inout Linker, Scope) -> AnyNode
}

/// A hook that runs on an object when its graph starts or stops.
@usableFromInline package struct LifecycleHook: Sendable {
  /// The timeout.
  let limit: Duration
  /// Runs the hook on the node's object. A start creates the object; a stop skips an object that was never created.
  let run: @Sendable (AnyNode) async throws -> Void

  package init(limit: Duration, run: @escaping @Sendable (AnyNode) async throws -> Void) {
    // A clock adds the limit to the present time.
    self.limit = max(.zero, min(limit, .seconds(1 << 32)))
    self.run = run
  }
}

/// The isolation that creating an object requires; each case requires more than the one before.
///
/// It propagates from a dependency to its consumers: a consumer of a main-actor object is created on the main actor
/// too, and a consumer of an asynchronous object is asynchronous itself.
public enum Isolation: String, Sendable, Hashable, Comparable, CaseIterable {
  /// Anywhere, synchronously.
  case any
  /// On the main actor synchronously, elsewhere with `await`.
  case main
  /// With `await` only.
  case async

  /// Orders isolations by their requirements.
  public static func < (left: Isolation, right: Isolation) -> Bool {
    left != right && (left == .any || right == .async)
  }
}
