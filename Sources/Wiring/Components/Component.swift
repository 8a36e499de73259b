/// A type that says of itself how its objects are made: what `@Component` writes down about a class, struct or actor, to be
/// found by a ``Scan`` and named by a ``Definition``.
///
/// Data; it makes nothing. The attribute writes it, and it can be written by hand, for a type of somebody else:
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
/// - ``init(_:_:name:stereotype:scope:isLazy:isPrimary:isEager:qualifier:profiles:file:line:column:describe:)-4tv5a``
/// - ``init(_:_:name:stereotype:scope:isLazy:isPrimary:isEager:qualifier:profiles:file:line:column:describe:)-7vi0c``
/// - ``inherited(from:)``
/// - ``scope(_:of:)-(UnsharedScope,_)``
/// - ``scope(_:of:)-(Scope,_)``
/// ### What it is called
/// - ``type``
/// - ``typeName``
/// - ``module``
/// - ``name``
/// - ``qualifier``
/// - ``stereotype``
/// - ``location``
/// ### How its objects live, and where
/// - ``scope``
/// - ``isLazy``
/// - ``isPrimary``
/// - ``isEager``
/// - ``profiles``
public struct Component: Sendable {
  /// The type of the objects.
  public let type: any Any.Type
  /// The type's name with those of the types around it and without its module, as in `Shop.Cart`: what definitions call it.
  public let typeName: String
  /// What its objects are called unless a definition says otherwise: the name that was given, or ``typeName``.
  public let name: String
  /// The attribute that marks it, as in `Component`, `Service` or `Controller`. It changes nothing, and can be asked for.
  public let stereotype: String
  /// How long its objects live.
  public let scope: Scope
  /// Whether consumers get a stand-in, which makes the object on its first call.
  public let isLazy: Bool
  /// Whether it is taken where several components would do.
  public let isPrimary: Bool
  /// Whether a shared object is made when the graph is built.
  public let isEager: Bool
  /// What consumers must ask for besides the type; `nil` when the type is enough.
  public let qualifier: String?
  /// The profiles in which it stands; in all when empty.
  public let profiles: [Profile]
  /// Whether the compiler knows that its objects can be shared between threads.
  let isShareable: Bool
  let site: CallSite
  /// What the type offers; made when somebody wants an object of it.
  let parts: @Sendable () -> ComponentParts

  /// Describes a type whose objects can be shared between threads.
  ///
  /// - Parameters:
  ///   - type: The type of the objects.
  ///   - typeName: Its name with those of the types around it, without its module.
  ///   - name: What its objects are called; the type's name unless told.
  ///   - stereotype: The attribute that marks it.
  ///   - scope: How long its objects live.
  ///   - isLazy: Whether consumers get a stand-in.
  ///   - isPrimary: Whether it is taken where several components would do.
  ///   - isEager: Whether a shared object is made when the graph is built.
  ///   - qualifier: What consumers must ask for besides the type.
  ///   - profiles: The profiles in which it stands; in all when empty.
  ///   - file: The place of the type.
  ///   - line: The place of the type.
  ///   - column: The place of the type.
  ///   - describe: Says how its objects are made, what can be set, and what they conform to.
  @inlinable
  public init<Value: Sendable>(
    _ type: Value.Type, _ typeName: String, name: String? = nil, stereotype: String = "Component",
    scope: Scope = .transient, isLazy: Bool = false, isPrimary: Bool = false, isEager: Bool = false,
    qualifier: String? = nil, profiles: [Profile] = [],
    file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    describe: @escaping @Sendable (inout ComponentBuilder<Value>) -> Void
  ) {
    self.init(
      type, typeName, name, stereotype, scope, isLazy, isPrimary, isEager, qualifier, profiles, isShareable: true,
      CallSite(file, line, column), describe)
  }

