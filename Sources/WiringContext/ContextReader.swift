public import Configuration
public import Wiring

/// Reads context files: what a plan is made of besides its modules, in XML, as a property list, in JSON or in YAML.
///
/// ```swift
/// let reader = ContextReader(environment: ProcessInfo.processInfo.environment)
/// let context = reader.read(contentsOf: "Resources/contexts/demo.yaml")
/// let plan = try Plan(App.self, modules: [PersistenceModule()], context: context)
/// ```
///
/// Reading never throws. What is wrong with the files, with file, line and column, comes out of the plan's ``WiringError``
/// together with everything else that is wrong, so that one run shows all of it.
///
/// A value such as `${NOTES_DATA:/tmp}` is filled from ``environment``, then from ``configuration``, then by its default.
/// The process's own environment is one that must be given like any other: nothing is read behind the caller's back.
///
/// Dates, URLs and the other types of ``ValueConversions/foundation`` can be values; more are added to what was read, by its
/// `conversions`.
///
/// The files are trusted as far as source code is: they choose among types that the program has, and open no other door.
/// They cannot make the reader hang or exhaust memory: a file of more than 16 MiB is not read, values that nest deeper than
/// 256 are refused, and so are document types, entities of one's own, tags, and aliases that unfold without end.
public struct ContextReader: Sendable {
  /// What placeholders are filled from, by name.
  public var environment: [String: String]
  /// What placeholders are filled from that the environment does not have, as in `${store.path}`.
  public var configuration: ConfigReader?
  /// What the context is read for: decides which imports with a profile are read. Unless told it is what the first file
  /// says, and without that ``Profile/production``. Give the plan the same one.
  public var profile: Profile?
  /// Where the types are looked up that the files name.
  public var registry: ComponentRegistry

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - environment: What placeholders are filled from; often `ProcessInfo.processInfo.environment`.
  ///   - configuration: What placeholders are filled from that the environment does not have.
  ///   - profile: What the context is read for; what the first file says unless told.
  ///   - registry: Where the types are looked up that the files name; the components of the program unless told.
  public init(
    environment: [String: String], configuration: ConfigReader? = nil, profile: Profile? = nil,
    registry: ComponentRegistry = .linked
  ) {
    self.environment = environment
    self.configuration = configuration
    self.profile = profile
    self.registry = registry
  }

  /// Reads a file, and those that it imports.
  ///
  /// - Parameter path: The file, from the working directory or from the root; its extension says how it is written: `xml`,
  ///   `plist`, `json`, `yaml` or `yml`.
  /// - Returns: What the files define. What is wrong with them a plan will say.
  public func read(contentsOf path: String) -> Definitions {
    var loader = ContextLoader(self)
    loader.read(path)
    return loader.definitions
  }

  /// Reads a text as if it were a file.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - format: How it is written.
  ///   - name: What messages call it; imports are looked up beside it.
  /// - Returns: What the text, and the files that it imports, define. What is wrong with them a plan will say.
  public func read(_ text: String, as format: ContextFormat, named name: String) -> Definitions {
    read(Array(text.utf8), as: format, named: name)
  }

  /// Reads bytes as if they were a file.
  package func read(_ bytes: [UInt8], as format: ContextFormat, named name: String) -> Definitions {
    var loader = ContextLoader(self)
    loader.read(bytes, as: format, named: name)
    return loader.definitions
  }
}

/// How a context file is written. The extension of its name says which.
public enum ContextFormat: String, Sendable, Hashable, CaseIterable {
  /// Elements and attributes.
  case xml
  /// A property list in its XML form; the binary form is refused.
  case propertyList = "plist"
  /// RFC 8259, to the letter: no comments, no trailing commas.
  case json
  /// One YAML document without tags; plain scalars mean what the core schema of YAML 1.2 says.
  case yaml

  /// The extensions of file names, each with its format.
  static let extensions: [(name: String, format: ContextFormat)] = [
    ("json", .json), ("plist", .propertyList), ("xml", .xml), ("yaml", .yaml), ("yml", .yaml),
  ]

  /// The format of a file, by its name; `nil` when the extension is none of these.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let known = Self.extensions.first(where: { $0.name == ending }) else { return nil }
    self = known.format
  }

  /// The format in words.
  var words: String {
    switch self {
    case .xml: "XML"
    case .propertyList: "a property list"
    case .json: "JSON"
    case .yaml: "YAML"
    }
  }
}

/// How much a context may be.
enum Limits {
  /// The most bytes of a file.
  static let maximumBytes = 16 << 20
  /// How deep values nest.
  static let maximumDepth = 256
  /// How many files deep imports go.
  static let maximumImportDepth = 64
  /// How many values aliases may add to those that are written.
  static let maximumAliasExpansion = 100_000
}
