public import Wiring

/// A description, as a value, of an object to create: its type, its lifetime, its arguments and properties.
///
/// ```swift
/// Definition(
///   "mainView", MyView.self, references: ["owner": "mainViewController"], values: ["text": "This is my view"])
/// ```
///
/// A definition is the same value whether it was written in code, by an attribute or in a file. No object is created
/// before it is needed.
///
/// ## Topics
/// ### Defining an object
/// - ``init(_:_:scope:isLazy:references:values:file:line:column:)``
/// - ``init(_:scope:isLazy:references:values:file:line:column:)``
/// - ``init(_:class:scope:isLazy:references:values:file:line:column:)``
/// - ``name``
/// - ``type-swift.property``
/// - ``ObjectType``
/// ### Arguments and properties
/// - ``arguments``
/// - ``properties``
/// - ``factory``
/// ### Consumers
/// - ``interfaces``
/// - ``isPrimary``
/// - ``profiles``
/// - ``external``
/// ### Lifetime
/// - ``scope``
/// - ``isLazy``
/// - ``isEager``
/// - ``initMethod``
/// - ``startMethod``
/// - ``stopMethod``
/// ### Location
/// - ``location``
public struct Definition: Sendable {
  /// The type of the object, or of a factory that creates it.
  public enum ObjectType: Sendable {
    /// The name of a component, as in `MyView`.
    case named(String)
    /// The type itself, which describes itself by `@Component`.
    case type(any ComponentType.Type)
  }

  /// The name, unique among the definitions; `nil` for a definition that only provides its type.
  public var name: String?
  /// The type of the object.
  public var type: ObjectType
  /// The names of types that it provides without a qualifier, in preference to all other bindings: `NoteRepository`.
  public var interfaces: [DefinitionValue.Member] = []
  /// The lifetime of the object; `nil` for that of the component.
  public var scope: Scope?
  /// Whether consumers receive a proxy; `nil` for the setting of the component.
  public var isLazy: Bool?
  /// Whether it is preferred where several candidates match; `nil` for the setting of the component.
  public var isPrimary: Bool?
  /// Whether a shared object is created when the graph is built; `nil` for the setting of the component.
  public var isEager: Bool?
  /// Arguments of the initializer and of the methods that the container calls, by parameter name. Other parameters are
  /// injected by type.
  ///
  /// A name means one thing in a definition: an argument reaches every parameter of its name, that of the initializer and
  /// that of a method. Where they need different values, give the parameters different labels.
  public var arguments: [DefinitionValue.Member] = []
  /// Values of the new object's properties, by name.
  public var properties: [DefinitionValue.Member] = []
  /// The name of the definition whose factory creates the object, which is then injected as this definition specifies.
  public var factory: DefinitionValue.Member?
  /// The method to call on the new object, before it is returned.
  public var initMethod: DefinitionValue.Member?
  /// The method to call when the graph starts.
  public var startMethod: DefinitionValue.Member?
  /// The method to call when the graph stops.
  public var stopMethod: DefinitionValue.Member?
  /// The resource outside the process that the object accesses, as in `the network`; `nil` for that of the component.
  public var external: String?
  /// The profiles in which it is available; all when empty. A profile after `!` is excluded.
  public var profiles: [String] = []
  /// Whether a definition without a name has that of its component.
  var hasNameOfComponent = false
  let site: CallSite

  /// Defines an object.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type, which describes itself.
  ///   - scope: The lifetime; that of the component by default.
  ///   - isLazy: Whether consumers receive a proxy; the setting of the component by default.
  ///   - references: Properties and parameters with the names of the definitions whose objects they receive.
  ///   - values: Properties and parameters with their values.
  public init(
    _ name: String, _ type: any ComponentType.Type, scope: Scope? = nil, isLazy: Bool? = nil,
    references: KeyValuePairs<String, String> = [:], values: KeyValuePairs<String, DefinitionValue> = [:],
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    self.init(
      name: name, type: .type(type), scope: scope, isLazy: isLazy, references: references, values: values,
      site: CallSite(file, line, column))
  }

  /// Defines an object that only provides its type.
  public init(
    _ type: any ComponentType.Type, scope: Scope? = nil, isLazy: Bool? = nil,
    references: KeyValuePairs<String, String> = [:], values: KeyValuePairs<String, DefinitionValue> = [:],
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    self.init(
      name: nil, type: .type(type), scope: scope, isLazy: isLazy, references: references, values: values,
      site: CallSite(file, line, column))
  }

  /// Defines an object by the name of its type, which is a component of the registry.
  public init(
    _ name: String? = nil, class typeName: String, scope: Scope? = nil, isLazy: Bool? = nil,
    references: KeyValuePairs<String, String> = [:], values: KeyValuePairs<String, DefinitionValue> = [:],
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    self.init(
      name: name, type: .named(typeName), scope: scope, isLazy: isLazy, references: references, values: values,
      site: CallSite(file, line, column))
  }

  /// Defines an object in a file.
  package init(_ name: String?, class typeName: String, at location: SourceLocation) {
    self.init(name: name, type: .named(typeName), site: CallSite(location))
  }

  /// Defines the objects of a component, as it describes itself.
  init(of component: Component) {
    self.init(name: nil, type: .named(component.typeName), site: component.site)
  }

  private init(
    name: String?, type: ObjectType, scope: Scope? = nil, isLazy: Bool? = nil,
    references: KeyValuePairs<String, String> = [:], values: KeyValuePairs<String, DefinitionValue> = [:],
    site: CallSite
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

  /// The location of the definition.
  public var location: SourceLocation { site.location }
}
