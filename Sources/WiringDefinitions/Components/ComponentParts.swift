import Wiring

/// The type-erased parts of a component: each captures the type in a closure.
struct ComponentParts: Sendable {
  /// An initializer.
  struct Constructor: Sendable {
    let parameters: [ComponentParameter]
    /// The dependencies of the parameters.
    let dependencies: [Dependency]
    /// Declares a binding that uses the initializer; returns its position in the binder's list.
    let declare: @Sendable (Binder, AnyKey, CallSite) -> Declaration

    init(
      parameters: [ComponentParameter], dependencies: [Dependency],
      declare: @escaping @Sendable (Binder, AnyKey, CallSite) -> Declaration
    ) {
      self.parameters = parameters
      self.dependencies = dependencies
      self.declare = declare
    }
  }

  /// A settable property.
  struct Property: Sendable {
    let name: String
    let dependency: Dependency
    /// The isolation of the setter.
    let isolation: Isolation
    let step: @Sendable () -> any AnyStep

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
    /// Calls the method on a new object; `nil` for an asynchronous one.
    let step: (@Sendable () -> any AnyStep)?
    let start: @Sendable (AnyNode) async throws -> Void
    let stop: @Sendable (AnyNode) async throws -> Void
  }

  var constructors: [Constructor] = []
  var properties: [Property] = []
  var methods: [Method] = []
  var views: [CandidateView] = []
  /// Returns an object of a factory unchanged, for further injection.
  var passThrough: Constructor?
  /// The resource outside the process that the objects access.
  var external: String?
  /// For a factory, whether its products are `Sendable`.
  var isProductShareable = false

  init() {}
}

/// A parameter of a component's initializer, or a property that is injected into it.
public struct ComponentParameter: Sendable, Hashable, ExpressibleByStringLiteral {
  /// Its name in definitions: the label, or the internal name where there is no label.
  public let name: String
  /// The qualifier of the dependency unless a definition sets another one.
  public let qualifier: String?

  /// Creates a parameter. The qualifier is that of a component, or the name of a definition.
  @inlinable
  public init(_ name: String, qualifier: String? = nil) {
    self.name = name
    self.qualifier = qualifier
  }

  /// Creates a parameter without a qualifier.
  @inlinable
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
