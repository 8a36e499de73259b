/// A function that opens a custom scope and creates its entry point, for an object that decides when a scope begins.
///
/// ```swift
/// final class LogIn: Sendable {
///   init(session: ScopeOpener<Account, Home>) { … }
///   func callAsFunction(_ account: Account) throws -> Graph<Home> { try session(account) }
/// }
/// ```
///
/// It needs no binding: the scope is the one whose context has the type (and the qualifier) that is requested. The plan proves
/// that the entry point can be created inside the scope; it may be the context itself. Each call opens the scope once more.
/// The scope's objects live until the returned graph is deallocated. An opener does not retain its own graph: keep that.
public struct ScopeOpener<Context: Sendable, Root>: Sendable {
  private enum Source: Sendable {
    case scope(@Sendable (Context, CallSite) throws -> Container)
    case plan(@Sendable (Context) throws -> Plan<Root>)
  }

  private let source: Source
  private let root: Key<Root>

  /// Creates an opener by hand, as for a test: it builds a plan for each context.
  public init(_ plan: @escaping @Sendable (Context) throws -> Plan<Root>) {
    source = .plan(plan)
    root = .unqualified
  }

  private init(root: Key<Root>, _ open: @escaping @Sendable (Context, CallSite) throws -> Container) {
    source = .scope(open)
    self.root = root
  }

  /// Opens the scope, and creates its root synchronously.
  ///
  /// - Throws: ``ResolutionError`` when the root belongs to the main actor or requires an `await`, or when the graph of the
  ///   opener no longer exists; otherwise the errors of factories.
  public func callAsFunction(
    _ context: Context,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> Graph<Root> {
    let site = CallSite(file, line, column)
    return switch source {
    case .scope(let open): try open(context, site).graph(root, on: .any, at: site)
    case .plan(let plan): try plan(context).build(file: file, line: line, column: column)
    }
  }

  /// Opens the scope, and creates its root, including objects of asynchronous factories and of the main actor.
  ///
  /// - Throws: ``ResolutionError`` when the graph of the opener no longer exists, or when the root is confined to the main
  ///   actor and the caller is elsewhere; otherwise the errors of factories.
  public func openAsync(
    _ context: Context, isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) async throws -> Graph<Root> {
    let site = CallSite(file, line, column)
    switch source {
    case .scope(let open): return try await open(context, site).graph(root, at: site)
    case .plan(let plan): return try await plan(context).buildAsync(file: file, line: line, column: column)
    }
  }

  /// Opens the scope, and creates its root synchronously on the main actor, including objects that belong to it.
  ///
  /// - Throws: ``ResolutionError`` when the root requires an `await`, or when the graph of the opener no longer exists; otherwise
  ///   the errors of factories.
  @MainActor
  public func openOnMainActor(
    _ context: Context,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> Graph<Root> {
    let site = CallSite(file, line, column)
    return switch source {
    case .scope(let open): try open(context, site).graph(root, on: .main, at: site)
    case .plan(let plan): try plan(context).buildOnMainActor(file: file, line: line, column: column)
    }
  }
}

extension ScopeOpener: DerivedValue {
  /// Returns the declaration of the opener; `nil` when no scope has the context.
  @usableFromInline
  static func declaration(_ context: DerivationContext) -> Declaration? {
    let opened = context.qualifier.map(Key<Context>.init) ?? .unqualified
    guard let path = context.scopePath(opened.erased) else { return nil }
    let root = Root.self == Context.self ? context.qualifier.map(Key<Root>.init) ?? .unqualified : .unqualified
    let key = AnyKey(Self.self, qualifier: context.qualifier)
    let declaration = Declaration(
      key: key, kind: .handle, site: context.site,
      dependencies: [
        Dependency(Context.self, qualifier: opened.qualifier), Dependency(Root.self, qualifier: root.qualifier),
      ]
    ) { linker, _ in
      let reference = linker.containerReference
      return linker.handleNode { _ in
        ScopeOpener(root: root) { context, site in
          guard let container = reference.object else {
            throw ResolutionError(.graphGone(key)).located(at: site, in: nil)
          }
          return try container.requested(at: site) { () throws(ResolutionError) in
            try container.opened(path, with: context)
          }
        }
      }
    }
    declaration.opensScope = true
    // Which of its functions is called is known at run time only.
    declaration.isolation = .async
    declaration.failure = (any Error).self
    // The opener of a scope within another one exists where that one is open.
    if path.count > 1 { declaration.scope = Scope(.custom, path: path.dropLast()) }
    return declaration
  }
}

extension ScopeOpener: ContextOpener {
  static var context: any Any.Type { Context.self }
}

/// A ``ScopeOpener`` of any type.
protocol ContextOpener {
  static var context: any Any.Type { get }
}
