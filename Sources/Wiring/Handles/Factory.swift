/// A factory of objects from arguments that are known only at run time, with all other dependencies from the graph.
///
/// ```swift
/// binder.factory { (title: String) in { (clock: any Clock) in Draft(title: title, clock: clock) } }
///
/// final class Desk: Sendable {
///   init(draft: Factory<Draft, String>) { … }
///   func begin() throws -> Draft { try draft("Shopping") }
/// }
/// ```
///
/// The arguments are part of the type, so the compiler checks them. Each call is a resolution.
public struct Factory<Value, each Argument>: Sendable {
  @usableFromInline let make: @Sendable (repeat each Argument) throws -> Value

  /// Creates a factory by hand, as for a test.
  @inlinable
  public init(_ make: @escaping @Sendable (repeat each Argument) throws -> Value) {
    self.make = make
  }

  /// Creates an object.
  @inlinable
  public func callAsFunction(_ argument: repeat each Argument) throws -> Value {
    try make(repeat each argument)
  }
}

/// A ``Factory`` of an object that belongs to the main actor, such as a view-model.
///
/// ```swift
/// binder.main.factory(DraftViewModel.init(title:clock:), argument: String.self)
///
/// @MainActor final class DraftList {
///   init(draft: MainActorFactory<DraftViewModel, String>) { … }
///   func begin() throws -> DraftViewModel { try draft("Shopping") }
/// }
/// ```
///
/// Any object may hold it; only the main actor may call it. Its dependencies may belong to the main actor, too.
public struct MainActorFactory<Value, each Argument>: Sendable {
  private let make: @MainActor @Sendable (repeat each Argument) throws -> Value

  /// Creates a factory by hand, as for a test.
  public init(_ make: @escaping @MainActor @Sendable (repeat each Argument) throws -> Value) {
    self.make = make
  }

  /// Creates an object.
  @MainActor
  public func callAsFunction(_ argument: repeat each Argument) throws -> Value {
    try make(repeat each argument)
  }
}

/// A ``Factory`` of an object whose creation takes an `await`.
///
/// ```swift
/// binder.factory(async: Connection.init(host:pool:), argument: String.self)
///
/// actor Browser {
///   init(connection: AsyncFactory<Connection, String>) { … }
///   func visit(_ host: String) async throws { let connection = try await connection(host) … }
/// }
/// ```
///
/// Its dependencies may be asynchronous, too, or belong to the main actor, but not be confined to it.
public struct AsyncFactory<Value: Sendable, each Argument: Sendable>: Sendable {
  private let make: @concurrent @Sendable (repeat each Argument) async throws -> Value

  /// Creates a factory by hand, as for a test.
  public init(_ make: @escaping @concurrent @Sendable (repeat each Argument) async throws -> Value) {
    self.make = make
  }

  /// Creates an object.
  public func callAsFunction(_ argument: repeat each Argument) async throws -> Value {
    try await make(repeat each argument)
  }
}
