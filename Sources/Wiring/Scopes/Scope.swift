/// The lifetime of an object, and the consumers that share it.
///
/// From short to long: ``transient`` objects are created for every consumer; ``graph`` objects once per resolution;
/// those of a ``CustomScope`` once per opening; ``weak`` objects while they are referenced; ``singleton`` objects once
/// per graph. A longer-lived object must not hold a shorter-lived one that is meant to be shared: see the problem
/// ``Problem/Code/captive``.
public struct Scope: Sendable, Hashable {
  @usableFromInline package enum Kind: String, Sendable { case transient, graph, custom, weak, singleton }

  @usableFromInline package let kind: Kind
  /// The name of a custom scope, preceded by the names of the enclosing scopes.
  let path: [ScopeName]

  init(_ kind: Kind, path: [ScopeName] = []) {
    self.kind = kind
    self.path = path
  }

  /// A new object for every consumer. The default.
  public static let transient = Scope(.transient)
  /// One object per resolution: all consumers that one resolution creates share it.
  public static let graph = Scope(.graph)
  /// One object while any consumer references it; afterwards the next consumer receives a new one.
  ///
  /// Intended for classes. A value has no identity, so the plan refuses this scope for a struct or an enum; behind a
  /// protocol a value counts as ``transient``.
  public static let weak = Scope(.weak)
  /// One object per graph, created on first use; concurrent requests wait for it.
  public static let singleton = Scope(.singleton)

  /// The objects of an opened custom scope, for a component or a definition; bindings use
  /// ``BindingBuilder/scoped(in:)``.
  ///
  /// ```swift
  /// @Component(scope: .custom(CustomScope<Account>.session))
  /// final class Cart: Sendable { … }
  /// ```
  public static func custom<Context>(_ scope: CustomScope<Context>) -> Scope { scope.scope }

  /// The scope's name, as in `singleton` or `session`.
  public var name: String { path.last?.text ?? kind.rawValue }

  /// Whether an object of this scope outlives the resolution that made it.
  package var outlivesResolution: Bool { kind != .transient && kind != .graph }

  /// Returns whether an object of this scope may hold one of another scope that is meant to be shared.
  func mayHold(_ held: Scope) -> Bool {
    switch held.kind {
    case .transient, .weak, .singleton: true
    case .graph: !outlivesResolution
    case .custom: !outlivesResolution || path.starts(with: held.path)
    }
  }
}

/// A scope whose objects never leave the resolution that created them, so that their type need not be `Sendable`.
public struct UnsharedScope: Sendable, Hashable {
  @usableFromInline package let scope: Scope

  /// A new object for every consumer; see ``Scope/transient``.
  public static let transient = UnsharedScope(scope: .transient)
  /// One object per resolution; see ``Scope/graph``.
  public static let graph = UnsharedScope(scope: .graph)
}

/// A lifetime that the program opens and closes: a session, a request, a document.
///
/// It is opened with a context, which its objects can have as a dependency like any other.
///
/// ```swift
/// extension CustomScope where Context == Account {
///   static var session: Self { CustomScope("session") }
/// }
///
/// binder.scope(.session)
/// binder.bind(Cart.init).scoped(in: .session)           // init(account: Account, catalogue: any Catalogue)
///
/// let session = try graph.open(.session, with: account)
/// let cart = try session.resolve(Cart.self)             // the same one until the session ends
/// ```
///
/// A scope may be nested in another; its objects may hold those of the outer one, not vice versa.
public struct CustomScope<Context: Sendable>: Sendable, Hashable {
  let scope: Scope

  /// Creates an outermost scope.
  ///
  /// - Parameter name: The scope's name; two scopes with the same name, and the same type of context, are the same.
  public init(_ name: String) {
    scope = Scope(.custom, path: [ScopeName(name, Context.self)])
  }

  /// Creates a scope that is opened inside another one.
  public init<Outer>(_ name: String, within outer: CustomScope<Outer>) {
    scope = Scope(.custom, path: outer.scope.path + [ScopeName(name, Context.self)])
  }
}

/// The identity of a custom scope among those of the same enclosing scope.
///
/// The type of the context is part of it: objects of a scope use its context as that type.
struct ScopeName: Sendable, Hashable {
  let text: String
  let context: any Any.Type

  init(_ text: String, _ context: any Any.Type) {
    self.text = text
    self.context = context
  }

  static func == (left: Self, right: Self) -> Bool {
    left.context == right.context && left.text == right.text
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(context))
    hasher.combine(text)
  }
}
