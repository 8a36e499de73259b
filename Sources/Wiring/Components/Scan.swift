/// Which components of the program take part without a definition.
///
/// ```swift
/// let context = Definitions(scan: Scan(prefixes: ["SG"], types: ["LegacyMapper"]))
/// ```
///
/// A component is included when it is marked, and its type's name begins with one of the prefixes or stands in the list.
/// ``Plan/scan`` says of each component whether it is, and why.
///
/// ## Topics
/// ### Scanning
/// - ``init(prefixes:types:exceptions:ignoredInterfaces:isEager:file:line:column:)``
/// - ``everything(file:line:column:)``
/// ### What is included
/// - ``prefixes``
/// - ``types``
/// - ``exceptions``
/// ### How it is used
/// - ``ignoredInterfaces``
/// - ``isEager``
public struct Scan: Sendable {
  /// Beginnings of type names, as in `SG`. An empty one includes every component.
  public var prefixes: [String]
  /// Names of types, as in `Shop.Cart` or `Cart`.
  public var types: [String]
  /// Names of types that are left out, though a prefix or a name includes them.
  public var exceptions: [String]
  /// Names of protocols for which components are not found: those that everything conforms to, and that nobody means.
  public var ignoredInterfaces: [String]
  /// Whether every shared object of the scan is made when the graph is built.
  public var isEager: Bool
  let site: CallSite

  /// Includes components by name.
  ///
  /// - Parameters:
  ///   - prefixes: Beginnings of type names.
  ///   - types: Names of types.
  ///   - exceptions: Names of types that are left out.
  ///   - ignoredInterfaces: Names of protocols for which components are not found.
  ///   - isEager: Whether every shared object of the scan is made when the graph is built.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  public init(
    prefixes: [String] = [], types: [String] = [], exceptions: [String] = [], ignoredInterfaces: [String] = [],
    isEager: Bool = false, file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    self.init(prefixes, types, exceptions, ignoredInterfaces, isEager, CallSite(file, line, column))
  }

  /// Includes components by name, as a file says.
  package init(
    prefixes: [String], types: [String], exceptions: [String], ignoredInterfaces: [String], isEager: Bool,
    at location: SourceLocation
  ) {
    self.init(prefixes, types, exceptions, ignoredInterfaces, isEager, CallSite(location))
  }

  private init(
    _ prefixes: [String], _ types: [String], _ exceptions: [String], _ ignoredInterfaces: [String], _ isEager: Bool,
    _ site: CallSite
  ) {
    self.prefixes = prefixes
    self.types = types
    self.exceptions = exceptions
    self.ignoredInterfaces = ignoredInterfaces
    self.isEager = isEager
    self.site = site
  }

  /// Includes every component of the program.
  ///
  /// - Parameters:
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The scan.
  public static func everything(
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> Scan {
    Scan(prefixes: [""], file: file, line: line, column: column)
  }
}

/// What a scan says of a component of the program: whether it takes part, and why.
public struct ScannedComponent: Sendable {
  /// Whether a component takes part, and why.
  public enum Verdict: Sendable, Hashable {
    /// It takes part; the text says what includes it, as in `prefix 'SG'`.
    case included(by: String)
    /// Neither a prefix nor a list names it.
    case notNamed
    /// It is named as an exception.
    case excepted
    /// It is for other profiles.
    case otherProfile([Profile])
    /// A definition says how its objects are made.
    case defined(at: SourceLocation)
    /// A module binds its type.
    case bound(at: SourceLocation)
  }

  /// The component.
  public let component: Component
  /// Whether it takes part, and why.
  public internal(set) var verdict: Verdict

  /// Whether it takes part.
  public var isIncluded: Bool { if case .included = verdict { true } else { false } }
}

extension ScannedComponent: CustomStringConvertible {
  /// The component and the verdict, as in `SGMapper: included by prefix 'SG'`.
  public var description: String { "\(component.typeName): \(verdict)" }
}

extension ScannedComponent.Verdict: CustomStringConvertible {
  /// The verdict in words.
  public var description: String {
    switch self {
    case .included(let reason): "included by \(reason)"
    case .notNamed: "left out: no prefix and no list names it"
    case .excepted: "left out: the scan names it as an exception"
    case .otherProfile(let profiles):
      "left out: it is for profile \(profiles.map { "'\($0)'" }.joined(separator: ", ")) only"
    case .defined(let location): "left out: a definition takes its place  \(location.short)"
    case .bound(let location): "left out: a module binds its type  \(location.short)"
    }
  }
}

extension ScannedComponent.Verdict {
  init(_ component: Component, _ scans: [Scan]) {
    if let reason = scans.lazy.compactMap({ $0.includes(component) }).first {
      self = .included(by: reason)
    } else {
      self = scans.contains { $0.excepts(component) } ? .excepted : .notNamed
    }
  }
}

extension Scan {
  /// What includes a component, in words; `nil` when nothing does.
  package func includes(_ component: Component) -> String? {
    guard !excepts(component) else { return nil }
    if let prefix = prefixes.first(where: { component.hasPrefix($0) }) {
      return prefix.isEmpty ? "a scan of everything" : "prefix '\(prefix)'"
    }
    return types.contains { component.isCalled($0) } ? "name" : nil
  }

  func excepts(_ component: Component) -> Bool { exceptions.contains { component.isCalled($0) } }
}

extension Component {
  /// The type's name without those of the types around it.
  private var lastName: Substring { typeName.split(separator: ".").last ?? "" }

  fileprivate func hasPrefix(_ prefix: String) -> Bool { typeName.hasPrefix(prefix) || lastName.hasPrefix(prefix) }

  fileprivate func isCalled(_ name: String) -> Bool {
    typeName == name || lastName == name || "\(module).\(typeName)" == name
  }
}
