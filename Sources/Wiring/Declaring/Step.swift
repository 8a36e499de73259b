/// A step between making an object and handing it out, with dependencies of its own.
@usableFromInline protocol AnyStep: AnyObject, Sendable {}

@usableFromInline final class Step<Value>: AnyStep {
  /// What runs on the object, once its dependencies are tied to slots.
  @usableFromInline struct Linked: Sendable {
    @usableFromInline let run: @Sendable (inout Value, Frame?) throws -> Void
    /// The same, from anywhere.
    @usableFromInline let runAsync: @Sendable (inout Value, Frame?) async throws -> Void

    @inlinable
    init(
      run: @escaping @Sendable (inout Value, Frame?) throws -> Void,
      runAsync: @escaping @Sendable (inout Value, Frame?) async throws -> Void
    ) {
      self.run = run
      self.runAsync = runAsync
    }
  }

  @usableFromInline let link: @Sendable (inout Linker) -> Linked

  @inlinable
  init(link: @escaping @Sendable (inout Linker) -> Linked) {
    self.link = link
  }
}
