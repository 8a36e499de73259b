/// An ``Injector`` whose type is known at run time only.
protocol AnyInjector {}

/// Injects into objects that others create; see ``Binder/injector(for:_:file:line:column:)``.
public struct Injector<Target>: AnyInjector {
  private let inject: (inout Target) throws -> Void

  @usableFromInline
  init(_ inject: @escaping (inout Target) throws -> Void) {
    self.inject = inject
  }

  /// Injects into an object.
  ///
  /// - Parameter target: The object.
  /// - Throws: What the injection throws.
  public func callAsFunction(_ target: inout Target) throws {
    try inject(&target)
  }
}
