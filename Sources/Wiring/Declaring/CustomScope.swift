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
