/// A way to get a dependency as often as it is needed, each time as its scope says: a new one, or the one that is there.
///
/// ```swift
/// final class Printer: Sendable {
///   init(page: Provider<Page>) { … }
///   func print(_ texts: [String]) throws { for text in texts { try page().show(text) } }
/// }
/// ```
///
/// It needs no binding of its own. It breaks a cycle, and does not excuse a captive dependency. Each call is a resolution:
/// objects of ``Scope/graph`` are not shared between calls. Any thread may call it.
///
/// A bare closure does the same without naming the container: `() throws -> Page`, or `() -> Page` where making cannot
/// fail, or `() async throws -> Page` where it takes an `await`.
public struct Provider<Value>: Sendable {
  @usableFromInline let make: @Sendable (Frame?) throws -> Value
  @usableFromInline let needsFrame: Bool
  /// Where a singleton is kept, for a look without a call.
  @usableFromInline let singleton: SingletonCell<Value>?
  /// Keeps what `make` points to.
  @usableFromInline let node: AnyNode?

  /// Creates a provider by hand, as for a test.
  ///
  /// - Parameter make: Makes or finds the object.
  public init(_ make: @escaping @Sendable () throws -> Value) {
    self.make = { _ in try make() }
    needsFrame = false
    singleton = nil
    node = nil
  }

  init(_ target: Deferred<Value>) {
    node = target.direct
    needsFrame = target.direct?.needsFrame ?? false
    singleton = target.direct?.singleton
    if let direct = target.direct {
      make = direct.make
    } else {
      make = { _ in try target.resolve() }
    }
  }

  /// Gets the object.
  ///
  /// - Returns: The object.
  /// - Throws: What the object's factory throws; ``ResolutionError`` when the graph that makes it is gone.
  @inlinable
  public func callAsFunction() throws -> Value {
    if let value = singleton?.current { return value }
    // Inlined, the provider itself could be gone once its closure is read.
    defer { withExtendedLifetime(node) {} }
    return try make(needsFrame ? Frame() : nil)
  }
}

extension Provider: DerivedValue {
  @usableFromInline
  static func declaration(_ context: DerivationContext) -> Declaration? {
    .handle(Self.self, to: Value.self, context) { target in Provider(target) }
  }
}
