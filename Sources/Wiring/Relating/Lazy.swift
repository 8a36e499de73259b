/// A dependency that is made when it is first used, and kept from then on.
///
/// ```swift
/// final class Importer: Sendable {
///   init(index: Lazy<SearchIndex>) { … }   // no index yet
///   func run() throws { try index.value.add(…) }
/// }
/// ```
///
/// It needs no binding of its own. Copies share the object. Several threads may ask at once: one makes the object, the
/// others wait. It breaks a cycle, and does not excuse a captive dependency.
///
/// Prefer a plain parameter when the object is always used: it is simpler, and fails early.
public struct Lazy<Value> {
  private let object: LazyObject<Value, any Error>

  /// Creates a lazy dependency by hand, as for a test.
  ///
  /// - Parameter make: Makes the object.
  public init(_ make: @escaping @Sendable () throws -> Value) {
    object = LazyObject(make)
  }

  /// The object, made now if nobody asked before.
  ///
  /// Throws what the object's factory throws; ``ResolutionError`` when the graph that makes it is gone.
  public var value: Value {
    get throws { try object.value }
  }

  /// Whether the object is there.
  public var isMade: Bool { object.isMade }
}

extension Lazy: Sendable where Value: Sendable {}

extension Lazy: DerivedValue {
  @usableFromInline
  static func declaration(_ context: DerivationContext) -> Declaration? {
    .handle(Self.self, to: Value.self, context) { target in Lazy { try target.resolve() } }
  }
}
