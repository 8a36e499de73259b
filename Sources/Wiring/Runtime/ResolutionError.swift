/// An error of a request by key or name, as opposed to a declared dependency.
///
/// Only such requests can fail in this way: those of a ``Graph``, of a ``Resolver``, and of a handle whose graph is
/// deallocated. The parameters of factories are proved when the plan is made.
///
/// An error retains its plan, with the values bound in it, since it prints what that knows; it retains no object of the graph.
public struct ResolutionError: Error, Sendable, Hashable {
  @usableFromInline enum Reason: Sendable, Hashable {
    case missing(AnyKey)
    case circular([AnyKey])
    case usedWhileCreated([AnyKey])
    case endless([AnyKey])
    case tooDeep(AnyKey, depth: Int)
    case resolverKept(AnyKey)
    case graphGone(AnyKey)
    case needsAwait(AnyKey)
    case needsMainActor(AnyKey)
    case confined(AnyKey)
    case notConfined(AnyKey)
    case scopeNotOpen(AnyKey, scope: String)
    case scopeNotDeclared(String)
    case scopeIsOpen(String)
    case otherContext(AnyKey, scope: String, declared: AnyKey)
    case notInjected(AnyKey)
    case unknownName(String, near: [String])
    case ambiguous(String, candidates: [String])
    case otherType(String, AnyKey, wanted: AnyKey)
    case badValue(AnyKey, String)
    case notPlanned(AnyKey, provider: AnyKey)
    case dynamicType(AnyKey, AnyKey)
  }

  let reason: Reason
  /// The request that failed; `nil` for that of a handle. An object, since each throwing call reserves space for its error.
  var request: FailedRequest?

  @usableFromInline
  init(_ reason: Reason) {
    self.reason = reason
  }

  /// Whether two errors have the same reason, at the same place.
  public static func == (left: ResolutionError, right: ResolutionError) -> Bool {
    left.reason == right.reason && left.location == right.location
  }

  /// Hashes the reason and the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
    hasher.combine(location)
  }
}

extension ResolutionError {
  /// The size in bytes of the stack that is left for at most 32 factories, and for the error to be created and reported.
  static let reservedStack = 65_536

  /// Casts an object.
  ///
  /// - Throws: ``ResolutionError`` when the object has another type.
  static func cast<Value>(
    _ object: Any, as type: Value.Type, named name: String
  ) throws(ResolutionError) -> Value {
    if let value = object as? Value { return value }
    throw ResolutionError(.otherType(name, AnyKey(Swift.type(of: object)), wanted: AnyKey(type)))
  }
}

extension [AnyKey] {
  /// The keys of a cycle, from the first one back to it: `A → B → A`. A lazy object is created by its handle, which has the
  /// same type, so that both are shown as one.
  var path: String {
    let keys = self + prefix(1)
    let distinct = keys.indices.filter { $0 == 0 || keys[$0] != keys[$0 - 1] || count == 1 }
    return distinct.map { keys[$0].description }.joined(separator: " → ")
  }
}

extension ResolutionError: CustomStringConvertible {
  /// The message with its fix, and below it where the object was asked for, what leads to the cause, and what is near:
  ///
  /// ```
  /// nothing provides 'any Clock'; bind it in a module of the plan
  ///   asked for  Desk/main.swift:12
  ///   near       SystemClock is bound as 'SystemClock'  Desk/AppModule.swift:9  → bind it as (any Clock).self
  /// ```
  public var description: String { ([message] + (request?.facts(on: reason) ?? [])).joined(separator: "\n") }

  /// The first line: the failure with its fix.
  public var message: String {
    switch reason {
    case .missing(let key):
      "nothing provides '\(key)'; \(Self.declaration(of: key))"
    case .usedWhileCreated(let keys):
      "'\(keys.first?.description ?? "")' was requested while it was being created: \(keys.path); "
        + "request it after its initializer returned; a Task that an initializer starts belongs to the creation, too"
    case .endless(let keys):
      "creating '\(keys.first?.description ?? "")' would never end: \(keys.path), each of which uses the next one in its "
        + "initializer; use one of them after its initializer returned"
    case .tooDeep(let key, let depth):
      "the stack of this thread ends before '\(key)' and its \(depth - 1) levels of dependencies are created; "
        + "create them on a thread with a larger stack, or begin a part of them by Lazy"
    case .circular(let keys):
      "opaque factories depend on each other: \(keys.map(\.description).joined(separator: " → ")); "
        + "give one of them its dependencies as parameters"
    case .resolverKept(let key):
      "the resolver of '\(key)' was used after its factory returned; do not store a resolver"
    case .graphGone(let key):
      "the graph of '\(key)' was deallocated; retain it while its objects resolve others"
    case .needsAwait(let key):
      "'\(key)' is created asynchronously; use buildAsync, resolveAsync or openAsync, or depend on () async throws -> "
        + key.typeName
    case .needsMainActor(let key):
      "'\(key)' belongs to the main actor; use buildAsync, resolveAsync or openAsync, "
        + "or buildOnMainActor, resolveOnMainActor or openOnMainActor there"
    case .confined(let key):
      "'\(key)' stays on the main actor; there, use resolveOnMainActor, buildOnMainActor or openOnMainActor, or await "
        + "resolveAsync, buildAsync or openAsync; or let it leave the actor: .sendable()"
    case .notConfined(let key):
      "'\(key)' is replaced by an object that stays on the main actor, and what depends on it can leave it; bind it by "
        + "binder.main, or replace it by a Sendable object"
    case .unknownName(let name, let near):
      "nothing is named '\(name)'"
        + (near.isEmpty ? "" : "; did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?")
    case .ambiguous(let name, let candidates):
      "'\(name)' has \(candidates.count) candidates: \(candidates.joined(separator: ", ")); "
        + "make one of them primary, or resolve one by its name"
    case .otherType(let name, let key, let wanted):
      "'\(name)' is a '\(key.typeName)', not a '\(wanted.typeName)'"
    case .badValue(let key, let reason):
      "'\(key)' cannot be read: \(reason)"
    case .notPlanned(let key, let provider):
      "nothing in the plan depends on '\(key)', so replacing it has no effect; "
        + "replace '\(provider)', which provides it"
    case .dynamicType(let key, let known):
      "'\(key)' is named by a metatype of its superclass '\(known)', and an object of that may be none; "
        + "name the type itself: \(key.expression)"
    case .notInjected(let key):
      "'\(key)' was not injected; call graph.inject(into:) first"
    case .scopeNotDeclared(let scope):
      "no module declares the scope '\(scope)'; add binder.scope(\(scope.asScope)) to one"
    case .otherContext(let key, let scope, let declared):
      "the scope '\(scope)' is declared with a context '\(declared)', not '\(key)'; open it with one, or give one of the two "
        + "scopes another name"
    case .scopeIsOpen(let scope):
      "the scope '\(scope)' is open here already; open it once more from the graph outside"
    case .scopeNotOpen(let key, let scope):
      "'\(key)' lives in the scope '\(scope)', which is not open here; resolve it from what open(_:with:) returns"
    }
  }

  /// Returns what would provide a missing key.
  private static func declaration(of key: AnyKey) -> String {
    if key.type is any AnyInjector.Type { return "declare it in a module of the plan: binder.injector(for:_:)" }
    guard key.qualifier == nil, let list = key.witness.list else { return "bind it in a module of the plan" }
    let element = (list.element.handleTarget ?? list.element).key.expression
    let name = list.isOrdered ? "" : ", named: …"
    return "contribute to it in a module of the plan: binder.contribute(to: \(element)\(name), …)"
  }
}
