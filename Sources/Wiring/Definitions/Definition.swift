/// How an object is to be made, as a value: its type, how long it lives, and what it is given.
///
/// ```swift
/// Definition(
///   "mainView", MyView.self, references: ["owner": "mainViewController"], values: ["text": "This is my view"])
/// ```
///
/// It is the same value whether it was written in code, by an attribute or in a file. Nothing is made before somebody asks.
///
/// ## Topics
/// ### Defining an object
/// - ``init(_:_:scope:isLazy:references:values:file:line:column:)``
/// - ``init(_:scope:isLazy:references:values:file:line:column:)``
/// - ``init(_:class:scope:isLazy:references:values:file:line:column:)``
/// - ``name``
/// - ``type-swift.property``
/// - ``ObjectType``
/// ### What it is given
/// - ``arguments``
/// - ``properties``
/// - ``factory``
/// ### Who gets it
/// - ``interfaces``
/// - ``isPrimary``
/// - ``profiles``
/// ### How long it lives
/// - ``scope``
/// - ``isLazy``
/// - ``isEager``
/// - ``initMethod``
/// - ``startMethod``
/// - ``stopMethod``
/// ### Looking at it
/// - ``location``
public struct Definition: Sendable {
  /// The type of the object, or of a factory that makes it.
  public enum ObjectType: Sendable {
    /// By name, as in `MyView`: to be looked up among the components.
    case named(String)
    /// The type itself; it must describe itself, as `@Component` does.
    case type(any ComponentType.Type)
  }

  /// What it is called; no two definitions may share a name. `nil` for one that stands for its type alone.
  public var name: String?
  /// The type of the object.
  public var type: ObjectType
  /// The types, by name, that it provides without a qualifier, in place of whatever else does: `NoteRepository`.
  public var interfaces: [DefinitionValue.Member] = []
  /// How long the object lives; `nil` for what the component says.
  public var scope: Scope?
  /// Whether consumers get a stand-in; `nil` for what the component says.
  public var isLazy: Bool?
  /// Whether it is taken where several would do; `nil` for what the component says.
  public var isPrimary: Bool?
  /// Whether a shared object is made when the graph is built; `nil` for what the component says.
  public var isEager: Bool?
  /// What the initializer is given, by the names of its parameters. The others are injected by their types.
  public var arguments: [DefinitionValue.Member] = []
  /// What the new object's properties are set to, by their names.
  public var properties: [DefinitionValue.Member] = []
  /// The name of the definition whose factory makes the object, which is then injected as this definition says.
  public var factory: DefinitionValue.Member?
  /// The method to call on the new object, before anybody gets it.
  public var initMethod: DefinitionValue.Member?
  /// The method to call when the graph starts.
  public var startMethod: DefinitionValue.Member?
  /// The method to call when the graph stops.
  public var stopMethod: DefinitionValue.Member?
  /// The profiles in which it stands; in all when empty. One with `!` before it is a profile in which it does not.
  public var profiles: [String] = []
  let site: CallSite

  /// Defines an object.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - type: Its type, which describes itself.
  ///   - scope: How long it lives; as its component says unless told.
  ///   - isLazy: Whether consumers get a stand-in; as its component says unless told.
  ///   - references: Properties and parameters that are given the objects of other definitions, by name.
  ///   - values: Properties and parameters that are given values.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  public init(
    _ name: String, _ type: any ComponentType.Type, scope: Scope? = nil, isLazy: Bool? = nil,
    references: KeyValuePairs<String, String> = [:], values: KeyValuePairs<String, DefinitionValue> = [:],
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    self.init(name, .type(type), scope, isLazy, references, values, CallSite(file, line, column))
  }

  /// Defines an object that stands for its type alone.
  ///
  /// - Parameters:
  ///   - type: Its type, which describes itself.
  ///   - scope: How long it lives; as its component says unless told.
  ///   - isLazy: Whether consumers get a stand-in; as its component says unless told.
  ///   - references: Properties and parameters that are given the objects of other definitions, by name.
  ///   - values: Properties and parameters that are given values.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  public init(
    _ type: any ComponentType.Type, scope: Scope? = nil, isLazy: Bool? = nil,
    references: KeyValuePairs<String, String> = [:], values: KeyValuePairs<String, DefinitionValue> = [:],
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    self.init(nil, .type(type), scope, isLazy, references, values, CallSite(file, line, column))
  }

  /// Defines an object of a type that is known by name.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - typeName: The name of its type: of a component of the registry.
  ///   - scope: How long it lives; as its component says unless told.
  ///   - isLazy: Whether consumers get a stand-in; as its component says unless told.
  ///   - references: Properties and parameters that are given the objects of other definitions, by name.
  ///   - values: Properties and parameters that are given values.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  public init(
    _ name: String? = nil, class typeName: String, scope: Scope? = nil, isLazy: Bool? = nil,
    references: KeyValuePairs<String, String> = [:], values: KeyValuePairs<String, DefinitionValue> = [:],
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    self.init(name, .named(typeName), scope, isLazy, references, values, CallSite(file, line, column))
  }

  /// Defines an object in a file.
  package init(_ name: String?, class typeName: String, at location: SourceLocation) {
    self.init(name, .named(typeName), nil, nil, [:], [:], CallSite(location))
  }

  private init(
    _ name: String?, _ type: ObjectType, _ scope: Scope?, _ isLazy: Bool?,
    _ references: KeyValuePairs<String, String>, _ values: KeyValuePairs<String, DefinitionValue>, _ site: CallSite
  ) {
    self.name = name
    self.type = type
    self.scope = scope
    self.isLazy = isLazy
    self.site = site
    properties =
      references.map { DefinitionValue.Member($0.key, .reference($0.value)) }
      + values.map { DefinitionValue.Member($0.key, $0.value) }
  }

  /// Where it stands.
  public var location: SourceLocation { site.location }
}
