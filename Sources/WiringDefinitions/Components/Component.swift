public import Wiring

/// A description of a type whose objects the container creates: `@Component` generates one for a class, struct or
/// actor, a ``Scan`` finds it and a ``Definition`` refers to it.
///
/// Data; it creates nothing. It can also be written by hand, for a type of another package:
///
/// ```swift
/// let mapper = Component(SGMapper.self, "SGMapper") { component in
///   component.initializer([], SGMapper.init)
///   component.conforms(to: (any Mapper).self) { $0 }
/// }
/// let context = Definitions(registry: ComponentRegistry([mapper]))
/// ```
///
/// ## Topics
/// ### Describing a type
/// - ``init(_:_:name:stereotype:scope:isLazy:isPrimary:isEager:qualifier:profiles:file:line:column:describe:)-6ipn4``
/// - ``init(_:_:name:stereotype:scope:isLazy:isPrimary:isEager:qualifier:profiles:file:line:column:describe:)-8i8uf``
/// - ``inherited(from:)``
/// - ``scope(_:of:)-(UnsharedScope,_)``
/// - ``scope(_:of:)-(Scope,_)``
/// ### Names
/// - ``type``
/// - ``typeName``
/// - ``module``
/// - ``name``
/// - ``qualifier``
/// - ``stereotype``
/// - ``location``
/// ### Lifetime and conditions
/// - ``scope``
/// - ``isLazy``
/// - ``isPrimary``
/// - ``isEager``
/// - ``profiles``
public struct Component: Sendable {
  /// The type of the objects.
  public let type: any Any.Type
  /// The type's name with those of the enclosing types and without its module, as in `Shop.Cart`: its name in
  /// definitions.
  public private(set) var typeName: String
  /// The name of its objects unless a definition sets another one: the explicit name, or ``typeName``.
  public private(set) var name: String
  /// The attribute that marks it, as in `Component`, `Service` or `Controller`. Information only.
  public let stereotype: String
  /// The lifetime of its objects.
  public let scope: Scope
  /// Whether consumers receive a proxy, which creates the object on its first call.
  public let isLazy: Bool
  /// Whether it is preferred where several components match.
  public private(set) var isPrimary: Bool
  /// Whether a shared object is created when the graph is built.
  public let isEager: Bool
  /// The qualifier that consumers must specify; `nil` when the type is enough.
  public let qualifier: String?
  /// The profiles in which it is available; all when empty.
  public let profiles: [Profile]
  /// Whether its objects are `Sendable`.
  let isShareable: Bool
  let site: CallSite
  /// Returns the initializers, properties, methods and conformances; called when an object is needed.
  let parts: @Sendable () -> ComponentParts

  /// Describes a `Sendable` type. The parameters set the properties; `describe` adds the initializers, the settable
  /// properties, the methods and the conformances.
  @inlinable
  public init<Value: Sendable>(
    _ type: Value.Type, _ typeName: String, name: String? = nil, stereotype: String = "Component",
    scope: Scope = .transient, isLazy: Bool = false, isPrimary: Bool = false, isEager: Bool = false,
    qualifier: String? = nil, profiles: [Profile] = [],
    file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    describe: @escaping @Sendable (inout ComponentBuilder<Value>) -> Void
  ) {
    self.init(
      type: type, typeName: typeName, name: name, stereotype: stereotype, scope: scope, isLazy: isLazy,
      isPrimary: isPrimary, isEager: isEager, qualifier: qualifier, profiles: profiles, isShareable: true,
      site: CallSite(file, line, column), describe: describe)
  }

  /// Describes a type that is not `Sendable`, whose objects never leave the resolution that created them.
  ///
  /// The parameters are those of the other initializer; a plan refuses a `scope` that shares objects.
  @inlinable
  public init<Value>(
    _ type: Value.Type, _ typeName: String, name: String? = nil, stereotype: String = "Component",
    scope: Scope = .transient, isLazy: Bool = false, isPrimary: Bool = false, isEager: Bool = false,
    qualifier: String? = nil, profiles: [Profile] = [],
    file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    describe: @escaping @Sendable (inout ComponentBuilder<Value>) -> Void
  ) {
    // The same parameters as above, so that the compiler chooses between the two by `Sendable`.
    self.init(
      type: type, typeName: typeName, name: name, stereotype: stereotype, scope: scope, isLazy: isLazy,
      isPrimary: isPrimary, isEager: isEager, qualifier: qualifier, profiles: profiles, isShareable: false,
      site: CallSite(file, line, column), describe: describe)
  }

  @usableFromInline
  init<Value>(
    type: Value.Type, typeName: String, name: String?, stereotype: String, scope: Scope, isLazy: Bool,
    isPrimary: Bool, isEager: Bool, qualifier: String?, profiles: [Profile], isShareable: Bool,
    site: CallSite, describe: @escaping @Sendable (inout ComponentBuilder<Value>) -> Void
  ) {
    self.type = type
    self.typeName = typeName
    self.name = name ?? typeName
    self.stereotype = stereotype
    self.scope = scope
    self.isLazy = isLazy
    self.isPrimary = isPrimary
    self.isEager = isEager
    self.qualifier = qualifier
    self.profiles = profiles
    self.isShareable = isShareable
    self.site = site
    parts = {
      var builder = ComponentBuilder<Value>()
      describe(&builder)
      return builder.parts
    }
  }

  /// The location of the type.
  public var location: SourceLocation { site.location }

  /// The module of the type.
  public var module: String { String(location.fileID.prefix { $0 != "/" }) }
}

extension Component {
  /// Returns the scope of an attribute, if objects of the type can have it; other scopes do not compile.
  public static func scope<Value>(_ scope: UnsharedScope, of type: Value.Type) -> Scope {
    scope.scope
  }

  /// Returns the scope of an attribute, for objects that are `Sendable`.
  @_disfavoredOverload  // So that scopes of both overloads do not require `Sendable`.
  public static func scope<Value: Sendable>(_ scope: Scope, of type: Value.Type) -> Scope {
    scope
  }
}

extension Component {
  /// Returns the description of a subclass of the marked type: under the subclass's own name, and never primary, which
  /// its superclass is.
  ///
  /// - Returns: The description; unchanged for the marked type itself.
  public func inherited(from marked: any Any.Type) -> Component {
    if type == marked { return self }
    var component = self
    component.typeName = Self.name(of: type)
    component.name = component.typeName
    component.isPrimary = false
    return component
  }

  /// Returns the name of a type in its module.
  private static func name(of type: any Any.Type) -> String {
    let parts = String(reflecting: type).split(separator: ".").dropFirst()
    // The name of a private type contains its context in parentheses.
    return parts.filter { !$0.hasPrefix("(") }.joined(separator: ".")
  }
}

/// A type that describes itself as a ``Component``. The attribute `@Component` adds the conformance.
public protocol ComponentType: SendableMetatype {
  /// The description of the type.
  static var wiringComponent: Component { get }
}
