/// What a component's type offers, once the type is lost: each part remembers it in a closure.
@usableFromInline struct ComponentParts: Sendable {
  /// A way to make an object.
  @usableFromInline struct Constructor: Sendable {
    @usableFromInline let parameters: [ComponentParameter]
    /// Those of the parameters.
    @usableFromInline let dependencies: [Dependency]
    /// Declares a binding that makes an object in this way; returns its position in the binder's list.
    @usableFromInline let declare: @Sendable (Binder, AnyKey, CallSite) -> Int

    @usableFromInline
    init(
      parameters: [ComponentParameter], dependencies: [Dependency],
      declare: @escaping @Sendable (Binder, AnyKey, CallSite) -> Int
    ) {
      self.parameters = parameters
      self.dependencies = dependencies
      self.declare = declare
    }
  }

  /// A property that can be set.
  @usableFromInline struct Property: Sendable {
    @usableFromInline let name: String
    @usableFromInline let dependency: Dependency
    /// Where it can be set.
    @usableFromInline let isolation: Isolation
    @usableFromInline let step: @Sendable () -> any AnyStep

    @usableFromInline
    init(
      name: String, dependency: Dependency, isolation: Isolation = .any, step: @escaping @Sendable () -> any AnyStep
    ) {
      self.name = name
      self.dependency = dependency
      self.isolation = isolation
      self.step = step
    }
  }

  /// A method without parameters.
  struct Method: Sendable {
    let name: String
    /// Calls it on a new object; `nil` for a method that takes an `await`.
    let step: (@Sendable () -> any AnyStep)?
    let start: @Sendable (AnyNode) async throws -> Void
    let stop: @Sendable (AnyNode) async throws -> Void
  }

  /// The object as something that it conforms to.
  @usableFromInline struct View: Sendable {
    @usableFromInline let dependency: Dependency
    @usableFromInline let link: @Sendable (inout Linker, Scope) -> AnyNode
    /// Makes a node of the view of the node of an object, for whoever the plan does not know.
    @usableFromInline let node: @Sendable (AnyNode) -> AnyNode

    @usableFromInline
    init(
      dependency: Dependency, node: @escaping @Sendable (AnyNode) -> AnyNode,
      link: @escaping @Sendable (inout Linker, Scope) -> AnyNode
    ) {
      self.dependency = dependency
      self.node = node
      self.link = link
    }
  }

  @usableFromInline var constructors: [Constructor] = []
  @usableFromInline var properties: [Property] = []
  var methods: [Method] = []
  @usableFromInline var views: [View] = []
  /// Takes an object that a factory made, to go on with it.
  @usableFromInline var passThrough: Constructor?
  /// For a factory, whether what it makes can be shared between threads.
  @usableFromInline var isProductShareable = false

  @usableFromInline
  init() {}
}

/// A parameter of a component's initializer, or a property that is injected into it.
public struct ComponentParameter: Sendable, Hashable, ExpressibleByStringLiteral {
  /// Its name, by which definitions give it an argument: the label, or the name inside where there is no label.
  public let name: String
  /// The qualifier that is asked for unless a definition says otherwise.
  public let qualifier: String?

  /// Names a parameter.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - qualifier: The qualifier that is asked for: that of a component, or the name of a definition.
  @inlinable
  public init(_ name: String, qualifier: String? = nil) {
    self.name = name
    self.qualifier = qualifier
  }

  /// Names a parameter that is known by its type.
  ///
  /// - Parameter value: Its name.
  @inlinable
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
