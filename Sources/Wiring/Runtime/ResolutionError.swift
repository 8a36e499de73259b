/// Why an object that was asked for by key, rather than declared as a dependency, could not be had.
///
/// Only such requests can fail in this way: those of ``Graph``, of a ``Resolver``, and of a handle
/// whose graph is gone. What factories declare as parameters was proved when the plan was made.
public struct ResolutionError: Error, Sendable, Hashable {
  @usableFromInline enum Reason: Sendable, Hashable {
    case missing(AnyKey)
    case circular([AnyKey])
    case resolverKept(AnyKey)
    case graphGone(AnyKey)
    case needsAwait(AnyKey)
    case needsMainActor(AnyKey)
    case scopeNotOpen(AnyKey, scope: String)
    case notInjected(AnyKey)
    case unknownName(String, near: [String])
    case ambiguous(String, candidates: [String])
    case otherType(String, AnyKey, wanted: AnyKey)
    case badValue(AnyKey, String)
    case notPlanned(AnyKey, provider: AnyKey)
  }

  let reason: Reason

  @usableFromInline
  init(_ reason: Reason) {
    self.reason = reason
  }
}

extension ResolutionError {
  /// An object as a type; it is an error to be none.
  static func cast<Value>(
    _ object: Any, as type: Value.Type, named name: String
  ) throws(ResolutionError) -> Value {
    if let value = object as? Value { return value }
    throw ResolutionError(.otherType(name, AnyKey(Swift.type(of: object)), wanted: AnyKey(type)))
  }
}

extension ResolutionError: CustomStringConvertible {
  /// One of:
  ///
  /// - `nothing provides 'any Clock'; bind it in a module of the plan`
  /// - `opaque factories need each other: A → B → A; give one of them its dependencies as parameters`
  /// - `an object was asked for while it was being made; give its factory its dependencies as parameters`
  /// - `the resolver of 'Report' was used after its factory returned; do not keep a resolver`
  /// - `the graph of 'Report' is gone; keep the graph for as long as its objects make others`
  /// - `'Database' takes an await; resolve it with one, or ask for it as () async throws -> Database`
  /// - `'NoteList' belongs to the main actor; resolve it with an await, or with resolve(main:) there`
  /// - `'Cart' lives in the scope 'session', which is not open here; resolve it from what open(_:with:) returns`
  /// - `'NoteList' was not injected; call graph.inject(into:) first`
  /// - `nothing is called 'mainVeiw'; 'mainView' exists`
  /// - `'any Service' has 2 candidates: first, second; make one of them primary, or ask for one by its name`
  /// - `'mainView' is a 'MyView', which is no 'MyController'`
  /// - `'Int "pageSize"' cannot be read: it is to be a whole number, and is 'many'`
  /// - `nothing in the plan asks for 'any Tool', so that replacing it would change nothing; replace 'Hammer "hammer"', which provides it`
  public var description: String {
    switch reason {
    case .missing(let key):
      "nothing provides '\(key)'; bind it in a module of the plan"
    case .circular(let keys) where keys.isEmpty:
      "an object was asked for while it was being made; give its factory its dependencies as parameters"
    case .circular(let keys):
      "opaque factories need each other: \(keys.map(\.description).joined(separator: " → ")); "
        + "give one of them its dependencies as parameters"
    case .resolverKept(let key):
      "the resolver of '\(key)' was used after its factory returned; do not keep a resolver"
    case .graphGone(let key):
      "the graph of '\(key)' is gone; keep the graph for as long as its objects make others"
    case .needsAwait(let key):
      "'\(key)' takes an await; resolve it with one, or ask for it as () async throws -> \(key.typeName)"
    case .needsMainActor(let key):
      "'\(key)' belongs to the main actor; resolve it with an await, or with resolve(main:) there"
    case .unknownName(let name, let near):
      "nothing is called '\(name)'" + (near.isEmpty ? "" : "; \(near.map { "'\($0)'" }.joined(separator: ", ")) exists")
    case .ambiguous(let name, let candidates):
      "'\(name)' has \(candidates.count) candidates: \(candidates.joined(separator: ", ")); "
        + "make one of them primary, or ask for one by its name"
    case .otherType(let name, let key, let wanted):
      "'\(name)' is a '\(key.typeName)', which is no '\(wanted.typeName)'"
    case .badValue(let key, let reason):
      "'\(key)' cannot be read: \(reason)"
    case .notPlanned(let key, let provider):
      "nothing in the plan asks for '\(key)', so that replacing it would change nothing; "
        + "replace '\(provider)', which provides it"
    case .notInjected(let key):
      "'\(key)' was not injected; call graph.inject(into:) first"
    case .scopeNotOpen(let key, let scope):
      "'\(key)' lives in the scope '\(scope)', which is not open here; resolve it from what open(_:with:) returns"
    }
  }
}
