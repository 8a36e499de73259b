/// How long an object lives, and who shares it.
///
/// From short to long: ``transient`` is made for every consumer; ``graph`` once per resolution; a ``CustomScope`` once
/// per opening; ``weak`` while somebody holds it; ``singleton`` once per graph. A longer-lived object must not hold a
/// shorter-lived one that is meant to be shared: see the problem ``Problem/Code/captive``.
public struct Scope: Sendable, Hashable {
  @usableFromInline enum Kind: String, Sendable { case transient, graph, custom, weak, singleton }

  @usableFromInline let kind: Kind
  /// For a custom scope its name, with those of the scopes around it before it.
  let path: [String]

  init(_ kind: Kind, path: [String] = []) {
    self.kind = kind
    self.path = path
  }

  /// A new object for every consumer. The default.
  public static let transient = Scope(.transient)
  /// One object per resolution: all consumers that are made together share it, the next resolution makes another.
  public static let graph = Scope(.graph)
  /// One object for as long as anybody holds it; then the next consumer gets a new one.
  ///
  /// Meant for classes. A value has no identity to hold, so the plan refuses this scope for a struct or an enum; behind a
  /// protocol a value counts as ``transient``.
  public static let weak = Scope(.weak)
  /// One object per graph, made when it is first needed, by whoever comes first; the others wait for it.
  public static let singleton = Scope(.singleton)

  /// The scope's name, as in `singleton` or `session`.
  public var name: String { path.last ?? kind.rawValue }

  /// Whether an object of this scope outlives the resolution that made it.
  var outlivesResolution: Bool { kind != .transient && kind != .graph }

  /// Whether an object of this scope may hold one of another scope that is meant to be shared.
  func mayHold(_ held: Scope) -> Bool {
    switch held.kind {
    case .transient, .weak, .singleton: true
    case .graph: !outlivesResolution
    case .custom: !outlivesResolution || path.starts(with: held.path)
    }
  }
}

/// The scopes in which an object never leaves the resolution that made it, so that its type need not be `Sendable`.
public struct UnsharedScope: Sendable, Hashable {
  @usableFromInline let scope: Scope

  /// A new object for every consumer; see ``Scope/transient``.
  public static let transient = UnsharedScope(scope: .transient)
  /// One object per resolution; see ``Scope/graph``.
  public static let graph = UnsharedScope(scope: .graph)
}

/// A lifetime that the program opens and closes: a session, a request, a document. It begins with a context, which its
/// objects can ask for like for anything else.
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
/// let cart = try session.resolve(Cart.self)             // the same one until the session is over
/// ```
///
/// A scope may lie within another; its objects may hold those of the outer one, not the other way round.
public struct CustomScope<Context: Sendable>: Sendable, Hashable {
  let scope: Scope

  /// Creates an outermost scope.
  ///
  /// - Parameter name: The scope's name; two scopes of one name are the same.
  public init(_ name: String) {
    scope = Scope(.custom, path: [name])
  }

  /// Creates a scope that is opened inside another one.
  ///
  /// - Parameters:
  ///   - name: The scope's name.
  ///   - outer: The scope around it.
  public init<Outer>(_ name: String, within outer: CustomScope<Outer>) {
    scope = Scope(.custom, path: outer.scope.path + [name])
  }
}
