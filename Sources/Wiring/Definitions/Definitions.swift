/// What a plan is made of besides its modules: definitions of objects, values by name, and components of the program.
///
/// ```swift
/// var context = Definitions(scan: Scan(prefixes: ["SG"]))
/// context.add(Definition("mainView", MyView.self, references: ["owner": "mainViewController"]))
/// context.add(MyViewController.self)
/// let plan = try Plan(App.self, modules: [PersistenceModule()], context: context)
/// ```
///
/// Immutable once a plan has it, and read from files by the product `WiringContext`. Where several say something about one
/// key, the nearer one wins: an override over a definition, a definition over what a module binds, a module over a component
/// that was scanned. ``Plan/explain(_:)-(Value.Type)`` shows what was chosen over what.
///
/// ## Topics
/// ### Making them
/// - ``init(registry:scan:_:)``
/// - ``none``
/// ### Adding to them
/// - ``add(_:)``
/// - ``add(_:file:line:column:)``
/// - ``add(value:_:)``
/// ### What is in them
/// - ``definitions``
/// - ``values``
/// - ``scans``
/// - ``profile``
/// ### Where types and values come from
/// - ``registry``
/// - ``conversions``
public struct Definitions: Sendable {
  /// Where the types are looked up that definitions name, and where the components are that a scan includes.
  public var registry: ComponentRegistry
  /// Which components take part without a definition; none without it.
  public var scans: [Scan]
  /// The definitions.
  public var definitions: [Definition] = []
  /// Values by name, for whoever asks for that name: by a reference, or by a key with that qualifier.
  public var values: [DefinitionValue.Member] = []
  /// What the program is run for, where a file says so. A plan is told by its own parameter; this is for whoever makes it.
  public var profile: Profile?
  /// What turns values into types that the library itself does not know, such as dates.
  public var conversions = ValueConversions()
  /// What is wrong with the files that this was read from; a plan reports it with everything else.
  package var problems: [Problem] = []

  /// Creates a set of definitions.
  ///
  /// - Parameters:
  ///   - registry: Where types are looked up; the components of the program unless told.
  ///   - scan: Which components take part without a definition; none unless told.
  ///   - definitions: The definitions.
  public init(registry: ComponentRegistry = .linked, scan: Scan? = nil, _ definitions: Definition...) {
    self.registry = registry
    self.scans = scan.map { [$0] } ?? []
    self.definitions = definitions
  }

  /// No definitions.
  public static let none = Definitions()

  /// Adds a definition.
  ///
  /// - Parameter definition: The definition.
  public mutating func add(_ definition: Definition) {
    definitions.append(definition)
  }

  /// Adds the definition that a type carries in its attributes, under the name that they give it.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  public mutating func add(
    _ type: any ComponentType.Type, file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    add(Definition(type.wiringComponent.name, type, file: file, line: line, column: column))
  }

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - value: The value.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  public mutating func add(
    value name: String, _ value: DefinitionValue,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    values.append(DefinitionValue.Member(name, value, at: CallSite(file, line, column).location))
  }
}

extension Definitions {
  /// Whether there is nothing in it.
  var isEmpty: Bool { definitions.isEmpty && values.isEmpty && scans.isEmpty && problems.isEmpty }

  /// These definitions, with what those of an enclosing graph can read. Those themselves stand in that graph.
  func joined(to outer: Definitions?) -> Definitions {
    guard let outer, isEmpty else { return self }
    var joined = self
    joined.conversions = outer.conversions
    joined.registry = outer.registry
    return joined
  }
}
