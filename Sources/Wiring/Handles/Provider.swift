public import Synchronization

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
  @usableFromInline let make: @Sendable (ResolutionFrame?) throws -> Value
  @usableFromInline let needsFrame: Bool
  /// Where a singleton is kept, for a look without a call.
  @usableFromInline let singleton: SingletonCell<Value>?

  /// Creates a provider by hand, as for a test.
  ///
  /// - Parameter make: Makes or finds the object.
  public init(_ make: @escaping @Sendable () throws -> Value) {
    self.make = { _ in try make() }
    needsFrame = false
    singleton = nil
  }

  init(_ target: DeferredDependency<Value>) {
    needsFrame = target.direct?.needsFrame ?? false
    singleton = target.direct?.singleton
    if let direct = target.direct {
      // Not the node's own closure, which would outlive the node and what it keeps.
      make = { frame in try direct.make(frame) }
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
    if let singleton, let pointer = singleton.ready.load(ordering: .acquiring) {
      // Inlined, the cell, which owns the box, could be gone before the object is copied.
      defer { withExtendedLifetime(singleton) {} }
      return Unmanaged<HeapBox<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.value }
    }
    return try make(needsFrame ? ResolutionFrame() : nil)
  }
}

extension Provider: DerivedValue {
  @usableFromInline
  static func declaration(_ context: DerivationContext) -> Declaration? {
    .handle(Self.self, to: Value.self, context) { target in Provider(target) }
  }
}