  /// Describes a type whose objects never leave the resolution that made them.
  ///
  /// - Parameters:
  ///   - type: The type of the objects.
  ///   - typeName: Its name with those of the types around it, without its module.
  ///   - name: What its objects are called; the type's name unless told.
  ///   - stereotype: The attribute that marks it.
  ///   - scope: How long its objects live; a plan refuses to share what is not `Sendable`.
  ///   - isLazy: Whether consumers get a stand-in.
  ///   - isPrimary: Whether it is taken where several components would do.
  ///   - isEager: Whether a shared object is made when the graph is built.
  ///   - qualifier: What consumers must ask for besides the type.
  ///   - profiles: The profiles in which it stands; in all when empty.
  ///   - file: The place of the type.
  ///   - line: The place of the type.
  ///   - column: The place of the type.
  ///   - describe: Says how its objects are made, what can be set, and what they conform to.
  @inlinable
  public init<Value>(
    _ type: Value.Type, _ typeName: String, name: String? = nil, stereotype: String = "Component",
    scope: Scope = .transient, isLazy: Bool = false, isPrimary: Bool = false, isEager: Bool = false,
    qualifier: String? = nil, profiles: [Profile] = [],
    file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    describe: @escaping @Sendable (inout ComponentBuilder<Value>) -> Void
  ) {
    // The parameters are those of the other one: the compiler then chooses between the two by `Sendable`.
    self.init(
      type, typeName, name, stereotype, scope, isLazy, isPrimary, isEager, qualifier, profiles, isShareable: false,
      CallSite(file, line, column), describe)
  }

  @usableFromInline
  init<Value>(
    _ type: Value.Type, _ typeName: String, _ name: String?, _ stereotype: String, _ scope: Scope, _ isLazy: Bool,
    _ isPrimary: Bool, _ isEager: Bool, _ qualifier: String?, _ profiles: [Profile], isShareable: Bool,
    _ site: CallSite, _ describe: @escaping @Sendable (inout ComponentBuilder<Value>) -> Void
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

  /// The place of the type.
  public var location: SourceLocation { site.location }

  /// The module that the type stands in.
  public var module: String { String(location.fileID.prefix { $0 != "/" }) }
}

extension Component {
  /// The scope of an attribute, if objects of the type can live that long: the compiler refuses the others.
  ///
  /// - Parameters:
  ///   - scope: How long the objects live.
  ///   - type: Their type, which need not be `Sendable`.
  /// - Returns: The scope.
  public static func scope<Value>(_ scope: UnsharedScope, of type: Value.Type) -> Scope {
    scope.scope
  }

  /// The scope of an attribute, if objects of the type can live that long: the compiler refuses the others.
  ///
  /// - Parameters:
  ///   - scope: How long the objects live.
  ///   - type: Their type.
  /// - Returns: The scope.
  @_disfavoredOverload  // A scope that both know shall not ask for `Sendable`.
  public static func scope<Value: Sendable>(_ scope: Scope, of type: Value.Type) -> Scope {
    scope
  }
}

extension Component {
  /// The description of a type that may be a subclass of the one that was marked: under the subclass's own name, and not
  /// as the primary one, which its superclass is.
  ///
  /// - Parameter marked: The type that was marked.
  /// - Returns: The description; itself for the type that was marked.
  public func inherited(from marked: any Any.Type) -> Component {
    type == marked ? self : Component(self, typeName: Self.name(of: type))
  }

  /// What a type is called in its module.
  private static func name(of type: any Any.Type) -> String {
    let parts = String(reflecting: type).split(separator: ".").dropFirst()
    // A private type's name has the place in brackets before it.
    return parts.filter { !$0.hasPrefix("(") }.joined(separator: ".")
  }

  private init(_ component: Component, typeName: String) {
    type = component.type
    self.typeName = typeName
    name = typeName
    stereotype = component.stereotype
    scope = component.scope
    isLazy = component.isLazy
    isPrimary = false
    isEager = component.isEager
    qualifier = component.qualifier
    profiles = component.profiles
    isShareable = component.isShareable
    site = component.site
    parts = component.parts
  }
}

/// A type that describes itself as a ``Component``. The attribute `@Component` writes the conformance.
public protocol ComponentType: SendableMetatype {
  /// How objects of the type are made.
  static var wiringComponent: Component { get }
}
