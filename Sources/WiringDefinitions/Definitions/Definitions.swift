public import Wiring

/// Definitions of objects, named values, and components of the program:
///
/// ```swift
/// var context = Definitions(scan: Scan(prefixes: ["SG"]))
/// context.add(Definition("mainView", MyView.self, references: ["owner": "mainViewController"]))
/// context.add(MyViewController.self)
/// let plan = try Plan(App.self, modules: [PersistenceModule()], context: context)
/// ```
extension Definitions {
  /// Creates a set of definitions. Without a scan, only the components that definitions name take part.
  public init(registry: ComponentRegistry = .linked, scan: Scan? = nil, _ definitions: Definition...) {
    self.init(DefinitionList(registry: registry, scans: scan.map { [$0] } ?? [], definitions: definitions))
  }

  /// The components that definitions name and scans include.
  public var registry: ComponentRegistry {
    get { list.registry }
    set { update { $0.registry = newValue } }
  }

  /// The scans, each of which includes components without a definition.
  public var scans: [Scan] {
    get { list.scans }
    set { update { $0.scans = newValue } }
  }

  /// The definitions.
  public var definitions: [Definition] {
    get { list.definitions }
    set { update { $0.definitions = newValue } }
  }

  /// Named values, for references and for keys with that qualifier.
  public var values: [DefinitionValue.Member] {
    get { list.values }
    set { update { $0.values = newValue } }
  }

  /// The profile that a file specifies. A plan uses its own parameter; this is for the caller that creates it.
  public var profile: Profile? {
    get { list.profile }
    set { update { $0.profile = newValue } }
  }

  /// Conversions of text to types that the library does not know, such as dates.
  public var conversions: ValueConversions {
    get { list.conversions }
    set { update { $0.conversions = newValue } }
  }

  /// Problems of the files from which this was read; a plan reports them with all others.
  package var problems: [Problem] {
    get { list.problems }
    set { update { $0.problems = newValue } }
  }

  private var list: DefinitionList { source as? DefinitionList ?? DefinitionList() }

  /// Changes the list in place.
  private mutating func update(_ change: (inout DefinitionList) -> Void) {
    var list = list
    source = nil  // Otherwise its arrays would be shared, and copied.
    change(&list)
    source = list
  }

  /// Adds a definition.
  public mutating func add(_ definition: Definition) {
    update { $0.definitions.append(definition) }
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
    let member = DefinitionValue.Member(name, value, at: CallSite(file, line, column).location)
    update { $0.values.append(member) }
  }
}

/// The contents of definitions.
struct DefinitionList: DefinitionSource {
  var registry = ComponentRegistry.linked
  var scans: [Scan] = []
  var definitions: [Definition] = []
  var values: [DefinitionValue.Member] = []
  var profile: Profile?
  var conversions = ValueConversions()
  var problems: [Problem] = []

  var isEmpty: Bool { definitions.isEmpty && values.isEmpty && scans.isEmpty && problems.isEmpty }
}

extension Plan {
  /// The results of the plan's scans for each component of the program, by name; empty without a scan.
  public var scan: [ScannedComponent] { description.scan }
}

extension GraphDescription {
  /// The results of the plan's scans for each component of the program, by name; empty without a scan.
  public var scan: [ScannedComponent] {
    (values as? DefinedValues)?.scan.sorted {
      ($0.component.typeName, $0.component.location) < ($1.component.typeName, $1.component.location)
    } ?? []
  }
}
