/// A dependency that its consumer disposes of, together with everything that was created for it alone.
///
/// ```swift
/// final class Download: Sendable {
///   init(connection: Provider<Owned<Connection>>) { … }
///   func run() async throws {
///     let connection = try connection()
///     …
///     try await connection.stop()
///   }
/// }
/// ```
///
/// It needs no binding. ``stop()`` runs the hooks that were declared by ``BindingBuilder/onStop(within:_:)`` for the
/// object and for the objects that were created with it, in reverse order of creation. Shared objects are not included:
/// singletons stop with their graph.
public struct Owned<Value> {
  /// The object.
  public let value: Value
  private let stops: StopList

  init(value: Value, stops: [@Sendable () async throws -> Void]) {
    self.value = value
    self.stops = StopList(stops)
  }

  /// Creates an owned dependency by hand, as for a test.
  public init(_ value: Value, stop: @escaping @Sendable () async throws -> Void = {}) {
    self.init(value: value, stops: [stop])
  }

  /// Disposes of the object and of the objects that were created for it. Idempotent.
  ///
  /// - Throws: ``LifecycleError`` with all failures; every hook has run.
  public func stop() async throws(LifecycleError) {
    try await stops.run()
  }
}

extension Owned: Sendable where Value: Sendable {}

extension Owned: DerivedValue {
  @usableFromInline
  static func declaration(_ context: DerivationContext) -> Declaration? {
    let dependency = Dependency(Value.self, qualifier: context.qualifier)
    let key = AnyKey(Self.self, qualifier: context.qualifier)
    return Declaration(key: key, kind: .collection, site: context.site, dependencies: [dependency]) {
      linker, _ in
      let linked = linker.dependency(for: Value.self)
      return linker.node(
        .transient,
        { outer in
          let frame = ResolutionFrame(owningWithin: outer)
          return Owned(value: try linked.value(frame), stops: frame.stops ?? [])
        },
        { outer in
          let frame = ResolutionFrame(owningWithin: outer)
          return Owned(value: try await linked.asyncValue(frame), stops: frame.stops ?? [])
        })
    }
  }
}

/// The stop hooks of an owned object, which run once.
private final class StopList: Sendable {
  private let stops: ConditionMutex<[@Sendable () async throws -> Void]>

  init(_ stops: [@Sendable () async throws -> Void]) {
    self.stops = ConditionMutex(stops)
  }

  func run() async throws(LifecycleError) {
    let stops = stops.withLock {
      defer { self.stops.value = [] }
      return self.stops.value
    }
    var failures: [LifecycleError.Failure] = []
    for stop in stops.reversed() {
      do { try await stop() } catch { failures.append(LifecycleError.Failure(key: nil, site: nil, error: error)) }
    }
    if !failures.isEmpty { throw LifecycleError(phase: .stop, failures: failures) }
  }
}
