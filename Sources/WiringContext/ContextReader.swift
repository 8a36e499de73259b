public import Configuration
public import Wiring
public import WiringDefinitions

/// A reader of context files, which define the objects of a plan besides its modules, in XML, property lists, JSON or YAML.
///
/// ```swift
/// let reader = ContextReader(environment: ProcessInfo.processInfo.environment)
/// let context = reader.read(contentsOf: "Resources/contexts/demo.yaml")
/// let plan = try Plan(App.self, modules: [PersistenceModule()], context: context)
/// ```
///
/// Reading never throws. Problems of the files, with file, line and column, are part of the plan's `WiringError`, together
/// with all others, so that one run shows all of them.
///
/// A value such as `${NOTES_DATA:/tmp}` is filled from ``environment``, then from ``configuration``, then by its default.
/// The process's own environment is not read unless it is passed.
///
/// Dates, URLs and the other types of `ValueConversions.foundation` can be values; further types are added to the
/// `conversions` of the result.
///
/// The files are trusted like source code, but limited to the types that the program registers. They cannot make the reader
/// hang or exhaust memory: it rejects files over 16 MiB, values that nest deeper than 64 levels, document types, custom
/// entities, tags, and aliases that expand without end.
public struct ContextReader: Sendable {
  /// The values of placeholders, by name; often `ProcessInfo.processInfo.environment`.
  public var environment: [String: String]
  /// The values of placeholders that the environment lacks, as in `${store.path}`.
  public var configuration: ConfigReader?
  /// The profile that decides which conditional imports are read. Defaults to that of the first file, and otherwise to
  /// `Profile.production`. Pass the same one to the plan.
  public var profile: Profile?
  /// The types that the files can name.
  public var registry: ComponentRegistry
  /// Whether files that belong to another user than this one and root, or that all users can write, are not read. For programs
  /// whose files decide what they run; by default they are read.
  public var refusesForeignFiles = false

  /// Creates a reader, by default of the components of the program.
  public init(
    environment: [String: String], configuration: ConfigReader? = nil, profile: Profile? = nil,
    registry: ComponentRegistry = .linked
  ) {
    self.environment = environment
    self.configuration = configuration
    self.profile = profile
    self.registry = registry
  }

  /// Reads a file and its imports.
  ///
  /// The path is absolute or relative to the working directory. Its extension determines the format: `xml`, `plist`, `json`,
  /// `yaml` or `yml`.
  public func read(contentsOf path: String) -> Definitions {
    var loader = ContextLoader(self)
    loader.load(path)
    return loader.definitions
  }

  /// Reads a text as if it were a file with a name, the path that messages show and that imports are relative to.
  public func read(_ text: String, as format: ContextFormat, named name: String) -> Definitions {
    read(Array(text.utf8), as: format, named: name)
  }

  /// Reads bytes as if they were a file.
  package func read(_ bytes: [UInt8], as format: ContextFormat, named name: String) -> Definitions {
    var loader = ContextLoader(self)
    loader.load(bytes, format: format, path: name)
    return loader.definitions
  }
}

/// The format of a context file, determined by the extension of its name.
public enum ContextFormat: String, Sendable, Hashable, CaseIterable {
  /// Elements and attributes.
  case xml
  /// A property list in XML form; the binary form is rejected.
  case propertyList = "plist"
  /// RFC 8259, without comments and trailing commas.
  case json
  /// One YAML document without tags; plain scalars follow the core schema of YAML 1.2.
  case yaml

  /// The formats by the extension of file names.
  static let extensions: [(name: String, format: ContextFormat)] = [
    ("json", .json), ("plist", .propertyList), ("xml", .xml), ("yaml", .yaml), ("yml", .yaml),
  ]

  /// The format of a file; `nil` when the extension is unknown.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let pathExtension = name[name.index(after: dot)...].lowercased()
    guard let known = Self.extensions.first(where: { $0.name == pathExtension }) else { return nil }
    self = known.format
  }

  /// The name of the format in messages.
  var title: String {
    switch self {
    case .xml: "XML"
    case .propertyList: "property list"
    case .json: "JSON"
    case .yaml: "YAML"
    }
  }
}

/// The limits of a context.
enum Limits {
  /// The maximum size of a file, in bytes.
  static let maximumBytes = 16 << 20
  /// The maximum nesting of values. Reading, translating and planning recurse, also on threads with stacks of 512 kB.
  static let maximumDepth = 64
  /// The maximum nesting of imports.
  static let maximumImportDepth = 64
  /// The maximum number of values that aliases add to those in the text.
  static let maximumAliasExpansion = 100_000
}
