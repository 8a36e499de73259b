/// The part of a plan besides its modules: definitions of objects, named values, and components of the program.
///
/// ```swift
/// var context = Definitions(scan: Scan(prefixes: ["SG"]))
/// context.add(Definition("mainView", MyView.self, references: ["owner": "mainViewController"]))
/// context.add(MyViewController.self)
/// let plan = try Plan(App.self, modules: [PersistenceModule()], context: context)
/// ```
///
/// Immutable once a plan has it, and read from files by the product `WiringContext`. Where several sources declare a
/// key, the nearest one wins: an override over a definition, a definition over a module's binding, a module over a
/// scanned component. ``Plan/explain(_:)-(Value.Type)`` shows the choice.
///
/// ## Topics
/// ### Creating a set
/// - ``init(registry:scan:_:)``
/// - ``none``
/// ### Adding definitions and values
/// - ``add(_:)``
/// - ``add(_:file:line:column:)``
/// - ``add(class:file:line:column:)``
/// - ``add(value:_:)``
/// ### Contents
/// - ``definitions``
/// - ``values``
/// - ``scans``
/// - ``profile``
/// ### Types and conversions
/// - ``registry``
/// - ``conversions``
public struct Definitions: Sendable {
  /// The components that definitions name and scans include.
  public var registry: ComponentRegistry
  /// The scans, each of which includes components without a definition.
  public var scans: [Scan]
  /// The definitions.
  public var definitions: [Definition] = []
  /// Named values, for references and for keys with that qualifier.
  public var values: [DefinitionValue.Member] = []
  /// The profile that a file specifies. A plan uses its own parameter; this is for the caller that creates it.
  public var profile: Profile?
  /// Conversions of text to types that the library does not know, such as dates.
  public var conversions = ValueConversions()
  /// Problems of the files from which this was read; a plan reports them with all others.
  package var problems: [Problem] = []

  /// Creates a set of definitions. Without a scan, only the components that definitions name take part.
  public init(registry: ComponentRegistry = .linked, scan: Scan? = nil, _ definitions: Definition...) {
    self.registry = registry
    self.scans = scan.map { [$0] } ?? []
    self.definitions = definitions
  }

  /// No definitions.
  public static let none = Definitions()

  /// Adds a definition.
  public mutating func add(_ definition: Definition) {
    definitions.append(definition)
  }

  /// Adds the definition in a type's attributes, with the name in them.
  public mutating func add(
    _ type: any ComponentType.Type, file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    add(Definition(type.wiringComponent.name, type, file: file, line: line, column: column))
  }

  /// Adds the definition in the attributes of a type, by the type's name, with the name in them.
  ///
  /// - Parameter typeName: The name of a component of the registry. A plan reports an unknown one.
  public mutating func add(
    class typeName: String, file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    var definition = Definition(class: typeName, file: file, line: line, column: column)
    definition.hasNameOfComponent = true
    add(definition)
  }

  /// Adds a named value.
  public mutating func add(
    value name: String, _ value: DefinitionValue,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    values.append(DefinitionValue.Member(name, value, at: CallSite(file, line, column).location))
  }
}

extension Definitions {
  /// Whether it contains nothing.
  var isEmpty: Bool { definitions.isEmpty && values.isEmpty && scans.isEmpty && problems.isEmpty }

  /// Returns these definitions; an empty set adopts the conversions and the registry of the enclosing graph.
  func joined(to outer: Definitions?) -> Definitions {
    guard let outer, isEmpty else { return self }
    var joined = self
    joined.conversions = outer.conversions
    joined.registry = outer.registry
    return joined
  }
}
