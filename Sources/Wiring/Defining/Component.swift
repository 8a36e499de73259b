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
