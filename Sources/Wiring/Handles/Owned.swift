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
/// object and for the objects that were created with it, or later by its ``Lazy``, ``Provider`` and ``Factory``, in reverse order
/// of creation. Shared objects are not included: singletons stop with their graph.
///
/// Where a factory throws, the objects that were created before it are stopped, and so are owned objects whose consumers then do
/// not exist: before an asynchronous resolution throws, in a task of their own after a synchronous one. What an initializer
/// creates through a handle belongs to the initializer, also if that throws.
public struct Owned<Value> {
  /// The object.
  public let value: Value
  private let stops: StopList

  init(value: Value, stops: StopList) {
    self.value = value
    self.stops = stops
  }

  /// Creates an owned dependency by hand, as for a test.
  public init(_ value: Value, stop: @escaping @Sendable () async throws -> Void = {}) {
    self.init(value: value, stops: StopList([stop]))
  }

  /// Disposes of the object and of the objects that were created for it, also later by its handles. Idempotent: a second call
  /// waits for the first, and disposes of the objects created since.
  ///
  /// - Throws: ``LifecycleError`` with all failures; every hook has run.
  public func stop() async throws(LifecycleError) {
    let failures = await stops.run()
    if !failures.isEmpty { throw LifecycleError(phase: .stop, failures: failures) }
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
          let stops = StopList()
          let frame = ResolutionFrame(owner: stops, within: outer)
          do {
            let value = try linked.value(frame)
            outer?.add(stops)
            return Owned(value: value, stops: stops)
          } catch {
            stops.add(after: frame.takePending())
            stops.runInBackground()
            throw error
          }
        },
        { outer in
          let stops = StopList()
          let frame = ResolutionFrame(owner: stops, within: outer)
          do {
            let value = try await linked.asyncValue(frame)
            outer?.add(stops)
            return Owned(value: value, stops: stops)
          } catch {
            stops.add(after: frame.takePending())
            _ = await stops.run()
            throw error
          }
        })
    }
  }
}
