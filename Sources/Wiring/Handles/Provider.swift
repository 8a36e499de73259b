public import Synchronization

/// A function that resolves a dependency on each call, as its scope determines: a new object, or the shared one.
///
/// ```swift
/// final class Printer: Sendable {
///   init(page: Provider<Page>) { … }
///   func print(_ texts: [String]) throws { for text in texts { try page().show(text) } }
/// }
/// ```
///
/// It needs no binding. It breaks a cycle, and does not excuse a captive dependency. Each call is a resolution: objects
/// of ``Scope/graph`` are not shared between calls. Any thread may call it.
///
/// A bare closure does the same without mentioning the container: `() throws -> Page`, or `() -> Page` where creation
/// cannot fail, or `() async throws -> Page` where it is asynchronous.
public struct Provider<Value>: Sendable {
  @usableFromInline let make: @Sendable () throws -> Value
  /// The cell of a singleton, which is read without a call.
  @usableFromInline let singleton: SingletonCell<Value>?

  /// Creates a provider by hand, as for a test.
  public init(_ make: @escaping @Sendable () throws -> Value) {
    self.make = make
    singleton = nil
  }

  init(_ target: DeferredDependency<Value>) {
    guard case .direct(let node) = target.source, target.owner == nil else {
      make = { try target.resolve() }
      singleton = nil
      return
    }
    // Not the node's own closure, which would outlive the node and the objects that it retains. Not the node itself,
    // which each call would retain.
    if node.needsFrame {
      make = { try ResolutionFrame.begin { try node.make($0) } }
    } else {
      make = { try node.make(nil) }
    }
    singleton = node.singleton
  }

  /// Resolves the object.
  ///
  /// - Throws: The error of the object's factory; ``ResolutionError`` when the graph no longer exists.
  @inlinable
  public func callAsFunction() throws -> Value {
    if let singleton, let pointer = singleton.ready.load(ordering: .acquiring) {
      // Inlined, the cell, which owns the box, could be released before the object is copied.
      defer { withExtendedLifetime(singleton) {} }
      return Unmanaged<HeapBox<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.value }
    }
    return try make()
  }
}

extension Provider: DerivedValue {
  @usableFromInline
  static func declaration(_ context: DerivationContext) -> Declaration? {
    .handle(Self.self, to: Value.self, qualifier: context.qualifier, site: context.site) { target in Provider(target) }
  }
}
